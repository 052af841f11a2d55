import type { FetchDocument } from '../common/fetch-document.ts';
import { registryEntry } from '../testing/test-registry.ts';
import { browserDevelopmentCookie } from './browser-override.ts';
import { askDevServer } from './dev-server.ts';
import { DEV_ORIGIN } from './test-override.ts';

const override = { id: 'mf-reports', origin: DEV_ORIGIN };
const { declaration } = registryEntry('mf-reports', []);
const late = () => Promise.reject(new DOMException('The operation was aborted.', 'AbortError'));
const answer =
  (status: number, json: () => Promise<unknown>): FetchDocument =>
  async () => ({ ok: status === 200, status, json });
const noJson = answer(200, () => Promise.reject(new SyntaxError('Unexpected token <')));
const down = () => Promise.reject(new TypeError('Failed to fetch'));

describe('a dev server', () => {
  it("gives a release that is nobody's signed one", async () => {
    const fetchDeclaration = jest.fn(answer(200, async () => declaration));
    const release = await askDevServer(override, fetchDeclaration);
    const init = { cache: 'no-store', signal: expect.any(AbortSignal) };
    expect(fetchDeclaration.mock.calls).toMatchObject([[`${DEV_ORIGIN}/remote.json`, init]]);
    const build = { id: 'mf-reports', sequence: 0, baseUrl: `${DEV_ORIGIN}/`, publishedAt: '', declaration };
    expect(release).toEqual({ ...build, source: 'development', keyId: null });
  });

  it.each<[string, FetchDocument, string, string]>([
    ['is down', down, 'unreachable', ' could not be read. Start the dev server'],
    ['is another server', answer(404, late), 'missing', ' answered 404. Is it the dev server of mf-reports?'],
    ['answers a page', noJson, 'malformed', ' is no JSON.'],
    ['has no declaration', answer(200, async () => ({})), 'malformed', ' is not a declaration of a remote: '],
    [
      'has another remote',
      answer(200, async () => ({ ...declaration, id: 'mf-admin' })),
      'malformed',
      ' declares mf-admin, not mf-reports.',
    ],
    ['does not answer in its time', late, 'time-out', ' did not answer within 8 seconds.'],
    ['does not answer in full in its time', answer(200, late), 'time-out', ' did not answer within 8 seconds.'],
  ])('that %s is named with the reason', async (_what, fetchDeclaration, failure, detail) => {
    const signal = failure === 'time-out' ? AbortSignal.abort() : new AbortController().signal;
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(signal);
    await expect(askDevServer(override, fetchDeclaration)).rejects.toMatchObject({
      failure,
      detail: expect.stringContaining(`${DEV_ORIGIN}/remote.json${detail}`),
    });
    expect(timeout).toHaveBeenCalledWith(8_000);
    timeout.mockRestore();
  });
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
