import type { AppOptions } from '../app/app.ts';
import { createHttpGateway } from '../core/gateway/http-gateway.ts';
import type { StoreLocation } from '../core/store/store.ts';
import { current, fresh } from './fixtures.ts';
import { startProvider } from './provider/provider.ts';
import { startTestApi, type TestApi } from './test-api.ts';
import { TestClock } from './test-clock.ts';

export const CALLBACK_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

/** For the module of callbacks, which a provider may do without. */
export const callbacks = { callbackSecrets: () => [CALLBACK_SECRET] };

/** Why dispatch is turned or decided on. */
export const OPERATING = 'Asked for by the head of operations';

/** Starts the API with a real provider behind it. */
async function startDispatchedApi(location?: StoreLocation, more: Partial<AppOptions> = {}) {
  const provider = await startProvider({ clock: new TestClock() });
  const api = await startTestApi(location, {
    gateway: createHttpGateway(provider.url),
    sessionHours: 720,
    ...callbacks,
    ...more,
  });
  return {
    api,
    provider,
    admin: await api.as('admin'),
    superadmin: await api.as('superadmin'),
    async close() {
      await api.close();
      await provider.close();
    },
  };
}

/** Starts a provider and an API, for each test of a `describe` or once, on a database that `newLocation` makes. */
export function dispatched(newLocation?: () => Promise<StoreLocation>, more?: Partial<AppOptions>, made = fresh) {
  const running = made(async () => startDispatchedApi(await newLocation?.(), more));
  /** Sends a command in the name of the admin. */
  const send = (imei: string, action?: string) => running.admin.send(imei, action);
  return {
    api: current(() => running.api),
    provider: current(() => running.provider),
    admin: current(() => running.admin),
    superadmin: current(() => running.superadmin),
    send,
    /** Sends a command to each phone, and lets the worker go on until nothing is due. */
    async handOver(imeis: string | readonly string[], action?: string) {
      for (const imei of [imeis].flat()) await send(imei, action);
      await settled(running.api);
    },
    /** Returns the states of all commands, in the order in which they were taken. */
    states: async () => (await running.api.commands()).map(({ status }) => status),
    /** Returns what the provider has of each command, in the order in which it took them. */
    kept: () => [...running.provider.state.commands.values()],
    /** Pauses dispatch or lets it go on. */
    turn: (dispatch: 'paused' | 'running') =>
      running.superadmin.ask('operationsDispatch', { dispatch, reason: OPERATING }),
    /** Decides on the commands of some keys, or of a filter. */
    decide: (decision: 'cancel' | 'retry', which: object) =>
      running.superadmin.ask('operationsDecide', { decision, reason: OPERATING, ...which }),
  };
}

/** Runs a worker until nothing is due. */
export async function settled({ worker }: Pick<TestApi, 'worker'>): Promise<void> {
  while ((await worker.runOnce()) > 0);
}

/** Lets time pass, and then a worker until nothing is due. */
export async function later({ worker, clock }: Pick<TestApi, 'worker' | 'clock'>, milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  await settled({ worker });
}
