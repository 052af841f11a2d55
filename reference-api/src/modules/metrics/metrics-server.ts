import { securityHeaders } from '@device-console/shared-lib/contract/server';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './metrics.ts';

/** A server of figures, apart from the API's: who may read them is decided by who reaches its port. */
export interface MetricsServer {
  readonly address: string;
  close(): Promise<void>;
}

/** Where it listens. */
interface MetricsPlace {
  readonly port: number;
  readonly host: string;
}

async function answer(metrics: Metrics, { method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (method !== 'GET' || url?.split('?')[0] !== '/metrics') {
    response.writeHead(404, securityHeaders.data).end('There is GET /metrics and nothing else.\n');
    return;
  }
  const text = await metrics.text();
  response
    .writeHead(200, { ...securityHeaders.data, 'content-type': metrics.contentType, 'cache-control': 'no-store' })
    .end(text);
}

/** Serves the figures at `/metrics`. */
export async function serveMetrics(
  metrics: Metrics,
  { port, host }: MetricsPlace,
  onFailure: (error: unknown) => void,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    answer(metrics, request, response).catch((error: unknown) => {
      onFailure(error);
      response.destroy();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  return {
    address: `http://${host}:${taken}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
