import { previewAudience, previewText } from '@device-console/shared-lib/trust';
import { TimeoutError } from '../common/timeout.ts';
import { registryEntry } from '../testing/test-registry.ts';
import { browserDevelopmentCookie, fetchedReaders, previewUrls } from './browser-override.ts';
import { createReaders, type ReaderPorts } from './override-readers.ts';
import { releaseOfPreview } from './override.ts';
import { DEV_ORIGIN, previewOf, PREVIEW_NAME } from './test-override.ts';

const EMAIL = 'superadmin@example.com';
const wanted = { id: 'mf-reports', name: PREVIEW_NAME };
const override = { id: 'mf-reports', origin: DEV_ORIGIN };
const { declaration } = registryEntry('mf-reports', []);
const { preview } = previewOf();
const now = Date.parse(preview.publishedAt);
const never = () => new Promise<never>(() => undefined);
const late = () => Promise.reject(new TimeoutError());
const answer = (status: number, body: () => Promise<unknown>) => async () => ({
  ok: status === 200,
  status,
  json: body,
});
const noJson = answer(200, () => Promise.reject(new SyntaxError('Unexpected token <')));
const down = () => Promise.reject(new TypeError('Failed to fetch'));
const document = async () => ({ ...preview, for: await previewAudience(PREVIEW_NAME, EMAIL) });

const ports: ReaderPorts = {
  fetchDeclaration: answer(200, document),
  timeout: never,
  keys: [{ keyId: preview.keyId, publicKey: 'public', remotes: ['mf-reports'] }],
  epoch: 1,
  verify: async (_key, text) => (text === previewText(await document()) ? 'valid' : 'invalid'),
  now: () => now,
  previewUrl: previewUrls('http://store.test/console/registry.json', 'http://console.test/superadmin/platform'),
  pageUrl: 'http://console.test/superadmin/platform',
  allowedOrigins: async () => new Set(['http://console.test', 'http://remotes.test']),
};
const reader = (more: Partial<ReaderPorts>) => createReaders({ ...ports, ...more });

/** A document at whatever address is asked for, and those addresses. */
function asking(body: () => Promise<unknown>) {
  const asked: string[] = [];
  const fetchDeclaration: ReaderPorts['fetchDeclaration'] = (url) => {
    asked.push(url);
    return answer(200, body)();
  };
  return { asked, fetchDeclaration };
}

const failure = (kind: string, detail: string) => ({
  status: 'failed',
  error: { failure: kind, detail: expect.stringContaining(detail) },
});

describe('a dev server', () => {
  it("gives a release that is nobody's signed one", async () => {
    const { asked, fetchDeclaration } = asking(async () => declaration);
    const read = await reader({ fetchDeclaration }).ask(override);
    expect(asked).toEqual([`${DEV_ORIGIN}/remote.json`]);
    const build = { id: 'mf-reports', sequence: 0, baseUrl: `${DEV_ORIGIN}/`, publishedAt: '', declaration };
    expect(read).toEqual({ status: 'declared', release: { ...build, source: 'development', keyId: null } });
  });

  it.each([
    ['is down', { fetchDeclaration: down }, 'unreachable', ' could not be read. Start the dev server'],
    [
      'is another server',
      { fetchDeclaration: answer(404, never) },
      'missing',
      ' answered 404. Is it the dev server of mf-reports?',
    ],
    ['answers a page', { fetchDeclaration: noJson }, 'malformed', ' is no JSON.'],
    [
      'has no declaration',
      { fetchDeclaration: answer(200, async () => ({})) },
      'malformed',
      ' is not a declaration of a remote: ',
    ],
    [
      'has another remote',
      { fetchDeclaration: answer(200, async () => ({ ...declaration, id: 'mf-admin' })) },
      'malformed',
      ' declares mf-admin, not mf-reports.',
    ],
    [
      'does not answer in its time',
      { fetchDeclaration: never, timeout: late },
      'time-out',
      ' did not answer within 8 seconds.',
    ],
    [
      'does not answer in full in its time',
      { fetchDeclaration: answer(200, never), timeout: late },
      'time-out',
      ' did not answer within 8 seconds.',
    ],
  ])('that %s is named with the reason', async (_what, more, kind, detail) => {
    expect(await reader(more).ask(override)).toMatchObject(failure(kind, `${DEV_ORIGIN}/remote.json${detail}`));
  });
});

