import fc from 'fast-check';
import { callbacks, settled } from '../../testing/dispatched-api.ts';
import { startHttpPhones } from '../../testing/phones/http-phones.ts';
import { startKnoxPhones } from '../../modules/knox-guard/testing/knox-phones.ts';
import type { Fault } from '../../testing/provider/provider.ts';
import { startTestApi } from '../../testing/test-api.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { ENROLLED } from '../../testing/test-data.ts';
import { DAY, HOUR, MINUTE } from '../time/clock.ts';
import { createCommandWorker } from './worker.ts';

const FULL = process.env['FULL'] === '1';
jest.setTimeout(FULL ? 900_000 : 60_000);

const devices = ENROLLED.slice(0, 4);
const reason = 'By chance';

const fault: fc.Arbitrary<Fault> = fc.record(
  {
    at: fc.constantFrom('submit', 'status', undefined),
    kind: fc.constantFrom(
      ...(['answer', 'answer', 'drop-before', 'drop-after', 'garbage', 'act', 'contradict', 'behind'] as const),
    ),
    status: fc.constantFrom(400, 401, 429, 500, 502, 503),
    times: fc.integer({ min: 1, max: 3 }),
    imei: fc.constantFrom(...devices, undefined),
  },
  { requiredKeys: ['kind', 'status', 'times'] },
);

/** `action`: a place in the list of what the phones' side can do. */
const send = fc.record({
  do: fc.constant('send' as const),
  device: fc.constantFrom(...devices),
  action: fc.nat({ max: 2 }),
});
const step = fc.oneof(
  { weight: 4, arbitrary: send },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('fault' as const), fault }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('work' as const), workers: fc.constantFrom(1, 2) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      time: fc.constantFrom(1000, MINUTE, HOUR, 13 * HOUR, 2 * DAY),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('execute', 'cancel', 'pause', 'resume', 'retry') }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** Starts the API and what is behind it, on one clock. */
async function start(startPhones: typeof startHttpPhones) {
  const clock = new TestClock();
  const phones = await startPhones(clock);
  phones.add(devices);
  phones.behave({ phones: 'asked' });
  const more = { gateway: await phones.gateway(clock), clock, sessionHours: 720, ...callbacks };
  const api = await startTestApi(undefined, more);
  const parts = { store: api.store, clock, gateway: await phones.gateway(clock), log: api.server.log };
  return {
    ...{ api, clock, phones, other: createCommandWorker(parts) },
    ...{ admin: await api.as('admin'), superadmin: await api.as('superadmin') },
    async close() {
      await parts.gateway.close?.();
      await api.close();
      await phones.close();
    },
  };
}
type Running = Awaited<ReturnType<typeof start>>;

async function take({ api, clock, phones, other, admin, superadmin }: Running, one: Step): Promise<void> {
  if (one.do === 'send') {
    const action = phones.actions[one.action];
    await admin.call('lockNotification', { imei: one.device, action, ...(action === 'notify' && { message: 'Pay' }) });
  } else if (one.do === 'fault') phones.behave({ faults: [one.fault] });
  else if (one.do === 'wait') clock.advance(one.time);
  else if (one.do === 'work')
    await Promise.all([api.worker.runOnce(), one.workers === 2 ? other.runOnce() : Promise.resolve(0)]);
  else if (one.do === 'execute') await phones.execute();
  else if (one.do === 'pause' || one.do === 'resume')
    await superadmin.call('operationsDispatch', { dispatch: one.do === 'pause' ? 'paused' : 'running', reason });
  else
    for (const state of one.do === 'cancel' ? ['queued'] : ['failed', 'expired', 'unknown', 'cancelled'])
      await superadmin.call('operationsDecide', { decision: one.do, reason, filter: { state } });
}

/** Everything works again for long enough. */
async function recover({ api, clock, phones, superadmin }: Running): Promise<void> {
  phones.behave({ faults: [] });
  await superadmin.call('operationsDispatch', { dispatch: 'running', reason });
  for (let hours = 0; hours < 4; hours += 1) {
    await settled(api);
    await phones.execute();
    clock.advance(2 * HOUR);
  }
  await settled(api);
}

it.each([
  { behind: 'the protocol', startPhones: startHttpPhones, runs: FULL ? 300 : 12 },
  { behind: 'Knox Guard', startPhones: startKnoxPhones, runs: FULL ? 300 : 12 },
])('D17c before $behind, whatever happens, nothing is carried out twice and its state is true', async (one) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), fc.boolean(), async (steps, hasCallbacks) => {
      const running = await start(one.startPhones);
      try {
        running.phones.callBackTo(await running.api.server.listen({ port: 0, host: '127.0.0.1' }));
        running.phones.behave({ callbacks: hasCallbacks ? 'twice' : 'off' });
        for (const taken of steps) await take(running, taken);
        await recover(running);
        expect([...running.phones.wrongOf(await running.api.commands(), devices)]).toEqual([]);
      } finally {
        await running.close();
      }
    }),
    { numRuns: one.runs, endOnFailure: true },
  );
});
