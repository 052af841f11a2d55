import type { BatchRun } from './batch-run.ts';
import { imeiOf } from './open-sending.ts';
import type { BatchState } from './state.ts';

/** The state of a batch that is being worked on. */
export function describeWork(run: BatchRun): BatchState {
  const { hold, rest } = run;
  const { phase } = run.batch;
  const batch = run.batch.view(run.idempotent);
  if (hold) return { status: 'paused', batch, stage: phase, ...hold, undecidedImei: imeiOf(hold.undecided) };
  const stopping = run.pauseWanted !== null || run.ending !== null;
  if (phase === 'uploading' || phase === 'registering' || phase === 'reporting') {
    return { status: phase, batch, rest, stopping };
  }
  return { status: 'running', batch, rest, retrying: phase !== 'running', stopping };
}
