import { TimeoutError } from '../common/timeout.ts';
import { registryEntry } from '../testing/test-registry.ts';
import { createDevServerReader } from './dev-server.ts';
import { browserDevelopmentCookie } from './development-cookie.ts';

const override = { id: 'mf-reports', origin: 'http://localhost:3401', email: 'superadmin@example.com', until: 0 };
const { declaration } = registryEntry('mf-reports', []);
const answer = (status: number, body: () => Promise<unknown>) => async () => ({
  ok: status === 200,
  status,
  json: body,
});
const never = () => new Promise<never>(() => undefined);
const ask = (
  fetchDeclaration: Parameters<typeof createDevServerReader>[0]['fetchDeclaration'],
  timeout: () => Promise<never> = never,
) => createDevServerReader({ fetchDeclaration, timeout })(override);

describe('a dev server', () => {
  it("gives a release that is nobody's signed one", async () => {
    const asked: string[] = [];
    const read = await ask((url) => {
      asked.push(url);
      return answer(200, async () => declaration)();
    });
    expect(asked).toEqual(['http://localhost:3401/remote.json']);
    expect(read).toEqual({
      status: 'declared',
      release: {
        id: 'mf-reports',
        sequence: 0,
        baseUrl: 'http://localhost:3401/',
        publishedAt: '',
        declaration,
        source: 'development',
        keyId: null,
      },
    });
  });

  it.each([
    [
      'is down',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'unreachable',
      'http://localhost:3401/remote.json could not be read. Start the dev server',
    ],
    [
      'is another server',
      answer(404, never),
      'missing',
      'http://localhost:3401/remote.json answered 404. Is it the dev server of mf-reports?',
    ],
    [
      'answers a page',
      answer(200, () => Promise.reject(new SyntaxError('Unexpected token <'))),
      'malformed',
      'http://localhost:3401/remote.json is no JSON.',
    ],
    [
      'has no declaration',
      answer(200, async () => ({})),
      'malformed',
      'http://localhost:3401/remote.json is not a declaration of a remote: ',
    ],
    [
      'has another remote',
      answer(200, async () => ({ ...declaration, id: 'mf-admin' })),
      'malformed',
      'http://localhost:3401/remote.json declares mf-admin, not mf-reports.',
    ],
  ])('that %s is named with the reason', async (_what, fetchDeclaration, failure, detail) => {
    expect(await ask(fetchDeclaration)).toMatchObject({
      status: 'failed',
      error: { failure, detail: expect.stringContaining(detail) },
    });
  });

  it.each([
    ['', never],
    [' in full', answer(200, never)],
  ])('that does not answer%s in its time is not waited for', async (_how, fetchDeclaration) => {
    const read = await ask(fetchDeclaration, () => Promise.reject(new TimeoutError()));
    expect(read).toMatchObject({
      status: 'failed',
      error: { failure: 'time-out', detail: 'http://localhost:3401/remote.json did not answer within 8 seconds.' },
    });
  });
});

describe('the cookie', () => {
  const written = (isSecure: boolean) => {
    const page = { cookie: '' };
    const cookie = browserDevelopmentCookie(page, isSecure);
    cookie.set({ origin: 'http://localhost:3401', until: Date.UTC(2026, 10, 20, 12) });
    const set = page.cookie;
    cookie.clear();
    return [set, page.cookie];
  };

  it('holds host and port, is of this host alone, not sent by other sites, and goes with the override', () => {
    const value = 'console-development=localhost:3401; Expires=Fri, 20 Nov 2026 12:00:00 GMT; Path=/; SameSite=Strict';
    expect(written(true)).toEqual([
      `__Host-${value}; Secure`,
      '__Host-console-development=; Max-Age=0; Path=/; SameSite=Strict; Secure',
    ]);
    expect(written(false)[0]).toBe(value);
  });
});
