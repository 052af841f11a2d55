import { statusOf, tellStatus } from './report.ts';
import type { Command } from '../../contract/index.ts';
import type { BatchPorts } from './ports.ts';
import type { StoredBatch } from './record.ts';

/**
 * Tells the server how far a saved batch has come (B10). Returns '' when it was told or nothing was sent yet, else why
 * it was not.
 */
export async function tellSaved(command: Command, stored: StoredBatch, { api }: BatchPorts): Promise<string> {
  const { header, progress } = stored;
  if (progress.lastImei === '' || progress.phase !== 'running') return '';
  return (await tellStatus(api, statusOf(command, header, progress, 'incomplete')))?.message ?? '';
}
