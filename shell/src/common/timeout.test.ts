import { timeout, TimeoutError } from './timeout.ts';

it('a time-out rejects after its time, and never once aborted', async () => {
  const { signal } = new AbortController();
  await expect(timeout(1, signal)).rejects.toThrow(TimeoutError);
  const aborting = new AbortController();
  const aborted = timeout(1, aborting.signal).catch(() => 'aborted');
  aborting.abort();
  expect(await Promise.race([aborted, timeout(5, signal).catch(() => 'in time')])).toBe('in time');
});
