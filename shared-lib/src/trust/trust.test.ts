import type { AcceptedStorage } from './index.ts';
import { testKey, type TestKey } from './test-registry-keys.ts';
import { entryOf, examine, fakeStorage, trustWith, versions } from './test-trust.ts';

let reports: TestKey;
let admin: TestKey;
beforeAll(async () => {
  reports = await testKey('reports-2026', ['mf-reports']);
  admin = await testKey('admin-2026', ['mf-admin']);
});

const trustIn = (storage?: AcceptedStorage, keys = [reports, admin]) => trustWith(keys, storage);

describe('createTrust', () => {
  it("accepts entries signed by their teams' keys, with fields that this version does not know", async () => {
    const registry = await examine(
      trustIn().trust,
      await reports.sign(entryOf('mf-reports')),
      await admin.sign(entryOf('mf-admin')),
    );
    expect(versions(registry.entries)).toEqual(['mf-reports 1.1.0', 'mf-admin 1.1.0']);
    expect([registry.problems, registry.refused]).toEqual([[], []]);
  });

  it.each([
    ['unsigned', async () => entryOf('mf-reports', 2), 'its registry entry is not signed'],
    [
      'altered',
      async () => ({ ...(await reports.sign(entryOf('mf-reports', 2))), baseUrl: 'http://elsewhere.test/' }),
      'was changed after it was signed',
    ],
    [
      'altered in a field unknown here',
      async () => ({ ...(await reports.sign(entryOf('mf-reports', 2))), laterField: { kept: false } }),
      'was changed after it was signed',
    ],
    [
      'foreign',
      async () => admin.sign(entryOf('mf-reports', 2)),
      'signed by the key "admin-2026", which may sign mf-admin and not mf-reports',
    ],
    [
      'signed by an unknown key',
      async () => (await testKey('mallory', ['mf-reports'])).sign(entryOf('mf-reports', 2)),
      'signed by the key "mallory", which config.json does not list',
    ],
    [
      'signed by another key of a listed name',
      async () => (await testKey('reports-2026', ['mf-reports'])).sign(entryOf('mf-reports', 2)),
      'by another key than "reports-2026"',
    ],
    [
      'dated a year ahead',
      async () => reports.sign({ ...entryOf('mf-reports', 2), publishedAt: '2027-06-01T12:00:00Z' }),
      'its registry entry is dated 2027-06-01T12:00:00Z, which is still to come',
    ],
    ['broken', async () => ({ id: 'mf-reports', sequence: 'seven' }), 'its registry entry cannot be read'],
  ])('refuses an entry that is %s, with the reason, and goes on with the last good one', async (_what, bad, reason) => {
    const storage = fakeStorage();
    await examine(trustIn(storage).trust, await reports.sign(entryOf('mf-reports')));
    const registry = await examine(trustIn(storage).trust, await bad(), await admin.sign(entryOf('mf-admin')));
    expect(versions(registry.entries)).toEqual(['mf-reports 1.1.0', 'mf-admin 1.1.0']);
    expect(registry.refused).toEqual([
      { id: 'mf-reports', version: '1.1.0', message: expect.stringContaining(reason) },
    ]);
    expect(registry.problems).toEqual([]);
    const withoutMemory = await examine(trustIn().trust, await bad());
    expect(withoutMemory.entries).toEqual([]);
    expect(withoutMemory.problems).toEqual([{ id: 'mf-reports', message: expect.stringContaining(reason) }]);
  });

  it('remembers what it accepted of the last registry, without canaries, as long as the key counts', async () => {
    const storage = fakeStorage();
    const screen = { id: 'one', path: 'one', title: 'One', audiences: ['standard'], assets: [] };
    const withScreen = (id: string, path: string) => {
      const entry = entryOf(id);
      return { ...entry, declaration: { ...entry.declaration, screens: [{ ...screen, path }] } };
    };
    const { baseUrl, publishedAt, declaration } = withScreen('mf-reports', 'ledger');
    const canary = { baseUrl: `${baseUrl}canary/`, publishedAt, declaration, share: 1 };
    const [first, second] = [
      await reports.sign({ ...withScreen('mf-reports', 'ledger'), canary }),
      await admin.sign(withScreen('mf-admin', 'staff')),
    ];
    await examine(trustIn(storage).trust, first, second);
    const remembered = await trustIn(storage).trust.remembered();
    expect(versions(remembered.entries)).toEqual(['mf-reports 1.1.0', 'mf-admin 1.1.0']);
    expect(remembered.entries.map((entry) => entry.canary)).toEqual([null, null]);
    expect(versions((await trustIn(storage, [admin]).trust.remembered()).entries)).toEqual(['mf-admin 1.1.0']);
    await examine(trustIn(storage).trust, second);
    expect(versions((await trustIn(storage).trust.remembered()).entries)).toEqual(['mf-admin 1.1.0']);
    expect((await trustIn().trust.remembered()).entries).toEqual([]);
  });

  it('refuses an older entry that was put back, and takes the same number again', async () => {
    const { trust } = trustIn();
    const [old, now] = [await reports.sign(entryOf('mf-reports', 4)), await reports.sign(entryOf('mf-reports', 5))];
    await examine(trust, old);
    await examine(trust, now);
    const replayed = await examine(trust, old);
    expect(versions(replayed.entries)).toEqual(['mf-reports 1.5.0']);
    expect(replayed.refused[0]?.message).toBe(
      'its registry entry is an old one put back: number 4, after 5 was accepted here',
    );
    expect((await examine(trust, now)).refused).toEqual([]);
  });

  it('checks the last good entry again: a changed one and one of a withdrawn key are no help', async () => {
    const storage = fakeStorage();
    await examine(trustIn(storage).trust, await reports.sign(entryOf('mf-reports')));
    const withdrawn = await examine(trustIn(storage, [admin]).trust, entryOf('mf-reports', 2));
    expect(withdrawn.entries).toEqual([]);
    for (const [key, text] of storage.kept)
      storage.kept.set(key, text.replace('http://remotes.test/mf-reports/1/', 'http://elsewhere.test/'));
    const tampered = await examine(trustIn(storage).trust, entryOf('mf-reports', 2));
    expect(tampered.entries).toEqual([]);
    expect(tampered.problems[0]?.message).toBe('its registry entry is not signed');
  });

  it.each(['{', '[]', '"x"', 'null', '{"mf-reports":{"sequence":-1}}', '{"mf-reports":7}'])(
    'a damaged record %s is none',
    async (damaged) => {
      const storage = fakeStorage({ 'registry:accepted': damaged, 'registry:listed': damaged });
      const registry = await examine(trustIn(storage).trust, await reports.sign(entryOf('mf-reports')));
      expect(versions(registry.entries)).toEqual(['mf-reports 1.1.0']);
    },
  );

  it('a storage that is full costs the memory only', async () => {
    const full: AcceptedStorage = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    const { trust } = trustIn(full);
    await examine(trust, await reports.sign(entryOf('mf-reports', 2)));
    expect((await examine(trust, await reports.sign(entryOf('mf-reports', 1)))).refused).toHaveLength(1);
  });

  it('without any key nothing is trusted, and the administrator reads why', async () => {
    const registry = await examine(trustIn(fakeStorage(), []).trust, await reports.sign(entryOf('mf-reports')));
    const problem = { id: 'every remote', message: expect.stringContaining('config.json lists no registryKeys') };
    expect(registry).toMatchObject({ entries: [], refused: [], problems: [problem], notices: [] });
  });

  it('names a listed key that cannot be read', async () => {
    const { trust } = trustWith([], fakeStorage(), { listed: [{ ...reports.listed, publicKey: 'none' }] });
    expect((await examine(trust, await reports.sign(entryOf('mf-reports')))).problems[0]?.message).toBe(
      'the key "reports-2026" in config.json is no ECDSA P-256 public key',
    );
  });

  it('keeps the first of two entries of a remote, and does not put the last good one beside it', async () => {
    const { trust } = trustIn();
    const first = await reports.sign(entryOf('mf-reports'));
    await examine(trust, first);
    const registry = await examine(trust, first, await reports.sign(entryOf('mf-reports', 2)));
    expect(versions(registry.entries)).toEqual(['mf-reports 1.1.0']);
    expect(registry.refused.map(({ id }) => id)).toEqual(['mf-reports']);
  });
});

describe('the last proven entry', () => {
  it('stays at hand until a later one has shown a screen and was followed itself', async () => {
    const { trust, accepted } = trustIn();
    await examine(trust, await reports.sign(entryOf('mf-reports', 1)));
    expect(await trust.provenBefore('mf-reports')).toBeNull();
    accepted.prove('mf-reports', 1);
    await examine(trust, await reports.sign(entryOf('mf-reports', 2)));
    await examine(trust, await reports.sign(entryOf('mf-reports', 3)));
    expect((await trust.provenBefore('mf-reports'))?.sequence).toBe(1);
    accepted.prove('mf-reports', 2);
    expect((await trust.provenBefore('mf-reports'))?.sequence).toBe(1);
    accepted.prove('mf-reports', 3);
    expect((await trust.provenBefore('mf-reports'))?.sequence).toBe(1);
    await examine(trust, await reports.sign(entryOf('mf-reports', 4)));
    expect((await trust.provenBefore('mf-reports'))?.sequence).toBe(3);
  });
});