describe('a preview', () => {
  it("is read beside the registry, verified, and lasts by the server's time", async () => {
    const { asked, fetchDeclaration } = asking(document);
    const found = await reader({ fetchDeclaration }).readPreview(wanted, EMAIL);
    expect(asked).toEqual([`http://store.test/console/previews/mf-reports/${PREVIEW_NAME}.json`]);
    expect(found).toMatchObject({
      status: 'usable',
      found: { preview: { declaration: { version: '1.3.0' } }, lastsMs: 24 * 3_600_000 },
    });
    expect(releaseOfPreview(preview)).toMatchObject({
      source: 'preview',
      keyId: 'key-of-reports',
      sequence: 0,
      baseUrl: preview.baseUrl,
    });
  });

  it.each([
    [
      'is of a key that is not listed',
      { keys: [] },
      'preview-refused',
      'It is not used: its preview is signed by the key "key-of-reports", which config.json does not list.',
    ],
    [
      'is over',
      { now: () => now + 25 * 3_600_000 },
      'preview-refused',
      'It is not used: its preview expired on 2026-06-02 10:00 UTC. Its team makes another.',
    ],
    [
      'lies at an origin that this page may not load from',
      { allowedOrigins: async () => new Set(['http://console.test']) },
      'preview-refused',
      'It is not used: this page may not load from http://remotes.test',
    ],
    [
      'is gone',
      { fetchDeclaration: answer(404, never) },
      'missing',
      'answered 404. Previews are deleted some time after they have expired',
    ],
    [
      'cannot be read',
      { fetchDeclaration: down },
      'unreachable',
      'could not be read. Look at the server of registry.json',
    ],
  ] satisfies readonly (readonly [string, Partial<ReaderPorts>, string, string])[])(
    'that %s is named with the reason',
    async (_what, more, kind, detail) => {
      expect(await reader(more).readPreview(wanted, EMAIL)).toMatchObject(failure(kind, detail));
    },
  );

  it('for another account is refused', async () => {
    const detail = 'It is not used: its preview is for another account.';
    expect(await reader({}).readPreview(wanted, 'other@example.com')).toMatchObject(failure('preview-refused', detail));
  });

  it('is tried where it is not known which origins the page may load from', async () => {
    const found = await reader({ allowedOrigins: async () => null }).readPreview(wanted, EMAIL);
    expect(found).toMatchObject({ status: 'usable' });
  });
});

it('readers whose code does not come answer that they failed, and it is asked for again the next time', async () => {
  const gone = "The console's own code for it could not be loaded (chunk 17 is gone)";
  const load = jest
    .fn()
    .mockRejectedValueOnce(new Error('chunk 17 is gone'))
    .mockRejectedValueOnce(new Error('chunk 17 is gone'))
    .mockImplementation(() => import('./override-readers.ts'));
  const { ask, readPreview } = fetchedReaders(load, { ...ports, fetchDeclaration: answer(404, never) });
  expect(await ask(override)).toMatchObject(failure('unreachable', gone));
  expect(await readPreview(wanted, EMAIL)).toMatchObject(failure('unreachable', gone));
  expect(await ask(override)).toMatchObject(failure('missing', 'remote.json answered 404'));
});

it('the cookie holds host and port, is of this host alone, not sent by other sites, and goes with the override', () => {
  const written = (isSecure: boolean) => {
    const page = { cookie: '' };
    const cookie = browserDevelopmentCookie(page, isSecure);
    cookie.set({ origin: DEV_ORIGIN, until: Date.UTC(2026, 10, 20, 12) });
    const set = page.cookie;
    cookie.clear();
    return [set, page.cookie];
  };
  const value = 'console-development=localhost:3401; Expires=Fri, 20 Nov 2026 12:00:00 GMT; Path=/; SameSite=Strict';
  expect(written(true)).toEqual([
    `__Host-${value}; Secure`,
    '__Host-console-development=; Max-Age=0; Path=/; SameSite=Strict; Secure',
  ]);
  expect(written(false)[0]).toBe(value);
});
