import { createEnvelopeCodec, type EnvelopeCodec, type EnvelopeContext } from '../crypto/index.ts';
import { type ApiClient, type ApiClientOptions, ApiError, createApiClient } from './index.ts';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

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

export function plainReply(body: unknown, status = 200, headers: Record<string, string> = {}): WireServer['answer'] {
  return (_request, response) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(text);
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

/** A server at the wire and clients of it, both with envelope v1. */
export interface Wire {
  readonly server: WireServer;
  readonly codec: EnvelopeCodec;
  client(more?: Partial<ApiClientOptions>): ApiClient;
  /** The body of the first request, opened. */
  opened(): Promise<unknown>;
  /** Answers a request as the reference API does: sealed, with the request's id. */
  sealedReply(value: unknown, status?: number, headers?: Record<string, string>): WireServer['answer'];
}

/** Starts a server for one test; close `server` after it. */
export async function startWire(): Promise<Wire> {
  const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey });
  const server = await startWireServer();
  return {
    server,
    codec,
    client: (more = {}) =>
      createApiClient({ apiBase: server.base, backend: 'reference', codec, fetch, session: () => session, ...more }),
    opened: async () => {
      const [request] = server.requests;
      if (!request) throw new Error('Nothing was sent.');
      return codec.open(JSON.parse(request.body), contextOf(request, 'request'));
    },
    sealedReply:
      (value, status = 200, headers = {}) =>
      async (request, response) => {
        const body = JSON.stringify(await codec.seal(value, contextOf(request, 'reply')));
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
      },
  };
}

/** A request as it came over the wire. */
interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Answer = (request: WireRequest, response: ServerResponse) => void | Promise<void>;

/** A real HTTP server for tests of the client; `answer` is exchanged by each test. */
export interface WireServer {
  readonly base: string;
  readonly requests: WireRequest[];
  answer: Answer;
  close(): Promise<void>;
}

async function read(message: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  const path = (message.url ?? '').replace(/^\/api\//, '');
  return { method: message.method ?? '', path, headers: message.headers, body: Buffer.concat(chunks).toString('utf8') };
}

function listening(server: Server): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The test server has no port.'));
      else resolve(address);
    });
  });
}

async function startWireServer(): Promise<WireServer> {
  const server = createServer((message, response) => {
    read(message)
      .then((request) => {
        wire.requests.push(request);
        return wire.answer(request, response);
      })
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });
  const { port } = await listening(server);
  const wire: WireServer = {
    base: `http://127.0.0.1:${port}/api/`,
    requests: [],
    answer: (_request, response) => {
      response.writeHead(500).end('no answer was set');
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return wire;
}
