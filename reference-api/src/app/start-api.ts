import { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSealing } from '../modules/audit-chain/sealer.ts';
import { HEADS_FILE } from '../modules/audit-chain/verify-chain.ts';
import { buildApp, type App } from './app.ts';
import { openConfiguredStore } from './open-store.ts';
import { startHousekeeping } from './housekeeping.ts';
import { systemClock, type Clock } from '../core/time/clock.ts';
import { prepareDemo } from '../modules/demo/prepare-demo.ts';
import type { Settings } from './configuration/environment.ts';
import { ConfigurationError } from '../core/errors/expected-errors.ts';
import type { DispatchTimes } from '../core/gateway/worker-parts.ts';
import { createHttpGateway } from '../core/gateway/http-gateway.ts';
import { createSimulator } from '../core/gateway/simulator.ts';
import { createStreamSealer } from '../core/http/stream-sealer.ts';
import { createFileMailer, createSmtpMailer } from '../core/mail/smtp-mailer.ts';
import { createMetrics, type Metrics, serveMetrics } from '../modules/metrics/metrics.ts';
import { isAuditProtected } from '../modules/set-up/index.ts';
import { EPOCH_SETTING, readSetting } from '../core/store/settings.ts';
import type { Store } from '../core/store/store.ts';

interface ForTests {
  readonly dispatchTimes?: DispatchTimes;
  readonly clock?: Clock;
}

async function build(settings: Settings, store: Store, metrics: Metrics | undefined, forTests: ForTests) {
  const { dispatchTimes, clock = systemClock } = forTests;
  await prepareDemo(store, settings.demo, clock, settings.demoPermissions);
  const { sharedKey, deviceGatewayUrl: url, gatewayCredentials, simulatorDelay, demo } = settings;
  const { smtp, mailFrom, dataDir } = settings;
  return buildApp({
    ...settings,
    clock,
    store,
    dispatchTimes,
    metrics,
    codec: await createEnvelopeCodec({ codec: 'v1', sharedKey }),
    sealer: createStreamSealer(sharedKey),
    gateway: url ? createHttpGateway(url, gatewayCredentials, dispatchTimes) : createSimulator(simulatorDelay),
    mailer: smtp ? createSmtpMailer(smtp, mailFrom) : createFileMailer(join(dataDir, 'mail'), mailFrom),
    mailsPeople: smtp !== undefined || demo,
  });
}

async function listening<Result>(name: string, port: number, listen: () => Promise<Result>): Promise<Result> {
  try {
    return await listen();
  } catch (error) {
    const isTaken = typeof error === 'object' && error !== null && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    const text = `Port ${port} is taken by another program. End that program, or choose another by ${name}.`;
    throw new ConfigurationError(text, { cause: error });
  }
}

async function startMetrics({ metrics: place }: Settings, { server }: App, metrics: Metrics | undefined) {
  if (!place || !metrics) return undefined;
  const onFailure = (error: unknown) => server.log.error({ err: error }, 'the metrics could not be read');
  return listening('METRICS_PORT', place.port, () => serveMetrics(metrics, place, onFailure));
}

async function tellOfDatabase({ db, dialect, schema }: Store, { server: { log } }: App): Promise<void> {
  const newer =
    'the database is of a newer version than this server, which works on it as it is; start the newer server';
  if (schema.ahead.length > 0) log.warn({ ...schema }, newer);
  if (await isAuditProtected(db)) return;
  const advice =
    dialect === 'sqlite'
      ? 'whoever writes the file can change it; compare it with heads that are kept elsewhere'
      : 'the role in DATABASE_URL can change it; give the servers a role of their own by "migrate --grant"';
  log.warn({ advice }, 'THE AUDIT IS NOT PROTECTED BY THE DATABASE');
}

function sealAudit({ dataDir }: Settings, { db }: Store, { server: { log } }: App, clock: Clock) {
  return startSealing({
    db,
    clock,
    async onHead(head) {
      const epoch = (await readSetting(db, EPOCH_SETTING)) ?? '';
      log.info({ ...head, epoch }, 'the head of the audit');
      const line = `${JSON.stringify({ ...head, epoch })}\n`;
      await appendFile(join(dataDir, HEADS_FILE), line, { mode: 0o600, flush: true });
    },
    onFailure: (error) => log.error({ err: error }, 'the audit could not be sealed; trying again'),
  });
}

/** Opens the database, seeds the demo if asked, listens and starts the worker. Throws ConfigurationError. */
export async function startApi(settings: Settings, forTests: ForTests = {}) {
  const { clock = systemClock } = forTests;
  const store = await openConfiguredStore(settings.dataDir, settings.location);
  try {
    const metrics = settings.metrics && createMetrics();
    const app = await build(settings, store, metrics, forTests);
    await tellOfDatabase(store, app);
    const metricsServer = await startMetrics(settings, app, metrics);
    const { port, host } = settings;
    const address = await listening('PORT', port, () => app.server.listen({ port, host })).catch(
      async (error: unknown) => {
        await metricsServer?.close();
        throw error;
      },
    );
    const stopHousekeeping = startHousekeeping({
      db: store.db,
      clock,
      retention: settings.retention,
      telemetryDays: settings.telemetryDays,
      onFailure: (error, step) => app.alarms.raise('housekeeping', error, { step }),
    });
    const stopSealing = sealAudit(settings, store, app, clock);
    app.worker.start();
    return {
      address,
      metricsAddress: metricsServer?.address,
      noteRejection: (error: unknown) => app.alarms.raise('rejection', error),
      /**
       * Finishes current work, then closes the database. Breaks off connections that are still open after half of the
       * shutdown time. May hang if the database hangs; the process must end anyway.
       */
      async close() {
        const deleted = stopHousekeeping();
        const grace = setTimeout(() => app.server.server.closeAllConnections(), settings.shutdownTime / 2);
        await app.server.close().finally(() => clearTimeout(grace));
        await metricsServer?.close();
        await deleted;
        await stopSealing();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
