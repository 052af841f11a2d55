import {
  createTrust,
  createAcceptedEntries,
  examinePreview,
  LONGEST_PREVIEW_MS,
  previewAudience,
  previewPath,
} from './index.ts';
import { testKey, type TestKey } from './test-registry-keys.ts';
import { entryOf, examine, fakeStorage, NOW, versions } from './test-trust.ts';

const EMAIL = 'superadmin@example.com';
const name = '0123456789abcdef'.repeat(2);
const wanted = { id: 'mf-x', name };
const at = (milliseconds: number): string => new Date(milliseconds).toISOString();

async function documentOf(more: object = {}) {
  const { baseUrl, declaration } = entryOf('mf-x', 3);
  return {
    schemaVersion: 1,
    id: 'mf-x',
    name,
    baseUrl,
    publishedAt: at(NOW - 3_600_000),
    declaration,
    epoch: 1,
    for: await previewAudience(name, EMAIL),
    expiresAt: at(NOW + 3_600_000),
    laterField: { kept: true },
    ...more,
  };
}

let key: TestKey;
beforeAll(async () => {
  key = await testKey('key-x', ['mf-x']);
});

const check = (document: unknown, more: object = {}) =>
  examinePreview(document, wanted, { keys: [key.listed], epoch: 1, email: EMAIL, now: NOW, ...more });

describe('a preview', () => {
  it('counts for whom it is, however the e-mail is written, with fields that this version does not know', async () => {
    const document = await key.preview(await documentOf());
    for (const email of [EMAIL, ' SuperAdmin@Example.com '])
      expect(await check(document, { email })).toMatchObject({
        status: 'usable',
        preview: { id: 'mf-x', keyId: 'key-x', declaration: { version: '1.3.0' } },
      });
    expect(previewPath(wanted)).toBe(`previews/mf-x/${name}.json`);
  });

  it("tells nobody's address: another preview of the same account is for another hash", async () => {
    const hashes = await Promise.all([name, 'f'.repeat(32)].map((one) => previewAudience(one, EMAIL)));
    expect(new Set(hashes).size).toBe(2);
    expect(JSON.stringify(await documentOf())).not.toContain('superadmin');
  });

  it.each([
    ['another account', {}, { email: 'other@example.com' }, 'its preview is for another account'],
    ['nobody', {}, { email: '' }, 'its preview is for another account'],
    [
      'a key that config.json does not list',
      {},
      { keys: [] },
      'its preview is signed by the key "key-x", which config.json does not list',
    ],
    [
      'another epoch',
      { epoch: 2 },
      {},
      'its preview was published for epoch 2 of the registry and not for 1, which config.json names',
    ],
    ['a time that is over', { expiresAt: at(NOW) }, {}, 'its preview expired on 2026-06-01 12:00 UTC'],
    [
      'a time that is too long',
      { expiresAt: at(NOW + LONGEST_PREVIEW_MS + 1) },
      {},
      'its preview lasts longer than the 72 hours that one may',
    ],
    [
      'a time that was too long',
      { publishedAt: at(NOW + 1 - LONGEST_PREVIEW_MS), expiresAt: at(NOW + 2) },
      {},
      'its preview lasts longer than the 72 hours that one may',
    ],
    ['another place', { name: 'f'.repeat(32) }, {}, 'its preview is another one than its address names'],
    ['another remote', { id: 'mf-y' }, {}, 'its preview is another one than its address names'],
    [
      'a declaration of another remote',
      { declaration: { ...entryOf('mf-y').declaration } },
      {},
      'its preview is another one than its address names',
    ],
    ['no address', { baseUrl: 'http://[/' }, {}, 'its preview cannot be read: baseUrl: "http://[/" is no address'],
    ['no time', { expiresAt: 'tomorrow' }, {}, 'its preview cannot be read: expiresAt: "tomorrow" is no time'],
  ])('is refused with %s, in words', async (_what, more, rules, message) => {
    const result = await check(await key.preview(await documentOf(more)), rules);
    expect(result).toEqual({ status: 'refused', message: expect.stringContaining(message) });
  });

  it('is refused when it was altered, by another key, and by one of another remote', async () => {
    const document = await key.preview(await documentOf());
    const others = await testKey('key-y', ['mf-y']);
    const altered = 'its preview was changed after it was signed, or was signed by another key than "key-x"';
    for (const more of [
      { for: await previewAudience(name, 'other@example.com') },
      { expiresAt: at(NOW + 7_200_000) },
      { baseUrl: 'http://evil.example/' },
      { laterField: null },
    ])
      expect(await check({ ...document, ...more }, { email: 'other@example.com' })).toEqual({
        status: 'refused',
        message: altered,
      });
    expect(await check(await others.preview(await documentOf()), { keys: [others.listed] })).toMatchObject({
      message: expect.stringContaining('may sign mf-y and not mf-x'),
    });
    for (const none of [null, 7, {}, []])
      expect(await check(none)).toMatchObject({
        status: 'refused',
        message: expect.stringContaining('its preview cannot be read'),
      });
  });

  it('no signature of an entry stands for that of a preview, nor the other way round', async () => {
    const entry = { ...entryOf('mf-x'), ...(await documentOf()), sequence: 1, expiresAt: at(NOW + 3_600_000) };
    expect(await check(await key.sign(entry))).toMatchObject({
      status: 'refused',
      message: expect.stringContaining('changed after it was signed'),
    });
    const trust = createTrust({
      keys: [key.listed],
      epoch: 1,
      accepted: createAcceptedEntries(fakeStorage(), 1),
      now: () => NOW,
    });
    const refused = await examine(trust, await key.preview(entry));
    expect([versions(refused.entries), refused.problems]).toEqual([
      [],
      [expect.objectContaining({ id: 'mf-x', message: expect.stringContaining('changed after it was signed') })],
    ]);
    expect(versions((await examine(trust, await key.sign(entry))).entries)).toEqual(['mf-x 1.3.0']);
  });
});
