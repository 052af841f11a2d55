import { bringForward, NEVER } from '../store/command-queue.ts';
import { later, settled, dispatched } from '../../testing/dispatched-api.ts';
import { ENROLLED } from '../../testing/test-data.ts';
import type { Fault } from '../../testing/provider/provider.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { DAY, HOUR, isoAfter, isoTime, MINUTE } from '../time/clock.ts';
import type { DeviceGateway } from './device-gateway.ts';
import { createHttpGateway } from './http-gateway.ts';
import type { WorkerParts } from './worker-parts.ts';
import { createCommandWorker } from './worker.ts';

const [first = '', second = ''] = ENROLLED;

const { provider, api, send, handOver, states } = dispatched();

const sendAt = async (fault: Fault) => {
  provider.behave({ faults: [{ ...fault, at: 'submit', times: 1 }] });
  await handOver(first);
};
const takeInHand = async () => {
  await send(first);
  const until = isoAfter(api.clock.now(), 5 * MINUTE);
  await api.store.db.updateTable('commands').set({ claim: 'gone', claimed_until: until }).execute();
};
it.each<[string, () => Promise<unknown>]>([
  ['was taken in', () => send(first)],
  ['waits for the next attempt', () => sendAt({ kind: 'garbage' })],
  ['is kept waiting by the provider', () => sendAt({ kind: 'answer', status: 503, retryAfter: '3600' })],
  ['was asked about', () => send(first).then(() => settled(api))],
  ['was in a hand that is gone', takeInHand],
])('D17c a command that %s then goes on once the clock is right, and not a day later', async (_what, before) => {
  api.clock.advance(DAY);
  await before();
  await later(api, -DAY);
  await provider.execute();
  await later(api, HOUR / 2);
  expect(await states()).toEqual(['acknowledged']);
});

it('D17c what nobody asks about any more is left alone', async () => {
  await handOver(first);
  await api.store.db.updateTable('commands').set({ status: 'unknown', next_attempt_at: NEVER }).execute();
  const now = isoTime(api.clock.now());
  expect(await bringForward(api.store.db, { state: 'unknown', beyond: now, now, limit: 10 })).toBe(0);
});

const ahead = new TestClock();
ahead.advance(DAY + MINUTE);
const workerBy = (parts: Partial<WorkerParts>) =>
  createCommandWorker({ ...api, gateway: createHttpGateway(provider.url), log: api.server.log, ...parts });

it('D17c a command under way is not called expired by an instance that is ahead, and is asked about', async () => {
  await send(first);
  const gateway = createHttpGateway(provider.url);
  const late: DeviceGateway = {
    ...gateway,
    async submit(commands, isHeld) {
      await workerBy({ clock: ahead }).runOnce();
      expect(await states()).toEqual(['unknown']);
      return gateway.submit(commands, isHeld);
    },
  };
  await workerBy({ gateway: late }).runOnce();
  expect(await states()).toEqual(['sent']);
  await provider.execute();
  await later(api, HOUR);
  expect(await states()).toEqual(['acknowledged']);
});

it('D17c what was never under way is called expired by an instance that is ahead, and is not sent', async () => {
  await send(second);
  await workerBy({ clock: ahead }).runOnce();
  expect(await states()).toEqual(['expired']);
  expect(provider.state.commands.size).toBe(0);
});
