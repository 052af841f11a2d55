import type { EnvelopeCodec } from '@device-console/shared-lib/crypto';
import { setTimeout } from 'node:timers/promises';
import { DAY, isoAfter, MINUTE, systemClock, type Clock } from '../core/time/clock.ts';
import type { DeviceGateway } from '../core/gateway/device-gateway.ts';
import type { DispatchTimes } from '../core/gateway/worker-parts.ts';
import { measuredGateway, type Metrics } from '../modules/metrics/metrics.ts';
import { registerCallbacks } from '../modules/provider-callbacks/index.ts';
import { createCommandWorker, type CommandWorker } from '../core/gateway/worker.ts';
import { createServer } from '../core/http/create-server.ts';
import { registerHealth } from '../modules/metrics/register-health.ts';
import { registerRequestFacts } from '../core/http/request-facts.ts';
import { registerResponseHeaders } from '../core/http/response-headers.ts';
import { registerErrorHandlers } from '../core/http/error-handlers.ts';
import { registerCalls } from '../core/http/register-calls.ts';
import { registerCopies } from '../core/http/register-copies.ts';
import { registerFiles } from '../core/http/register-files.ts';
import { factorsBy } from '../modules/second-factors/index.ts';
import { identityRulesOf } from '../modules/second-factors/identity-rules.ts';
import { singleSignOnBy, registerSignIn, type SignOn } from '../modules/single-sign-on/index.ts';
import type { StreamSealer } from '../core/http/stream-sealer.ts';
import { createRetryingMailer, type Mailer } from '../core/mail/mail.ts';
import { createCapacity } from '../core/security/capacity.ts';
import { boundPasswords, createPasswords, type Passwords } from '../core/security/passwords.ts';
import { createRefusedTokens } from '../core/security/refused-tokens.ts';
import { createFailedAttempts } from '../core/security/throttle.ts';
import { newSecret, tokensOf } from '../core/security/tokens.ts';
import { createBudgetRules } from '../modules/budgets/index.ts';
import type { Platform } from '../core/calls/context.ts';
import { createCommandWatch, watchTimes, type WatchTimes } from '../modules/changes/index.ts';
import { createBatchLists } from '../core/batches/batch-lists.ts';
import { createUploadQuotas } from '../modules/upload-quotas/index.ts';
import { createFailureNotices, createFailureWebhooks } from '../modules/telemetry/index.ts';
import { createTallies } from '../modules/operations/gateway-figures.ts';
import { reconcileRound, beginReconcile } from '../modules/operations/reconcile.ts';
import { explainRefusal } from '../modules/operator-audit/index.ts';
import { letIn } from '../modules/containment/contain-one.ts';
import type { Settings } from './configuration/environment.ts';
import { modules } from './modules.ts';
import type { ApiModule } from '../core/module.ts';
import { readingPathsOf } from '../core/calls/call.ts';
import { anonymousCalls, tokenCalls } from './calls.ts';
import { enterEpoch } from '../core/store/dispatch.ts';
import { findOrInsertSetting } from '../core/store/settings.ts';
import type { Store } from '../core/store/store.ts';
import { lastGood } from './last-good.ts';
import { registerServices, type ServiceWaits } from '../modules/team-services/index.ts';
import { createAlarms } from './alarms.ts';

