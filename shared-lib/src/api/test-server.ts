import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came over the wire. */
export interface WireRequest {
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

export async function startWireServer(): Promise<WireServer> {
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
