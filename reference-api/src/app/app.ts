import type { EnvelopeCodec } from '@device-console/shared-lib/crypto';
import { createWebhooks, type WebhookTarget } from '@device-console/shared-lib/telemetry';
import fastify, { type FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { setTimeout } from 'node:timers/promises';
import { DAY, isoAfter, systemClock, type Clock } from '../time/clock.ts';
import type { DeviceGateway } from '../gateway/device-gateway.ts';
import { createCommandWorker, type CommandWorker } from '../gateway/worker.ts';
import { registerResponseHeaders } from '../http/response-headers.ts';
import { registerErrorHandlers } from '../http/error-handlers.ts';
import { registerCalls } from '../http/register-calls.ts';
import { registerCopies } from '../http/register-copies.ts';
import { registerFiles } from '../http/register-files.ts';
import type { StreamSealer } from '../http/stream-sealer.ts';
import type { Mailer } from '../mail/mail.ts';
import { createRetryingMailer, type Wait } from '../mail/retrying-mailer.ts';
import { createPasswords, type Passwords } from '../security/passwords.ts';
import { newSecret } from '../security/tokens.ts';
import type { Platform } from '../services/context.ts';
import { createBatchLists } from '../services/batch-lists.ts';
import { createUploadQuotas } from '../services/upload-quotas.ts';
import { createFailureNotices } from '../services/failure-notices.ts';
import { findOrInsertSetting } from '../store/settings.ts';
import { standardRetention, type Retention } from '../store/retention-table.ts';
import type { Store } from '../store/store.ts';
import { standardQuotas, type Quotas } from '../store/quotas.ts';

/** What the API is made of. */
export interface AppOptions {
  readonly store: Store;
  readonly codec: EnvelopeCodec;
  /** Seals answers that are too long for `codec`, with the same key. */
  readonly sealer: StreamSealer;
  readonly gateway: DeviceGateway;
  readonly mailer: Mailer;
  readonly clock?: Clock | undefined;
  readonly passwords?: Passwords | undefined;
  /** How the pauses between attempts at a mail are waited for. */
  readonly wait?: Wait | undefined;
  /** Mails reach nobody, so links in them stand in the log too; off by default. */
  readonly demo?: boolean | undefined;
  readonly sessionHours: number;
  readonly publicUrl: string;
  readonly emailDomains: readonly string[];
  /** Whom new kinds of failures are told to; nobody by default. */
  readonly webhooks?: readonly WebhookTarget[] | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Addresses or networks of proxies whose X-Forwarded-For is believed; none by default. */
  readonly trustedProxies?: readonly string[] | undefined;
  readonly logLevel?: string | undefined;
  /** Days that things are kept. */
  readonly retention?: Retention | undefined;
  /** How much may be uploaded. */
  readonly quotas?: Quotas | undefined;
  /** Where the log goes, by default to standard output. */
  readonly logStream?: { write(line: string): void } | undefined;
}

/** The API and the worker that carries its commands; closing the app stops the worker first. */
export interface App {
  readonly server: FastifyInstance;
  readonly worker: CommandWorker;
}

const PREFIX = '/api/';

function createServer(options: AppOptions): FastifyInstance {
  return fastify({
    logger: {
      level: options.logLevel ?? 'silent',
      base: null,
      ...(options.logStream ? { stream: options.logStream } : {}),
    },
    trustProxy: options.trustedProxies && options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    routerOptions: { ignoreTrailingSlash: false },
    // Answers under /api/ too, for proxies that pass the console's address on as it is.
    rewriteUrl: (request) =>
      request.url?.startsWith(PREFIX) ? request.url.slice(PREFIX.length - 1) : (request.url ?? '/'),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
  });
}

function webhooksOf(
  { webhooks: targets = [] }: AppOptions,
  { log }: FastifyInstance,
  clock: Clock,
  closing: AbortSignal,
) {
  return createWebhooks({
    targets,
    fetch: (url, init) => fetch(url, init),
    now: () => clock.now().getTime(),
    wait: (milliseconds) => setTimeout(milliseconds, undefined, { signal: closing }),
    onFailure: (text) => log.error({}, text),
  });
}

/** Builds the API; the caller listens, starts the worker, and closes the store after the server. */
export async function buildApp(options: AppOptions): Promise<App> {
  const server = createServer(options);
  const clock = options.clock ?? systemClock;
  const pending = new Set<Promise<void>>();
  const closing = new AbortController();
  const platform: Platform = {
    clock,
    passwords: options.passwords ?? (await createPasswords()),
    demo: options.demo ?? false,
    mailer: createRetryingMailer(options.mailer, closing.signal, options.wait),
    sessionHours: options.sessionHours,
    publicUrl: options.publicUrl,
    emailDomains: options.emailDomains,
    log: server.log,
    failureNotices: createFailureNotices({
      clock,
      webhooks: webhooksOf(options, server, clock, closing.signal),
      warn: (fields, message) => server.log.warn(fields, message),
    }),
    batchLists: createBatchLists(),
    batchesKeptSince: () => isoAfter(clock.now(), -(options.retention ?? standardRetention).batches * DAY),
    uploadQuotas: createUploadQuotas(options.quotas ?? standardQuotas),
    cursorKey: await findOrInsertSetting(options.store.db, 'report_cursor_key', newSecret()),
    runInBackground(work) {
      const tracked = work.finally(() => pending.delete(tracked));
      pending.add(tracked);
    },
  };
  const worker = createCommandWorker({ store: options.store, gateway: options.gateway, clock, log: server.log });
  const parts = {
    store: options.store,
    codec: options.codec,
    sealer: options.sealer,
    platform,
    wake: () => worker.wake(),
  };
  registerResponseHeaders(server, options.allowedOrigins ?? []);
  registerErrorHandlers(server);
  registerCalls(server, parts);
  registerCopies(server, parts);
  registerFiles(server, parts);
  server.get('/healthz', async () => {
    await sql`select 1`.execute(options.store.db);
    return { status: 'success', message: 'ready', database: options.store.dialect, gateway: options.gateway.name };
  });
  server.addHook('onClose', async () => {
    closing.abort();
    await worker.stop();
    await Promise.all(pending);
  });
  return { server, worker };
}
