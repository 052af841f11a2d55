import { calls, type BodyOf, type Command } from '../../contract/index.ts';
import { classifyFailure, type FailureClass } from './classify-failure.ts';
import type { BatchApi } from './ports.ts';
import type { BatchHeader, BatchProgress, StoredBatch } from './record.ts';

type Status = BodyOf<typeof calls.updateStatusOnServer>;

/** What the server is told about a batch's progress (B7, B10). */
export function statusOf(
  { batch }: Command,
  { batchId }: BatchHeader,
  progress: Pick<BatchProgress, 'lastImei' | 'serverFileName'>,
  isComplete: 'complete' | 'incomplete',
): Status {
  const { lastImei: lastimei, serverFileName: fileName } = progress;
  return { lastimei, fileName, isComplete, statusOf: batch?.statusOf ?? '', batchId };
}

/** Tells the server a batch's progress, as often as needed (D2b); null if told, else the reason. */
export async function tellStatus(api: BatchApi, body: Status): Promise<FailureClass | null> {
  try {
    await api.call(calls.updateStatusOnServer, body, { keepsSession: true });
    return null;
  } catch (error) {
    return classifyFailure(error, true);
  }
}

/** True if the server refused it: do not repeat it. */
export function isRefusal(failure: FailureClass): boolean {
  return failure.kind === 'refused' || (failure.kind === 'unconfirmed' && failure.sent === 'no');
}

/** Tells the server a saved batch's progress (B10); '' if told or nothing was sent yet, else the reason. */
export async function tellSaved(command: Command, stored: StoredBatch, api: BatchApi): Promise<string> {
  const { header, progress } = stored;
  if (progress.lastImei === '' || progress.phase !== 'running') return '';
  return (await tellStatus(api, statusOf(command, header, progress, 'incomplete')))?.message ?? '';
}
