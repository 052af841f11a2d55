import { activeBatch, fakeBatches, noBatches } from '../testing/fake-batches.ts';
import { ANSWER_MS, createOtherTabs } from './other-tabs.ts';

const channels = new Set<EventTarget>();

/** Channels of one browser hear each other at once. */
class Channel extends EventTarget {
  constructor() {
    super();
    channels.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of channels) if (other !== this) other.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const knowsLocks = (query: () => Promise<object>): void => void Object.assign(navigator, { locks: { query } });
const pass = (milliseconds: number): Promise<void> => jest.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  channels.clear();
  Object.assign(globalThis, { BroadcastChannel: Channel });
  knowsLocks(async () => ({ held: [{ name: 'batch:1' }] }));
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

describe('createOtherTabs', () => {
  it('D9a hears of a batch that runs in another tab, and of its pause when it was asked for', async () => {
    const busy = await fakeBatches([activeBatch('lock', 'Lock Device')]);
    createOtherTabs(busy.holder);
    const own = createOtherTabs(noBatches());
    const answers: boolean[] = [];
    own.watchSending((answer) => answers.push(answer));
    await pass(0);
    expect(answers).toEqual([true]);
    await pass(ANSWER_MS);
    expect(answers).toEqual([true, true]);
    own.pauseAll();
    expect(busy.pausedWhy).toEqual(['operator']);
    await pass(ANSWER_MS);
    await pass(ANSWER_MS);
    expect(answers.at(-1)).toBe(false);
  });

  it('D9a a batch of its own, a paused one and a tab without batches are no answer; that takes one wait', async () => {
    const paused = await fakeBatches([activeBatch('lock', 'Lock Device', 'paused')]);
    const ownBatches = await fakeBatches([activeBatch('release', 'Release Device')]);
    createOtherTabs(paused.holder);
    createOtherTabs(noBatches());
    const answers: boolean[] = [];
    createOtherTabs(ownBatches.holder).watchSending((answer) => answers.push(answer));
    await pass(0);
    await pass(ANSWER_MS - 1);
    expect(answers).toEqual([]);
    await pass(1);
    expect(answers).toEqual([false]);
  });

  it('D9a waits for nobody when no tab has the lock of a batch, and asks when that cannot be known', async () => {
    const answers: boolean[] = [];
    knowsLocks(async () => ({ held: [] }));
    createOtherTabs(noBatches()).watchSending((answer) => answers.push(answer));
    await pass(0);
    expect([answers, jest.getTimerCount()]).toEqual([[false], 0]);
    knowsLocks(() => Promise.reject(new Error('no locks here')));
    createOtherTabs(noBatches()).watchSending((answer) => answers.push(answer));
    await pass(0);
    expect([answers, jest.getTimerCount()]).toEqual([[false], 1]);
  });

  it('D16 tells the other tabs once of each batch that this tab begins', async () => {
    const lock = activeBatch('lock', 'Lock Device');
    const release = activeBatch('release', 'Release Device');
    const here = await fakeBatches([]);
    const there = await fakeBatches([]);
    for (const { holder } of [here, there]) createOtherTabs(holder);
    here.show([lock]);
    here.show([{ ...lock }]);
    here.show([lock, release]);
    here.show([release]);
    here.show([release, lock]);
    const of = (command: string): string => `operator@example.com ${command}`;
    expect(there.begunElsewhere).toEqual([of('lock'), of('release'), of('lock')]);
    expect(here.begunElsewhere).toEqual([]);
  });

  it('D9a says nothing more once it was stopped', async () => {
    const busy = await fakeBatches([activeBatch('lock', 'Lock Device')]);
    createOtherTabs(busy.holder);
    const answers: boolean[] = [];
    createOtherTabs(noBatches()).watchSending((answer) => answers.push(answer))();
    await pass(0);
    await pass(ANSWER_MS);
    expect([answers, jest.getTimerCount()]).toEqual([[], 0]);
  });
});
