import type { Desk } from './desk.ts';
import type { BatchState } from './state.ts';

/** The state of a batch that is being worked on. */
export function describeWork(desk: Desk): BatchState {
  const { hold, rest } = desk;
  const { phase } = desk.batch;
  const batch = desk.batch.view(desk.idempotent);
  if (hold) return { status: 'paused', batch, ...hold };
  if (phase === 'uploading' || phase === 'registering') return { status: phase, batch, rest };
  if (phase === 'reporting') return { status: 'reporting', batch, rest };
  const stopping = desk.pauseWanted !== null || desk.ending !== null;
  return { status: 'running', batch, rest, retrying: phase !== 'running', stopping };
}
