import type { Insertable } from 'kysely';
import { DAY, isoAfter } from '../../core/time/clock.ts';
import type { BatchTable } from '../../core/store/schema.ts';
import type { NewUpload, recordIntent } from '../../core/store/uploads.ts';
import { commandRow, demoUuid, senderOf, type CommandRow, type Entry, type Sender } from './demo-commands.ts';

/** Rows of each demo batch. */
export const ROWS_PER_BATCH = 20;
/** The row whose phone does not answer. */
export const FAILING_ROW = 7;
/** Where an interrupted batch stopped. */
const INTERRUPTED_AFTER = 12;
/** A complete batch of locks, and one that was left in the middle and that who may lock can take over. */
const KNOWN = [0, 1];

/** A batch of the history, as its runs left it. */
export interface DemoBatch {
  readonly intent: Parameters<typeof recordIntent>[1];
  readonly upload: NewUpload & { readonly isComplete: 'complete' | 'incomplete'; readonly lastImei: string };
  readonly commands: readonly CommandRow[];
  /** What a run made known of it. */
  readonly known: (Insertable<BatchTable> & { readonly batch_id: string }) | undefined;
}

function knownBatch(number: number, run: Omit<DemoBatch, 'known'>, batchId: string): NonNullable<DemoBatch['known']> {
  const { accountId, action, devices, at } = run.intent;
  const { oldFile, file, report, isComplete } = run.upload;
  const found = run.commands.length;
  return {
    ...{ batch_id: batchId, account_id: accountId, action, level: '', file_name: oldFile, file, report, devices },
    ...{ total: devices, invalid: 0, duplicates: 0, found, not_found: 0, refused: 0 },
    run: demoUuid(7, number),
    holder_id: accountId,
    place: 'Chrome on Windows',
    seen_at: isoAfter(new Date(at), found * 1000),
    state: isComplete === 'complete' ? 'complete' : 'open',
    started_at: at,
  };
}

/** Batches by their number: most complete, some interrupted; one phone in each does not answer. */
export function demoBatch(
  entry: Entry,
  number: number,
  imeis: readonly string[],
  senders: readonly Sender[],
  now: Date,
): DemoBatch {
  const { command, variant } = entry;
  const { report, action } = variant;
  const sender = senderOf(senders, entry, number);
  // Spread over the last 38 days.
  const at = isoAfter(now, -(((number * 5) % 38) + 1) * DAY);
  const isComplete = number % 3 === 1 ? 'incomplete' : 'complete';
  const done = isComplete === 'complete' ? imeis : imeis.slice(0, INTERRUPTED_AFTER);
  const file = `${report}-demo-${number}.csv`;
  const batchId = demoUuid(2, number);
  const lines = ['sno,imei1', ...imeis.map((imei, row) => `${row + 1},${imei}`), ''];
  const intent = { accountId: sender.id, batchId, action, devices: imeis.length, imeiList: imeis.join(), at };
  const upload = {
    ...({
      accountId: sender.id,
      file,
      report,
      batchId,
      at,
      remarks: '',
      isComplete,
      lastImei: done.at(-1) ?? '',
    } as const),
    oldFile: `${variant.filePrefix ?? ''}${command.id}-${number}.csv`,
    statusOf: command.batch?.statusOf ?? '',
    content: Buffer.from(lines.join('\r\n')),
  };
  const commands = done.map((imei, row) => {
    const transaction_id = demoUuid(3, number * ROWS_PER_BATCH + row);
    const sent = { imei, interface: 'B', transaction_id, filename: file, batch_id: batchId } as const;
    const sentAt = isoAfter(new Date(at), (row + 1) * 1000);
    return commandRow(sender, entry, sent, sentAt, row === FAILING_ROW ? 'failed' : 'acknowledged');
  });
  const run = { intent, upload, commands };
  return { ...run, known: KNOWN.includes(number) ? knownBatch(number, run, batchId) : undefined };
}
