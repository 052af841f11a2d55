import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { createEnvelopeCodec, type EnvelopeContext } from '../crypto/index.ts';
import { type ApiClient, type ApiClientOptions, ApiError, createApiClient } from './index.ts';

/** The shared key of the wire tests. */
const sharedKey = 'a shared key for the wire';

/** The session of the wire tests. */
export const session = { token: 'token-1', email: 'operator@example.com' };

export const lock = { imei: '004402123456789', action: 'lock' };

/** The transactionId that a request carries, in its header or beside its payload. */
function idOf(request: WireRequest): string {
  const header = request.headers['x-transaction-id'];
  return typeof header === 'string' ? header : JSON.parse(request.body).transactionId;
}

/** What a sealed body of this request, or of its reply, is bound to. */
export const contextOf = (request: WireRequest, direction: EnvelopeContext['direction']): EnvelopeContext => ({
  direction,
  method: request.method,
  path: request.path,
  transactionId: idOf(request),
});

/** A fetch that keeps how it was called. */
export function recordingFetch() {
  const asked: RequestInit[] = [];
  const recording: ApiClientOptions['fetch'] = (url, init) => {
    asked.push(init);
    return fetch(url, init);
  };
  return { asked, fetch: recording };
}

export function plainReply(body: unknown, status = 200, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    const sent = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(sent);
  };
}

/** The ApiError that a call throws; anything else fails the test. */
export async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const caught: unknown = await promise.then(
    () => new Error('the call succeeded'),
    (error: unknown) => error,
  );
  if (!(caught instanceof ApiError)) throw caught;
  return caught;
}

/** A request as it came over the wire. */
interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (request: WireRequest, response: ServerResponse) => void | Promise<void>;

/** A real HTTP server for all tests of a file, and clients of it, both with envelope v1. */
export function startWire() {
  const codec = createEnvelopeCodec({ codec: 'v1', sharedKey });
  const requests: WireRequest[] = [];
  const unset = plainReply('no answer was set', 500);
  const server = createServer((message, response) => {
    const path = (message.url ?? '').replace(/^\/api\//, '');
    text(message)
      .then((body) => {
        const request = { method: message.method ?? '', path, headers: message.headers, body };
        requests.push(request);
        return wire.answer(request, response);
      })
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  const wire = {
    /** Of the running test, in order. */
    requests,
    /** Set by each test. */
    answer: unset,
    codec,
    client: (more: Partial<ApiClientOptions> = {}): ApiClient => {
      const address = server.address();
      const port = typeof address === 'string' ? '' : String(address?.port);
      const apiBase = `http://127.0.0.1:${port}/api/`;
      return createApiClient({ apiBase, backend: 'reference', codec, fetch, session: () => session, ...more });
    },
    /** The body of the first request, opened. */
    opened: async (): Promise<unknown> => {
      const [request] = requests;
      if (!request) throw new Error('Nothing was sent.');
      return (await codec).open(JSON.parse(request.body), contextOf(request, 'request'));
    },
    /** Answers a request as the reference API does: sealed, with the request's id. */
    sealedReply:
      (value: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
      async (request, response) => {
        const body = JSON.stringify(await (await codec).seal(value, contextOf(request, 'reply')));
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
      },
  };
  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  beforeEach(() => {
    requests.length = 0;
    wire.answer = unset;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return wire;
}
