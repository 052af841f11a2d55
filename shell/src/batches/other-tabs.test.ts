import { activeBatch, fakeBatches, noBatches } from '../testing/fake-batches.ts';
import type { BatchHolder } from './use-batches.ts';
import { ANSWER_MS, createOtherTabs, type TabChannel } from './other-tabs.ts';

/** A browser whose tabs hear each other at once; the test moves its clock. */
function browser() {
  const tabs = new Set<(message: unknown) => void>();
  let timers: { readonly at: number; readonly callback: () => void }[] = [];
  let now = 0;
  const channel = (): TabChannel => {
    const own = new Set<(message: unknown) => void>();
    const hear = (message: unknown): void => own.forEach((listener) => listener(message));
    tabs.add(hear);
    return {
      post: (message) => tabs.forEach((tab) => tab !== hear && tab(message)),
      subscribe: (listener) => {
        own.add(listener);
        return () => own.delete(listener);
      },
    };
  };
  const delay = (milliseconds: number, callback: () => void): (() => void) => {
    const timer = { at: now + milliseconds, callback };
    timers.push(timer);
    return () => {
      timers = timers.filter((other) => other !== timer);
    };
  };
  const pass = (milliseconds: number): void => {
    now += milliseconds;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    due.forEach(({ callback }) => callback());
  };
  const tab = (batches: BatchHolder, mayRun = async (): Promise<boolean> => true) =>
    createOtherTabs({ channel: channel(), batches, mayRun, delay });
  return { tab, pass, waiting: () => timers.length };
}

/** Lets the answer to "may one run" arrive. */
const settled = (): Promise<void> => new Promise((done) => setImmediate(done));

describe('createOtherTabs', () => {
  it('D9a hears of a batch that runs in another tab, and of its pause when it was asked for', async () => {
    const { tab, pass } = browser();
    const busy = await fakeBatches([activeBatch('lock', 'Lock Device')]);
    tab(busy.holder);
    const own = tab(noBatches());
    const answers: boolean[] = [];
    own.watchSending((answer) => answers.push(answer));
    await settled();
    expect(answers).toEqual([true]);
    pass(ANSWER_MS);
    expect(answers).toEqual([true, true]);
    own.pauseAll();
    expect(busy.pausedWhy).toEqual(['operator']);
    pass(ANSWER_MS);
    pass(ANSWER_MS);
    expect(answers.at(-1)).toBe(false);
  });

  it('D9a a batch of its own, a paused one and a tab without batches are no answer; that takes one wait', async () => {
    const { tab, pass } = browser();
    const paused = await fakeBatches([activeBatch('lock', 'Lock Device', 'paused')]);
    const ownBatches = await fakeBatches([activeBatch('release', 'Release Device')]);
    tab(paused.holder);
    tab(noBatches());
    const answers: boolean[] = [];
    tab(ownBatches.holder).watchSending((answer) => answers.push(answer));
    await settled();
    pass(ANSWER_MS - 1);
    expect(answers).toEqual([]);
    pass(1);
    expect(answers).toEqual([false]);
  });

  it('D9a waits for nobody when no tab has the lock of a batch, and asks when that cannot be known', async () => {
    const { tab, waiting } = browser();
    const answers: boolean[] = [];
    tab(noBatches(), async () => false).watchSending((answer) => answers.push(answer));
    await settled();
    expect([answers, waiting()]).toEqual([[false], 0]);
    tab(noBatches(), () => Promise.reject(new Error('no locks here'))).watchSending((answer) => answers.push(answer));
    await settled();
    expect([answers, waiting()]).toEqual([[false], 1]);
  });

  it('D9a says nothing more once it was stopped', async () => {
    const { tab, pass, waiting } = browser();
    const busy = await fakeBatches([activeBatch('lock', 'Lock Device')]);
    tab(busy.holder);
    const answers: boolean[] = [];
    tab(noBatches()).watchSending((answer) => answers.push(answer))();
    await settled();
    pass(ANSWER_MS);
    expect([answers, waiting()]).toEqual([[], 0]);
  });
});
