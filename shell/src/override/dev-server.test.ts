import { answerFetch, away, served } from '../testing/answer-fetch.ts';
import { registryEntry } from '../testing/test-registry.ts';
import { askDevServer } from './dev-server.ts';
import { developmentCookie } from './override.ts';
import { DEV_ORIGIN } from './test-override.ts';

const override = { id: 'mf-reports', origin: DEV_ORIGIN };
const { declaration } = registryEntry('mf-reports', []);
const late = () => Promise.reject(new DOMException('The operation was aborted.', 'AbortError'));
const failing = (json: () => Promise<unknown>) => async () => ({ ok: true, status: 200, json });
const noJson = failing(() => Promise.reject(new SyntaxError('Unexpected token <')));

describe('a dev server', () => {
  it("gives a release that is nobody's signed one", async () => {
    const fetched = answerFetch(served(declaration));
    const release = await askDevServer(override);
    const init = { cache: 'no-store', signal: expect.any(AbortSignal) };
    expect(fetched.mock.calls).toMatchObject([[`${DEV_ORIGIN}/remote.json`, init]]);
    const build = { id: 'mf-reports', sequence: 0, baseUrl: `${DEV_ORIGIN}/`, publishedAt: '', declaration };
    expect(release).toEqual({ ...build, source: 'development', keyId: null });
  });

  it.each([
    ['is down', away, 'unreachable', ' could not be read. Start the dev server'],
    ['is another server', served('', 404), 'missing', ' answered 404. Is it the dev server of mf-reports?'],
    ['answers a page', noJson, 'malformed', ' is no JSON.'],
    ['has no declaration', served({}), 'malformed', ' is not a declaration of a remote: '],
    [
      'has another remote',
      served({ ...declaration, id: 'mf-admin' }),
      'malformed',
      ' declares mf-admin, not mf-reports.',
    ],
    ['does not answer in its time', late, 'time-out', ' did not answer within 8 seconds.'],
    ['does not answer in full in its time', failing(late), 'time-out', ' did not answer within 8 seconds.'],
  ])('that %s is named with the reason', async (_what, answer, failure, detail) => {
    answerFetch(answer);
    const signal = failure === 'time-out' ? AbortSignal.abort() : new AbortController().signal;
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(signal);
    await expect(askDevServer(override)).rejects.toMatchObject({
      failure,
      detail: expect.stringContaining(`${DEV_ORIGIN}/remote.json${detail}`),
    });
    expect(timeout).toHaveBeenCalledWith(8_000);
    timeout.mockRestore();
  });
});

it('the cookie holds host and port, is of this host alone, not sent by other sites, and goes with the override', () => {
  const until = Date.UTC(2026, 10, 20, 12);
  const value = 'console-development=localhost:3401; Expires=Fri, 20 Nov 2026 12:00:00 GMT; Path=/; SameSite=Strict';
  expect(developmentCookie({ ...override, until }, 'https:')).toBe(`__Host-${value}; Secure`);
  const cleared = '__Host-console-development=; Max-Age=0; Path=/; SameSite=Strict; Secure';
  expect(developmentCookie(null, 'https:')).toBe(cleared);
  expect(developmentCookie({ ...override, until }, 'http:')).toBe(value);
});
