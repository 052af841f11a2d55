import { securityHeaders } from '@device-console/shared-lib/contract/server';
import fastify from 'fastify';
import type { Metrics } from './metrics.ts';

/** A server for metrics, apart from the API's: whoever reaches its port can read them. */
export interface MetricsServer {
  readonly address: string;
  close(): Promise<void>;
}

interface MetricsPlace {
  readonly port: number;
  readonly host: string;
}

/** Serves the figures at `/metrics`, and nothing else. */
export async function serveMetrics(
  metrics: Metrics,
  { port, host }: MetricsPlace,
  onFailure: (error: unknown) => void,
): Promise<MetricsServer> {
  const server = fastify({ exposeHeadRoutes: false, forceCloseConnections: true });
  server.addHook('onRequest', async (_request, reply) => {
    void reply.headers({ ...securityHeaders.data, 'cache-control': 'no-store' });
  });
  server.setErrorHandler((error, _request, reply) => {
    onFailure(error);
    return reply.code(500).send('The figures could not be read; the log of the API says why.');
  });
  server.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  return { address: await server.listen({ port, host }), close: () => server.close() };
}
