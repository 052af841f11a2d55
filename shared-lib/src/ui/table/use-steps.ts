import { useEffect, useMemo, useState } from 'react';
import { pageClock, runAtOnce, runInSlices } from '../../async/index.ts';

/** Up to so many rows work is done at once while rendering: shorter than a frame. */
const AT_ONCE_ROWS = 2_000;

/** Makes the same work anew each time it is called; a new function means other work. */
export type Steps<Result> = () => Generator<void, Result>;

/**
 * The result of work over `count` rows: at once where there are few, in slices where there are many. While new work
 * runs, the result of the last is answered with `isPending`, so that what is on the screen stays until it can be
 * replaced.
 */
export function useSteps<Result>(
  steps: Steps<Result> | undefined,
  count: number,
): { readonly result: Result | undefined; readonly isPending: boolean } {
  const isSmall = count <= AT_ONCE_ROWS;
  const small = useMemo(() => (isSmall && steps ? runAtOnce(steps()) : undefined), [isSmall, steps]);
  const [done, setDone] = useState<{ readonly steps: Steps<Result>; readonly result: Result }>();

  // What an ended work found must not be taken for the result of the next.
  if (!steps && done) setDone(undefined);

  useEffect(() => {
    if (isSmall || !steps) return undefined;
    const controller = new AbortController();
    // What a column's own function throws belongs to the screen's error boundary, as if it had thrown while rendering.
    const fail = (error: unknown): void =>
      setDone(() => {
        throw error;
      });
    runInSlices(steps(), pageClock, controller.signal).then((result) => {
      if (result !== undefined) setDone({ steps, result });
    }, fail);
    return () => controller.abort();
  }, [isSmall, steps]);

  if (!steps) return { result: undefined, isPending: false };
  if (isSmall) return { result: small, isPending: false };
  return { result: done?.result, isPending: done?.steps !== steps };
}
