import type { ActiveBatch, UnfinishedBatch } from '@device-console/shared-lib/batch';
import {
  calls,
  commandByAction,
  commandById,
  type BatchRunRow,
  type Command,
} from '@device-console/shared-lib/contract';
import { formatCount, formatTime, useAddresses, useConsole, useAnswer } from '@device-console/shared-lib/console';
import type { BatchHolder } from '../batches/batch-holder.ts';
import { useOwnBatches, useUnfinished } from '../batches/use-batches.ts';
import type { Choice, ChoiceGroup } from './choices.ts';
import { t } from '../t.ts';

const SHOWN = 5;

interface Known {
  readonly batchId: string;
  readonly command: Command;
  readonly file: string;
  readonly detail: string;
}

/**
 * This operator's batches: those under way in this tab, the unfinished ones in this browser, then the newest from the
 * server, if it lists them (D16, D17, D40). Choosing one opens its command's screen and sends nothing.
 */
export function useBatchGroup(batches: BatchHolder, open: (address: string) => void): ChoiceGroup {
  const { to } = useAddresses();
  const active = useOwnBatches(batches);
  // On failure the search leaves them out; Home says why.
  const { state: unfinished } = useUnfinished(0, active.length > 0);
  const runs = useRecentRuns();
  const known = [
    ...active.map(ofActive),
    ...(unfinished.last ?? []).map(ofUnfinished),
    ...runs.slice(0, SHOWN).flatMap((run) => ofRun(run) ?? []),
  ];
  const first = known.filter(({ batchId }, place) => known.findIndex((one) => one.batchId === batchId) === place);
  return {
    id: 'batches',
    title: t('Batches'),
    choices: first.map(({ batchId, command: { title, screen }, file, detail }): Choice => ({
      id: `batch ${batchId}`,
      title: file,
      detail,
      words: `${title} ${t.known(title)}`,
      icon: 'batch',
      onChoose: () => open(to(screen)),
    })),
  };
}

function ofActive({ command: id, state: { status, batch } }: ActiveBatch): Known {
  const command = commandById(id);
  const { done, valid } = batch.summary;
  const values = { command: t.known(command.title), done: formatCount(done), of: formatCount(valid) };
  const detail =
    status === 'paused' ? t('{command}, {done} of {of}, paused', values) : t('{command}, {done} of {of}', values);
  return { batchId: batch.batchId, command, file: batch.fileName, detail };
}

function ofUnfinished({ header, progress }: UnfinishedBatch): Known {
  const command = commandById(header.command);
  const detail = t('{command}, {done} of {of}, unfinished', {
    command: t.known(command.title),
    done: formatCount(progress.next),
    of: formatCount(header.totals.valid),
  });
  return { batchId: header.batchId, command, file: header.fileName, detail };
}

/** Null for a command that this console does not know. */
function ofRun(run: BatchRunRow): Known | null {
  const command = commandByAction(run.action)?.command;
  if (!command) return null;
  const values = { command: t.known(command.title), started: formatTime(run.startedAt) };
  const detail =
    run.isComplete === 'complete'
      ? t('{command}, complete, started {started}', values)
      : t('{command}, not complete, started {started}', values);
  return { batchId: run.batchId, command, file: run.oldfile || run.file, detail };
}

const none: readonly BatchRunRow[] = [];

/** On failure the search leaves them out; the list of batches says why. */
function useRecentRuns(): readonly BatchRunRow[] {
  const { api } = useConsole();
  const { state } = useAnswer(calls.batchRuns, api.offers(calls.batchRuns) ? {} : null);
  return state.last?.items ?? none;
}
