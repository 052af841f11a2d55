import type { BatchClock } from './ports.ts';

/**
 * The outcome of some work, or the error given when it takes longer than so many milliseconds; what it comes to then is
 * not waited for.
 */
export function within<Answer>(
  milliseconds: number,
  clock: BatchClock,
  work: Promise<Answer>,
  late: () => Error,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const cancel = clock.delay(milliseconds, () => reject(late()));
    work.finally(cancel).then(resolve, reject);
  });
}
