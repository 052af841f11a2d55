import type { ActiveBatch, BatchManager, BatchRunner, BatchState } from '@device-console/shared-lib/batch';
import { type Command, commandById, type CommandId } from '@device-console/shared-lib/contract';

/** A batch of this tab has ended, or has paused by itself. */
export interface BatchEvent {
  readonly operator: string;
  readonly command: CommandId;
  readonly state: Extract<BatchState, { readonly status: 'finished' | 'failed' | 'paused' }>;
}

export interface WatchedBatches extends Pick<BatchManager, 'subscribe' | 'getSnapshot'> {
  readonly runnerFor: (operator: string, command: Command) => Pick<BatchRunner, 'getSnapshot'>;
}

const isPausedByItself = ({ state }: ActiveBatch): boolean =>
  state.status === 'paused' && state.why !== 'operator' && state.why !== 'turn';

/** Calls back once for each batch that is done, has failed or is paused. Returns an unsubscribe function. */
export function watchBatches(batches: WatchedBatches, onEvent: (event: BatchEvent) => void): () => void {
  let before = batches.getSnapshot();
  return batches.subscribe(() => {
    const now = batches.getSnapshot();
    const past = before;
    before = now;
    const sameAs =
      ({ operator, command }: ActiveBatch) =>
      (other: ActiveBatch) =>
        other.operator === operator && other.command === command;
    for (const batch of past.filter((one) => !now.some(sameAs(one)))) {
      const { operator, command } = batch;
      const state = batches.runnerFor(operator, commandById(command)).getSnapshot();
      if (state.status === 'finished' || state.status === 'failed') onEvent({ operator, command, state });
    }
    for (const batch of now.filter(isPausedByItself)) {
      const earlier = past.find(sameAs(batch));
      const { operator, command, state } = batch;
      if (state.status === 'paused' && earlier && !isPausedByItself(earlier)) onEvent({ operator, command, state });
    }
  });
}
