import { createHolder } from './holder.ts';

describe('createHolder', () => {
  it('D16 makes one value for all who ask, and tells that it is there', async () => {
    const create = jest.fn(async () => 'made');
    const holder = createHolder(create);
    const listener = jest.fn(() => expect(holder.current()).toBe('made'));
    holder.subscribe(listener);
    expect(holder.current()).toBeNull();
    await expect(Promise.all([holder.load(), holder.load()])).resolves.toEqual(['made', 'made']);
    await expect(holder.load()).resolves.toBe('made');
    expect(create).toHaveBeenCalledTimes(1);
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('D16 a failure reaches everybody who waits, and the next one to ask tries again', async () => {
    const create = jest
      .fn<Promise<string>, []>()
      .mockRejectedValueOnce(new Error('chunk gone'))
      .mockResolvedValue('made');
    const holder = createHolder(create);
    const both = await Promise.allSettled([holder.load(), holder.load()]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect([create.mock.calls.length, holder.current()]).toEqual([1, null]);
    await expect(holder.load()).resolves.toBe('made');
  });
});
