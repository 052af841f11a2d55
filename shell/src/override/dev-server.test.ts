import { TimeoutError } from '../common/timeout.ts';
import { registryEntry } from '../testing/test-registry.ts';
import { browserDevelopmentCookie } from './browser-override.ts';
import { askDevServer, type DevServerPorts } from './dev-server.ts';
import { DEV_ORIGIN } from './test-override.ts';

const override = { id: 'mf-reports', origin: DEV_ORIGIN };
const { declaration } = registryEntry('mf-reports', []);
const never = () => new Promise<never>(() => undefined);
const late = () => Promise.reject(new TimeoutError());
const answer = (status: number, body: () => Promise<unknown>) => async () => ({
  ok: status === 200,
  status,
  json: body,
});
const noJson = answer(200, () => Promise.reject(new SyntaxError('Unexpected token <')));
const down = () => Promise.reject(new TypeError('Failed to fetch'));
const ask = (ports: Partial<DevServerPorts>) =>
  askDevServer(override, { fetchDeclaration: answer(200, async () => declaration), timeout: never, ...ports });

describe('a dev server', () => {
  it("gives a release that is nobody's signed one", async () => {
    const fetchDeclaration = jest.fn(answer(200, async () => declaration));
    const release = await ask({ fetchDeclaration });
    expect(fetchDeclaration.mock.calls).toMatchObject([[`${DEV_ORIGIN}/remote.json`, { cache: 'no-store' }]]);
    const build = { id: 'mf-reports', sequence: 0, baseUrl: `${DEV_ORIGIN}/`, publishedAt: '', declaration };
    expect(release).toEqual({ ...build, source: 'development', keyId: null });
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
    await expect(ask(more)).rejects.toMatchObject({
      failure: kind,
      detail: expect.stringContaining(`${DEV_ORIGIN}/remote.json${detail}`),
    });
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
