import { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildApp, type App } from './app.ts';
import { startHousekeeping } from './housekeeping.ts';
import { systemClock } from '../time/clock.ts';
import { prepareDemo } from '../demo/prepare-demo.ts';
import type { Settings } from '../configuration/environment.ts';
import { ConfigurationError } from '../errors/expected-errors.ts';
import { createHttpGateway } from '../gateway/http-gateway.ts';
import { createSimulator } from '../gateway/simulator.ts';
import { createStreamSealer } from '../http/stream-sealer.ts';
import { createFileMailer, type Mailer } from '../mail/mail.ts';
import { createSmtpMailer } from '../mail/smtp-mailer.ts';
import { openStore, type Store } from '../store/store.ts';

/** A running API. */
interface RunningApi {
  readonly address: string;
  /** Finishes what is in hand, then closes the database. */
  close(): Promise<void>;
}

function mailerOf({ smtp, mailFrom, dataDir }: Settings): Mailer {
  return smtp ? createSmtpMailer(smtp, mailFrom) : createFileMailer(join(dataDir, 'mail'), mailFrom);
}

async function build(settings: Settings, store: Store): Promise<App> {
  await prepareDemo(store, settings.demo, systemClock);
  return buildApp({
    store,
    codec: await createEnvelopeCodec({ codec: 'v1', sharedKey: settings.sharedKey }),
    sealer: createStreamSealer(settings.sharedKey),
    gateway: settings.deviceGatewayUrl
      ? createHttpGateway(settings.deviceGatewayUrl)
      : createSimulator(settings.simulatorDelay),
    mailer: mailerOf(settings),
    demo: settings.demo,
    sessionHours: settings.sessionHours,
    publicUrl: settings.publicUrl,
    emailDomains: settings.emailDomains,
    allowedOrigins: settings.allowedOrigins,
    trustedProxies: settings.trustedProxies,
    webhooks: settings.webhooks,
    logLevel: settings.logLevel,
    retention: settings.retention,
    quotas: settings.quotas,
  });
}

/** A port that is taken is the operator's to change, as a setting is. */
async function listen({ server }: App, { port, host }: Settings): Promise<string> {
  try {
    return await server.listen({ port, host });
  } catch (error) {
    const isTaken = typeof error === 'object' && error !== null && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    const text = `Port ${port} is taken by another program. End that program, or choose another by PORT.`;
    throw new ConfigurationError(text, { cause: error });
  }
}

/** Opens the database, seeds the demo where asked, listens and starts the worker. Throws ConfigurationError. */
export async function startApi(settings: Settings): Promise<RunningApi> {
  await mkdir(settings.dataDir, { recursive: true, mode: 0o700 });
  const store = await openStore(settings.location);
  try {
    const app = await build(settings, store);
    const address = await listen(app, settings);
    const stopHousekeeping = startHousekeeping({
      db: store.db,
      clock: systemClock,
      retention: settings.retention,
      telemetryDays: settings.telemetryDays,
      onFailure: (error) => app.server.log.error({ err: error }, 'old rows could not be deleted'),
    });
    app.worker.start();
    return {
      address,
      async close() {
        await stopHousekeeping();
        await app.server.close();
        await store.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
