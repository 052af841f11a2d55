import type { EnvelopeCodec } from '@device-console/shared-lib/crypto';
import { setTimeout } from 'node:timers/promises';
import { MINUTE, systemClock, type Clock } from '../core/time/clock.ts';
import type { DeviceGateway } from '../core/gateway/device-gateway.ts';
import { type DispatchTimes, noTally, type WorkerParts } from '../core/gateway/worker-parts.ts';
import { measuredGateway } from '../core/gateway/measured-gateway.ts';
import { createCommandWorker, type CommandWorker } from '../core/gateway/worker.ts';
import { createServer } from '../core/http/create-server.ts';
import { observedBy } from '../core/observer.ts';
import { registerHealth } from '../core/http/register-health.ts';
import { registerRequestFacts } from '../core/http/request-facts.ts';
import { registerResponseHeaders } from '../core/http/response-headers.ts';
import { registerErrorHandlers } from '../core/http/error-handlers.ts';
import { registerCalls } from '../core/http/register-calls.ts';
import { registerCopies } from '../core/http/register-copies.ts';
import { registerFiles } from '../core/http/register-files.ts';
import type { StreamSealer } from '../core/http/stream-sealer.ts';
import { createRetryingMailer, type Mailer } from '../core/mail/mail.ts';
import { createCapacity } from '../core/security/capacity.ts';
import { boundPasswords, createPasswords, type Passwords } from '../core/security/passwords.ts';
import { createRefusedTokens } from '../core/security/refused-tokens.ts';
import { createFailedAttempts } from '../core/security/throttle.ts';
import { newSecret, tokensOf } from '../core/security/tokens.ts';
import type { Platform } from '../core/calls/context.ts';
import { createBatchLists } from '../core/batches/batch-lists.ts';
import type { Settings } from './configuration/environment.ts';
import { beginEpoch, modules } from './modules.ts';
import type { ApiModule, ModuleParts, Started } from '../core/module.ts';
import { platformDefaults } from './platform-defaults.ts';
import { readingPathsOf } from '../core/calls/call.ts';
import { anonymousCalls, tokenCalls } from './calls.ts';
import { enterEpoch } from '../core/store/dispatch.ts';
import { findOrInsertSetting } from '../core/store/settings.ts';
import type { Store } from '../core/store/store.ts';
import { createAlarms } from './alarms.ts';

export interface AppOptions extends Settings {
  readonly store: Store;
  readonly codec: EnvelopeCodec;
  /** Seals answers that are too long for `codec`, with the same key. */
  readonly sealer: StreamSealer;
  readonly gateway: DeviceGateway;
  readonly dispatchTimes?: DispatchTimes | undefined;
  readonly mailer: Mailer;
  readonly clock?: Clock | undefined;
  readonly passwords?: Passwords | undefined;
  /** True if mails reach people, so that they can be invited. */
  readonly mailsPeople: boolean;
  /** Milliseconds that a large body waits for its turn; 20 seconds by default. */
  readonly largeBodyWait?: number | undefined;
  /** How long the answer to a flood of refused tokens is delayed, in milliseconds; default 200. */
  readonly floodAnswerMs?: number | undefined;
  readonly logStream?: { write(line: string): void } | undefined;
}

export type App = Awaited<ReturnType<typeof buildApp>>;

/** Megabytes of bodies above 256 KB in memory at once: two lists of a million devices. */
const LARGE_BODIES = 64;
const LARGE_BODY_WAIT = 20_000;
/** How long shutdown waits for the provider's last answers, in milliseconds. */
const LAST_ANSWERS = 1_000;

/**
 * Lets the worker finish its current work. If the provider does not answer in time, cuts the connection: commands on
 * their way are sent again with the same keys at the next start.
 */
async function endDispatch(worker: CommandWorker, gateway: DeviceGateway): Promise<void> {
  const stopped = worker.stop();
  await Promise.race([stopped, setTimeout(LAST_ANSWERS, undefined, { ref: false })]);
  await gateway.close?.();
  await stopped;
}

/** Begins what modules run beside the server, in their order; `close` ends it in the opposite order. */
async function startAll(all: readonly ApiModule[], own: ModuleParts) {
  const started: (Started & Pick<ApiModule, 'name'>)[] = [];
  const close = async () => {
    for (const one of started.splice(0).toReversed()) await one.close?.();
  };
  try {
    for (const { name, start } of all) if (start) started.push({ name, ...(await start(own)) });
  } catch (error) {
    await close();
    throw error;
  }
  const addresses = new Map(started.flatMap(({ name, address }) => (address === undefined ? [] : [[name, address]])));
  return { addresses, close };
}

