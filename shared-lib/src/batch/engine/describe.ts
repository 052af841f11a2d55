import type { Desk } from './desk.ts';
import { imeiOf } from './open-sending.ts';
import type { BatchState } from './state.ts';

/** The state of a batch that is being worked on. */
export function describeWork(desk: Desk): BatchState {
  const { hold, rest } = desk;
  const { phase } = desk.batch;
  const batch = desk.batch.view(desk.idempotent);
  if (hold) return { status: 'paused', batch, stage: phase, ...hold, undecidedImei: imeiOf(hold.undecided) };
  const stopping = desk.pauseWanted !== null || desk.ending !== null;
  if (phase === 'uploading' || phase === 'registering' || phase === 'reporting') {
    return { status: phase, batch, rest, stopping };
  }
  return { status: 'running', batch, rest, retrying: phase !== 'running', stopping };
}
