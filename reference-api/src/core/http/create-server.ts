import { securityHeaders } from '@device-console/shared-lib/contract/server';
import fastify, { LogController, type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';

const SECOND = 1000;

/** Milliseconds. */
const times = {
  headers: 15 * SECOND,
  /** For a request with its body: longer than the page waits for an upload. */
  request: 130 * SECOND,
  /** Longer than a proxy keeps a connection (nginx: 60 s): none is closed just when the proxy sends on it. */
  keepAlive: 75 * SECOND,
  /** For any byte in either direction, for example while a client does not read. */
  idle: 150 * SECOND,
};

const PREFIX = '/api/';

interface ServerOptions {
  readonly logLevel?: string | undefined;
  readonly logStream?: { write(line: string): void } | undefined;
  readonly trustedProxies?: readonly string[] | undefined;
  readonly times?: Partial<typeof times> | undefined;
}

/** Requests rejected before routing skip all hooks. */
function refuseAddress({ statusCode = 400 }: FastifyError, reply: FastifyReply): void {
  const body = { status: 'error', message: 'The address of the request could not be read.' };
  void reply.code(statusCode).headers(securityHeaders.data).send(body);
}

/** Not pino's own stream: as the process ends it tries for ever to write its last line to a reader that is gone. */
const standardOutput = { write: (line: string) => void process.stdout.write(line) };

export function createServer(options: ServerOptions): FastifyInstance {
  const { headers, request, keepAlive, idle } = { ...times, ...options.times };
  const app = fastify({
    logger: { level: options.logLevel ?? 'silent', base: null, stream: options.logStream ?? standardOutput },
    // One line per request, at its end.
    logController: new LogController({ disableRequestLogging: true }),
    // Unique across servers and restarts. An id from outside could belong to anybody.
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies && options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    routerOptions: { ignoreTrailingSlash: false },
    // Answers under /api/ too, for proxies that keep the console's path.
    rewriteUrl: ({ url = '/' }) => (url.startsWith(PREFIX) ? url.slice(PREFIX.length - 1) : url),
    exposeHeadRoutes: false,
    frameworkErrors: (error, _request, reply) => refuseAddress(error, reply),
    forceCloseConnections: 'idle',
    // What was taken is answered: a call sent again would find the other instance, but not every caller sends again.
    return503OnClosing: false,
    requestTimeout: request,
    keepAliveTimeout: keepAlive,
    connectionTimeout: idle,
    maxRequestsPerSocket: 10_000,
    http: { headersTimeout: headers, connectionsCheckingInterval: SECOND },
  });
  app.server.maxConnections = 2_000;
  return app;
}