export interface AppOptions extends Omit<Settings, 'singleSignOn' | 'metrics'> {
  readonly store: Store;
  readonly codec: EnvelopeCodec;
  /** Seals answers that are too long for `codec`, with the same key. */
  readonly sealer: StreamSealer;
  readonly gateway: DeviceGateway;
  readonly dispatchTimes?: DispatchTimes | undefined;
  readonly serviceWaits?: ServiceWaits | undefined;
  readonly mailer: Mailer;
  readonly clock?: Clock | undefined;
  readonly passwords?: Passwords | undefined;
  /** True if mails reach people, so that they can be invited. */
  readonly mailsPeople: boolean;
  readonly singleSignOn?: SignOn | undefined;
  readonly metrics?: Metrics | undefined;
  /** Milliseconds that a large body waits for its turn; 20 seconds by default. */
  readonly largeBodyWait?: number | undefined;
  /** How long the answer to a flood of refused tokens is delayed, in milliseconds; default 200. */
  readonly floodAnswerMs?: number | undefined;
  readonly watchTimes?: WatchTimes | undefined;
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

/**
 * Builds the API and the worker that sends its commands. The caller listens, starts the worker, and closes the server,
 * which also stops the worker, and then the store.
 */
export async function buildApp(options: AppOptions) {
  const server = createServer(options);
  const { log } = server;
  const { store, codec, sealer, metrics, singleSignOn: signOn, commandLifetime: lifetime } = options;
  const { demo, mailsPeople, publicUrl, emailDomains, approvals, firstPasswordDays, commandsPerMinute } = options;
  const { sessionHours: hours, sessionIdleMinutes: idle, sessionsPerAccount: most } = options;
  const gateway = metrics ? measuredGateway(options.gateway, metrics.gatewayCall) : options.gateway;
  const clock = options.clock ?? systemClock;
  const alarms = createAlarms(log, metrics);
  const tally = createTallies(metrics?.acknowledged);
  const pending = new Set<Promise<void>>();
  const closing = new AbortController();
  const tokens = await tokensOf(store.db);
  const deployment = await enterEpoch(store.db, beginReconcile);
  const identity = identityRulesOf(options);
  const wait = options.largeBodyWait ?? LARGE_BODY_WAIT;
  const platform: Platform = {
    ...{ clock, log, tokens, identity, signOn, explainRefusal, letIn },
    ...{ demo, mailsPeople, publicUrl, emailDomains, approvals, firstPasswordDays },
    passwords: boundPasswords(options.passwords ?? (await createPasswords())),
    failedAttempts: createFailedAttempts(),
    refusedTokens: createRefusedTokens(clock, { heldMs: options.floodAnswerMs, tokens }),
    largeBodies: createCapacity({ what: 'other large files', units: LARGE_BODIES, wait, sealed: false }),
    mailer: createRetryingMailer(options.mailer, closing.signal),
    sessions: { hours, idle: idle === null ? undefined : idle * MINUTE, most },
    keys: options.keyRules,
    factors: factorsBy(identity),
    singleSignOn: signOn && singleSignOnBy(signOn),
    accountClosed: modules.flatMap((module: ApiModule) => module.accountClosed ?? []),
    commands: { gateway, deployment, lifetime, perMinute: commandsPerMinute },
    uploadQuotas: createUploadQuotas(options.quotas),
    budgets: createBudgetRules(options.budgets),
    beforeSend: modules.flatMap((module: ApiModule) => module.beforeSend ?? []),
    failureNotices: createFailureNotices(
      createFailureWebhooks(options.webhooks, log, clock, closing.signal),
      clock,
      log,
    ),
    commandWatch: createCommandWatch(store.db, options.watchTimes ?? watchTimes),
    readingPaths: readingPathsOf(tokenCalls),
    batchLists: createBatchLists(),
    batchesKeptSince: () => isoAfter(clock.now(), -options.retention.batches * DAY),
    outcomesKeptSince: () => isoAfter(clock.now(), -options.retention.outcomes * DAY),
    cursorKey: await findOrInsertSetting(store.db, 'report_cursor_key', newSecret()),
    runInBackground(work) {
      const tracked = work
        .catch((error: unknown) => alarms.raise('background', error))
        .finally(() => pending.delete(tracked));
      pending.add(tracked);
    },
  };
  const worker = createCommandWorker({
    ...{ store, gateway, clock, log, tally, lifetime, commandsPerMinute, times: options.dispatchTimes },
    held: reconcileRound,
    fault: alarms.raise,
  });
  const parts = { store, codec, sealer, platform, tokenCalls, anonymousCalls, wake: () => worker.wake() };
  registerResponseHeaders(server, options.allowedOrigins, gateway.name);
  registerRequestFacts(server, metrics?.request);
  metrics?.watch({ store, clock, gateway: gateway.name, largeBodies: platform.largeBodies.inUse });
  registerErrorHandlers(server, parts);
  registerCalls(server, parts);
  registerCopies(server, parts);
  registerFiles(server, parts);
  registerSignIn(server, parts);
  if (options.teamServices)
    registerServices(server, parts, lastGood(options.teamServices, alarms.raise), options.serviceWaits);
  registerHealth(server, { store, gateway: gateway.name, clock, ...alarms });
  const secrets = options.callbackSecrets && lastGood(options.callbackSecrets, alarms.raise);
  registerCallbacks(server, { ...options, clock, tally }, secrets);
  server.addHook('preClose', async () => platform.commandWatch.close());
  server.addHook('onClose', async () => {
    closing.abort();
    await endDispatch(worker, options.gateway);
    await Promise.all(pending);
  });
  return { server, worker, alarms };
}
