import { useCallback, useEffect } from 'react';
import { calls, commandByAction, commandById, type BatchRunRow } from '@device-console/shared-lib/contract';
import {
  formatCount,
  formatTime,
  useAddresses,
  useConsole,
  useQuery,
  useSession,
} from '@device-console/shared-lib/console';
import type { BatchHolder } from '../batches/batch-holder.ts';
import { useActiveBatches } from '../batches/use-batches.ts';
import type { Choice, ChoiceGroup } from './choices.ts';
import { messages } from './search-messages.ts';
import { t } from '../t.ts';

const SHOWN = 5;

/** This operator's batches: those under way in this tab, then the newest that the server knows, if it tells (D17). */
export function useBatchGroup(batches: BatchHolder, open: (address: string) => void): ChoiceGroup {
  const { email } = useSession();
  const { to } = useAddresses();
  const active = useActiveBatches(batches).filter(({ operator }) => operator === email);
  const runs = useRecentRuns();
  const running = active.map(({ command, state: { status, batch } }): Choice => {
    const { title, screen } = commandById(command);
    const { done, valid } = batch.summary;
    const text = status === 'paused' ? messages.batchPaused : messages.batchProgress;
    return {
      id: `active ${command}`,
      title: batch.fileName,
      detail: text(t.known(title), formatCount(done), formatCount(valid)),
      words: `${title} ${t.known(title)}`,
      icon: 'batch',
      onChoose: () => open(to(screen)),
    };
  });
  const known = runs.slice(0, SHOWN).flatMap((run): readonly Choice[] => {
    const command = commandByAction(run.action)?.command;
    if (!command) return [];
    const text = run.isComplete === 'complete' ? messages.batchComplete : messages.batchIncomplete;
    return [
      {
        id: `run ${run.batchId}`,
        title: run.oldfile || run.file,
        detail: text(t.known(command.title), formatTime(run.startedAt)),
        words: `${command.title} ${t.known(command.title)}`,
        icon: 'batch',
        onChoose: () => open(to(command.screen)),
      },
    ];
  });
  return { id: 'batches', title: messages.groups.batches, choices: [...running, ...known] };
}

const none: readonly BatchRunRow[] = [];

/** Without an answer the search does without them: the list of batches says why. */
function useRecentRuns(): readonly BatchRunRow[] {
  const { api } = useConsole();
  const isOffered = api.offers(calls.batchRuns);
  const run = useCallback(
    async (_: null, signal: AbortSignal) => (await api.call(calls.batchRuns, {}, { signal })).items,
    [api],
  );
  const { state, ask } = useQuery(run);
  useEffect(() => {
    if (isOffered) ask(null);
  }, [isOffered, ask]);
  return state.last ?? none;
}
