import type { BatchManager } from '@device-console/shared-lib/batch';
import { createBatchHolder } from './batch-holder.ts';

const manager: BatchManager = {
  runnerFor: (_operator, { id }) => {
    throw new Error(`nobody asks for ${id}`);
  },
  unfinished: () => Promise.resolve([]),
  subscribe: () => () => undefined,
  getSnapshot: () => [],
  hasActive: () => false,
  pauseAll: () => undefined,
  signedIn: () => undefined,
  dispose: () => undefined,
};

describe('createBatchHolder', () => {
  it('D16 makes one manager for all who ask, and tells that it is there', async () => {
    const create = jest.fn(async () => manager);
    const holder = createBatchHolder(create);
    const listener = jest.fn(() => expect(holder.current()).toBe(manager));
    holder.subscribe(listener);
    expect(holder.current()).toBeNull();
    await expect(Promise.all([holder.load(), holder.load()])).resolves.toEqual([manager, manager]);
    await expect(holder.load()).resolves.toBe(manager);
    expect(create).toHaveBeenCalledTimes(1);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('D16 a failure reaches everybody who waits, and the next one to ask tries again', async () => {
    const create = jest
      .fn<Promise<BatchManager>, []>()
      .mockRejectedValueOnce(new Error('chunk gone'))
      .mockResolvedValue(manager);
    const holder = createBatchHolder(create);
    const both = await Promise.allSettled([holder.load(), holder.load()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([create.mock.calls.length, holder.current()]).toEqual([1, null]);
    await expect(holder.load()).resolves.toBe(manager);
  });

  it('D16 a listener that has left hears nothing', async () => {
    const holder = createBatchHolder(async () => manager);
    const listener = jest.fn();
    holder.subscribe(listener)();
    await holder.load();
    expect(listener).not.toHaveBeenCalled();
  });
});
