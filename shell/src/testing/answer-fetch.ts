type Fetch = (url: string, init: RequestInit) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>;

const before = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = before;
});

/** Answers the page's own `fetch` until the test ends. */
export function answerFetch(answer: Fetch) {
  const fetch = jest.fn(answer);
  Object.assign(globalThis, { fetch });
  return fetch;
}

export const served =
  (body: unknown, status = 200): Fetch =>
  async () => ({ ok: status === 200, status, json: async () => body });

/** Nothing answers. */
export const away: Fetch = () => Promise.reject(new TypeError('Failed to fetch'));
