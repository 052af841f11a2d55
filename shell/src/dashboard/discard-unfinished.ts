import type { BatchRunner, BatchState } from '@device-console/shared-lib/batch';

/** The first state of a runner, from now on, that fits. */
function stateOf(runner: BatchRunner, fits: (state: BatchState) => boolean): Promise<BatchState> {
  return new Promise((resolve) => {
    let end = (): void => undefined;
    const look = (): void => {
      const state = runner.getSnapshot();
      if (!fits(state)) return;
      end();
      resolve(state);
    };
    end = runner.subscribe(look);
    look();
  });
}

const isSettled = ({ status }: BatchState): boolean => status !== 'preparing';

/**
 * Leaves a saved batch unfinished, as its own screen would: it goes to the archive. False where it is in use or was
 * gone, and nothing was done.
 */
export async function discardUnfinished(runner: BatchRunner, batchId: string): Promise<boolean> {
  const state = await stateOf(runner, isSettled);
  if (state.status !== 'resumable' || state.saved.batchId !== batchId) return false;
  runner.newBatch();
  const after = await stateOf(runner, (next) => isSettled(next) && next !== state);
  return after.status === 'idle';
}
