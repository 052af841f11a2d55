import type { BatchRun } from './batch-run.ts';
import type { LiveBatch } from './live-batch.ts';
import type { ActiveBatchState, BatchState } from './state.ts';

type Shown<Status extends BatchState['status']> = Extract<BatchState, { status: Status }>;

/** {@link BatchState} with what the actions of a state need; the run has it while a batch is being processed. */
export type RunnerState =
  | Exclude<BatchState, ActiveBatchState | Shown<'reading' | 'finished'>>
  | (Shown<'reading'> & { readonly stop: () => void })
  | (Shown<'finished'> & { readonly ended: LiveBatch })
  | { readonly status: 'active'; readonly run: BatchRun };

export function shownState(state: RunnerState): BatchState {
  return state.status === 'active' ? state.run.shown() : state;
}

/** Nothing is running, offered or waiting for the operator. */
export function isAtRest(state: RunnerState): boolean {
  return (
    state.status === 'idle' ||
    state.status === 'rejected' ||
    state.status === 'taken-over' ||
    (state.status === 'failed' && !state.mayRetry)
  );
}

/** A file may be read; if one has been read, a batch may start. */
export const mayBegin = (state: RunnerState): boolean => isAtRest(state) || state.status === 'ready';

/** Something unfinished is stored, to be resumed or left. */
export function mayResume(
  state: RunnerState,
): state is Extract<RunnerState, { status: 'resumable' }> | Extract<RunnerState, { status: 'failed' }> {
  return state.status === 'resumable' || (state.status === 'failed' && state.mayRetry);
}