/**
 * Builds the API and the worker that sends its commands. The caller listens, starts the worker, and closes the server,
 * which also stops the worker, and then the store.
 */
export async function buildApp(options: AppOptions) {
  const server = createServer(options);
  const { log } = server;
  const { store, codec, sealer, commandLifetime: lifetime } = options;
  const { demo, mailsPeople, publicUrl, emailDomains, firstPasswordDays, commandsPerMinute } = options;
  const { sessionHours: hours, sessionIdleMinutes: idle, sessionsPerAccount: most } = options;
  const all: readonly ApiModule[] = modules;
  const observer = observedBy(all.flatMap((module) => module.observer?.(options) ?? []));
  const gateway = measuredGateway(options.gateway, observer.gatewayCall);
  const clock = options.clock ?? systemClock;
  const alarms = createAlarms(log, observer);
  const pending = new Set<Promise<void>>();
  const closing = new AbortController();
  const tokens = await tokensOf(store.db);
  const deployment = await enterEpoch(store.db, beginEpoch);
  const working: Pick<WorkerParts, 'tally' | 'held'> = Object.assign(
    {},
    ...all.map((module) => module.worker?.(observer)),
  );
  const tally = working.tally ?? noTally;
  const own: ModuleParts = {
    ...{ settings: options, store, clock, log, tally },
    closing: closing.signal,
    raise: alarms.raise,
  };
  const wait = options.largeBodyWait ?? LARGE_BODY_WAIT;
  const core = {
    ...{ clock, log, tokens, demo, mailsPeople, publicUrl, emailDomains, firstPasswordDays },
    passwords: boundPasswords(options.passwords ?? (await createPasswords())),
    failedAttempts: createFailedAttempts(),
    refusedTokens: createRefusedTokens(clock, { heldMs: options.floodAnswerMs, tokens }),
    largeBodies: createCapacity({ what: 'other large files', units: LARGE_BODIES, wait, sealed: false }),
    mailer: createRetryingMailer(options.mailer, closing.signal),
    sessions: { hours, idle: idle === null ? undefined : idle * MINUTE, most },
    keys: options.keyRules,
    accountClosed: all.flatMap((module) => module.accountClosed ?? []),
    commands: { gateway, deployment, lifetime, perMinute: commandsPerMinute },
    whenContained: all.flatMap((module) => module.whenContained ?? []),
    beforeSend: all.flatMap((module) => module.beforeSend ?? []),
    readingPaths: readingPathsOf(tokenCalls),
    batchLists: createBatchLists(),
    cursorKey: await findOrInsertSetting(store.db, 'report_cursor_key', newSecret()),
    runInBackground(work: Promise<void>) {
      const tracked: Promise<void> = work
        .catch((error: unknown) => alarms.raise('background', error))
        .finally(() => pending.delete(tracked));
      pending.add(tracked);
    },
  };
  // Each module adds what it declares in `interface Platform`.
  const platform = Object.assign(
    {},
    platformDefaults,
    core,
    ...all.map((module) => module.platform?.(own)),
  ) as Platform;
  const worker = createCommandWorker({
    ...{ store, gateway, clock, log, lifetime, commandsPerMinute, times: options.dispatchTimes },
    ...working,
    fault: alarms.raise,
  });
  const parts = { store, codec, sealer, platform, tokenCalls, anonymousCalls, wake: () => worker.wake() };
  registerResponseHeaders(server, options.allowedOrigins, gateway);
  registerRequestFacts(server, observer.request);
  registerErrorHandlers(server, parts);
  registerCalls(server, parts);
  registerCopies(server, parts);
  registerFiles(server, parts);
  registerHealth(server, { store, gateway: gateway.name, clock, ...alarms });
  for (const module of all) module.routes?.(server, parts, own);
  server.addHook('onClose', async () => {
    closing.abort();
    await endDispatch(worker, options.gateway);
    await Promise.all(pending);
  });
  const answerWaiting = (): void => {
    for (const module of all) module.answerWaiting?.(platform);
  };
  return { server, worker, alarms, answerWaiting, start: () => startAll(all, own) };
}
