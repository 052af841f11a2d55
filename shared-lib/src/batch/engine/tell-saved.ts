import { calls, type Command } from '../../contract/index.ts';
import { apiFailure, type BatchPorts } from './ports.ts';
import type { StoredBatch } from './record.ts';

/** Tells the server how far a saved batch has come (B10). Answers '' when it was told or nothing was sent yet, else why it was not. */
export async function tellSaved(command: Command, stored: StoredBatch, ports: BatchPorts): Promise<string> {
  const { header, progress } = stored;
  if (progress.lastImei === '' || progress.phase !== 'running') return '';
  const body = {
    lastimei: progress.lastImei,
    fileName: progress.serverFileName,
    isComplete: 'incomplete' as const,
    statusOf: command.batch?.statusOf ?? '',
    batchId: header.batchId,
  };
  try {
    await ports.api.call(calls.updateStatusOnServer, body, { keepsSession: true });
    return '';
  } catch (error) {
    const failure = apiFailure(error);
    if (!failure) throw error;
    return failure.message;
  }
}
