import { securityHeaders } from '@device-console/shared-lib/contract/server';
import fastify, { LogController, type FastifyError, type FastifyInstance, type FastifyReply } from 'fastify';
import { randomUUID } from 'node:crypto';

const SECOND = 1000;

/** How long the server waits for whom, in milliseconds. */
export interface ServerTimes {
  /** For the headers of a request. */
  readonly headers: number;
  /** For all of a request, its body included: longer than the page waits for an upload. */
  readonly request: number;
  /**
   * For the next request on a connection: longer than a proxy keeps one (nginx: 60 s), so that none is closed just
   * when the proxy sends on it.
   */
  readonly keepAlive: number;
  /** For any byte in either direction, such as of a reader who does not read. */
  readonly idle: number;
}

const times: ServerTimes = {
  headers: 15 * SECOND,
  request: 130 * SECOND,
  keepAlive: 75 * SECOND,
  idle: 150 * SECOND,
};

const REQUESTS_PER_CONNECTION = 10_000;
const CONNECTIONS = 2_000;
/** How often connections are looked through for those whose time is up. */
const CHECK_EVERY = 1 * SECOND;

const PREFIX = '/api/';

/** What the server is made with. */
interface ServerOptions {
  readonly logLevel?: string | undefined;
  readonly logStream?: { write(line: string): void } | undefined;
  readonly trustedProxies?: readonly string[] | undefined;
  readonly times?: Partial<ServerTimes> | undefined;
}

/** What is refused before it has a route passes no hook. */
function refuseAddress({ statusCode = 400 }: FastifyError, reply: FastifyReply): void {
  const body = { status: 'error', message: 'The address of the request could not be read.' };
  void reply.code(statusCode).headers(securityHeaders.data).send(body);
}

/**
 * Not the stream that pino makes of it: at the end of the process that one tries for ever to write its last line to a
 * reader that is gone.
 */
const standardOutput = { write: (line: string) => void process.stdout.write(line) };

/** Makes the HTTP server, without routes. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { headers, request, keepAlive, idle } = { ...times, ...options.times };
  const app = fastify({
    logger: {
      level: options.logLevel ?? 'silent',
      base: null,
      stream: options.logStream ?? standardOutput,
    },
    // One line a request is enough, and it is written when its end is known.
    logController: new LogController({ disableRequestLogging: true }),
    // Unlike for all servers and restarts; an id from outside could be anybody's.
    genReqId: () => randomUUID(),
    trustProxy: options.trustedProxies && options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    routerOptions: { ignoreTrailingSlash: false },
    // Answers under /api/ too, for proxies that pass the console's address on as it is.
    rewriteUrl: ({ url = '/' }) => (url.startsWith(PREFIX) ? url.slice(PREFIX.length - 1) : url),
    exposeHeadRoutes: false,
    frameworkErrors: (error, _request, reply) => refuseAddress(error, reply),
    forceCloseConnections: 'idle',
    requestTimeout: request,
    keepAliveTimeout: keepAlive,
    connectionTimeout: idle,
    maxRequestsPerSocket: REQUESTS_PER_CONNECTION,
    http: { headersTimeout: headers, connectionsCheckingInterval: CHECK_EVERY },
  });
  app.server.maxConnections = CONNECTIONS;
  return app;
}
