import { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
import { join } from 'node:path';
import { buildApp, type App } from './app.ts';
import { gateways, modules } from './modules.ts';
import { appendOnly, openConfiguredStore } from './open-store.ts';
import { startHousekeeping } from './housekeeping.ts';
import { systemClock, type Clock } from '../core/time/clock.ts';
import type { Settings } from './configuration/environment.ts';
import type { DeviceGateway } from '../core/gateway/device-gateway.ts';
import type { DispatchTimes } from '../core/gateway/worker-parts.ts';
import { createHttpGateway } from '../core/gateway/http-gateway.ts';
import { createSimulator } from '../core/gateway/simulator.ts';
import { createStreamSealer } from '../core/http/stream-sealer.ts';
import { createFileMailer, createSmtpMailer } from '../core/mail/smtp-mailer.ts';
import { isAuditProtected } from '../core/audit/audit-protection.ts';
import { listening } from '../core/http/listening.ts';
import type { ApiModule } from '../core/module.ts';
import type { Store } from '../core/store/store.ts';

interface ForTests {
  readonly dispatchTimes?: DispatchTimes;
  readonly clock?: Clock;
}

/** A provider's at an address, a module's, or simulated phones. */
function gatewayOf(settings: Settings, clock: Clock, times: DispatchTimes | undefined): DeviceGateway {
  const { deviceGatewayUrl: url, gatewayCredentials, gatewayName = '', simulatorDelay } = settings;
  if (url !== undefined) return createHttpGateway(url, gatewayCredentials, times);
  return gateways.get(gatewayName)?.create(settings, clock, times) ?? createSimulator(simulatorDelay);
}

async function build(settings: Settings, store: Store, forTests: ForTests) {
  const { dispatchTimes, clock = systemClock } = forTests;
  for (const { prepare } of modules as readonly ApiModule[]) await prepare?.(store, settings, clock);
  const { sharedKey, demo, smtp, mailFrom, dataDir } = settings;
  return buildApp({
    ...settings,
    clock,
    store,
    dispatchTimes,
    codec: await createEnvelopeCodec({ codec: 'v1', sharedKey }),
    sealer: createStreamSealer(sharedKey),
    gateway: gatewayOf(settings, clock, dispatchTimes),
    mailer: smtp ? createSmtpMailer(smtp, mailFrom) : createFileMailer(join(dataDir, 'mail'), mailFrom),
    mailsPeople: smtp !== undefined || demo,
  });
}

async function tellOfDatabase({ db, dialect, schema }: Store, { server: { log } }: App): Promise<void> {
  const newer =
    'the database is of a newer version than this server, which works on it as it is; start the newer server';
  if (schema.ahead.length > 0) log.warn({ ...schema }, newer);
  if (await isAuditProtected(db, Object.keys(appendOnly))) return;
  const advice =
    dialect === 'sqlite'
      ? 'whoever writes the file can change it; compare it with heads that are kept elsewhere'
      : 'the role in DATABASE_URL can change it; give the servers a role of their own by "migrate --grant"';
  log.warn({ advice }, 'THE AUDIT IS NOT PROTECTED BY THE DATABASE');
}

/** Opens the database, listens and starts the worker. Throws ConfigurationError. */
export async function startApi(settings: Settings, forTests: ForTests = {}) {
  const { clock = systemClock } = forTests;
  const store = await openConfiguredStore(settings.dataDir, settings.location);
  try {
    const app = await build(settings, store, forTests);
    await tellOfDatabase(store, app);
    const beside = await app.start();
    const { port, host } = settings;
    const address = await listening('PORT', port, () => app.server.listen({ port, host })).catch(
      async (error: unknown) => {
        await beside.close();
        throw error;
      },
    );
    const stopHousekeeping = startHousekeeping({
      db: store.db,
      clock,
      settings,
      onFailure: (error, step) => app.alarms.raise('housekeeping', error, { step }),
    });
    app.worker.start();
    return {
      address,
      /** Of what listens beside the server, by module. */
      addresses: beside.addresses,
      noteRejection: (error: unknown) => app.alarms.raise('rejection', error),
      answerWaiting: app.answerWaiting,
      /**
       * Finishes current work, then closes the database. Breaks off connections that are still open after half of the
       * shutdown time. May hang if the database hangs; the process must end anyway.
       */
      async close() {
        const deleted = stopHousekeeping();
        const grace = setTimeout(() => app.server.server.closeAllConnections(), settings.shutdownTime / 2);
        await app.server.close().finally(() => clearTimeout(grace));
        await deleted;
        await beside.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
