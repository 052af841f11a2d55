import type { ActiveBatch, BatchState } from '@device-console/shared-lib/batch';
import { activeBatch } from '../testing/fake-batches.ts';
import { watchBatches, type BatchEvent } from './watch-batches.ts';

function setUp(first: readonly ActiveBatch[]) {
  let active = first;
  let ended: BatchState = { status: 'idle' };
  const listeners = new Set<() => void>();
  const events: BatchEvent[] = [];
  const stop = watchBatches(
    {
      getSnapshot: () => active,
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      runnerFor: () => ({ getSnapshot: () => ended }),
    },
    (event) => events.push(event),
  );
  const show = (next: readonly ActiveBatch[], end: BatchState = ended): void => {
    [active, ended] = [next, end];
    for (const listener of listeners) listener();
  };
  return { show, stop, told: () => events.map(({ command, state }) => `${command} ${state.status}`) };
}

const lock = activeBatch('lock', 'Lock Device');
const finished = { status: 'finished', batch: lock.state.batch, notTold: null } as const;
const paused = (why: 'network' | 'operator'): ActiveBatch => {
  const { state, ...rest } = activeBatch('lock', 'Lock Device', 'paused');
  if (state.status !== 'paused') throw new Error('The batch is not paused.');
  return { ...rest, state: { ...state, why } };
};

describe('F6 what is told of batches', () => {
  it('is their end, once', () => {
    const { show, told } = setUp([lock]);
    show([lock]);
    show([], finished);
    show([]);
    expect(told()).toEqual(['lock finished']);
  });

  it('is a pause that the operator did not ask for, once for each', () => {
    const { show, told } = setUp([lock]);
    show([paused('network')]);
    show([paused('network')]);
    show([lock]);
    show([paused('operator')]);
    expect(told()).toEqual(['lock paused']);
    show([lock]);
    show([paused('network')]);
    expect(told()).toHaveLength(2);
  });

  it('is nothing of one that was cancelled, nor anything after it was called off', () => {
    const { show, stop, told } = setUp([lock]);
    show([], { status: 'idle' });
    show([lock]);
    stop();
    show([], finished);
    expect(told()).toEqual([]);
  });
});
