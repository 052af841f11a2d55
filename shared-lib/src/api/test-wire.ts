import { createEnvelopeCodec, type EnvelopeCodec } from '../crypto/index.ts';
import { ApiError, createApiClient, type ApiClient, type ApiClientOptions } from './index.ts';
import { startWireServer, type WireRequest, type WireServer } from './test-server.ts';

/** The shared key of the wire tests. */
const sharedKey = 'a shared key for the wire';

/** The session of the wire tests. */
export const session = { token: 'token-1', email: 'operator@example.com' };

export const lock = { imei: '004402123456789', action: 'lock' };

/** The transactionId that a request carries, in its header or beside its payload. */
export function idOf(request: WireRequest): string {
  const header = request.headers['x-transaction-id'];
  return typeof header === 'string' ? header : JSON.parse(request.body).transactionId;
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
    sealedReply:
      (value, status = 200, headers = {}) =>
      async (request, response) => {
        const context = {
          direction: 'reply',
          method: request.method,
          path: request.path,
          transactionId: idOf(request),
        } as const;
        const body = JSON.stringify(await codec.seal(value, context));
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body);
      },
  };
}
