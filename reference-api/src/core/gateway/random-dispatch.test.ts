import fc from 'fast-check';
import { wrongOfPhones } from '../../testing/chaos/verify.ts';
import { CALLBACK_SECRET, settled, startDispatchedApi, type DispatchedApi } from '../../testing/dispatched-api.ts';
import type { Behaviour } from '../../testing/provider/provider.ts';
import { ENROLLED } from '../../testing/test-data.ts';
import { DAY, HOUR, MINUTE } from '../time/clock.ts';
import { createHttpGateway } from './http-gateway.ts';
import { createCommandWorker } from './worker.ts';

const FULL = process.env['FULL'] === '1';
const RUNS = FULL ? 300 : 12;
jest.setTimeout(FULL ? 900_000 : 60_000);

const devices = ENROLLED.slice(0, 4);
const reason = 'By chance';

type Fault = NonNullable<Behaviour['faults']>[number];

const fault: fc.Arbitrary<Fault> = fc.record(
  {
    at: fc.constantFrom('submit', 'status', undefined),
    kind: fc.constantFrom('answer', 'drop-before', 'drop-after', 'garbage'),
    status: fc.constantFrom(400, 401, 429, 500, 502, 503),
    times: fc.integer({ min: 1, max: 3 }),
    imei: fc.constantFrom(...devices, undefined),
  },
  { requiredKeys: ['kind', 'status', 'times'] },
);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('send' as const), device: fc.constantFrom(...devices) }) },
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

/** Takes a step, for which `other` is a second worker. */
async function take(
  { api, provider, admin, superadmin }: DispatchedApi,
  other: ReturnType<typeof createCommandWorker>,
  one: Step,
): Promise<void> {
  if (one.do === 'send') await admin.call('lockNotification', { imei: one.device, action: 'lock' });
  else if (one.do === 'fault') provider.behave({ faults: [one.fault] });
  else if (one.do === 'wait') api.clock.advance(one.time);
  else if (one.do === 'work')
    await Promise.all([api.worker.runOnce(), one.workers === 2 ? other.runOnce() : Promise.resolve(0)]);
  else if (one.do === 'execute') await provider.execute();
  else if (one.do === 'pause' || one.do === 'resume')
    await superadmin.call('operationsDispatch', { dispatch: one.do === 'pause' ? 'paused' : 'running', reason });
  else
    for (const state of one.do === 'cancel' ? ['queued'] : ['failed', 'expired', 'unknown', 'cancelled'])
      await superadmin.call('operationsDecide', { decision: one.do, reason, filter: { state } });
}

/** Everything works again for long enough. */
async function recover({ api, provider, superadmin }: DispatchedApi): Promise<void> {
  provider.behave({ faults: [] });
  await superadmin.call('operationsDispatch', { dispatch: 'running', reason });
  for (let hours = 0; hours < 4; hours += 1) {
    await settled(api);
    await provider.execute();
    api.clock.advance(2 * HOUR);
  }
  await settled(api);
}

it('D17c whatever happens on the way, each command is carried out at most once and its state is true', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), fc.boolean(), async (steps, hasCallbacks) => {
      const running = await startDispatchedApi();
      try {
        const address = await running.api.server.listen({ port: 0, host: '127.0.0.1' });
        running.provider.callBackTo(`${address}/gateway/outcomes`, CALLBACK_SECRET);
        running.provider.behave({ callbacks: hasCallbacks ? 'twice' : 'off' });
        const gateway = createHttpGateway(running.provider.url);
        const other = createCommandWorker({ ...running.api, gateway, log: running.api.server.log });
        for (const one of steps) await take(running, other, one);
        await recover(running);
        const rows = await running.api.store.db.selectFrom('commands').selectAll().orderBy('id').execute();
        expect([...wrongOfPhones(rows, [...running.provider.state.commands.values()])]).toEqual([]);
      } finally {
        await running.close();
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
