import type { Insertable } from 'kysely';
import { DAY, isoAfter } from '../../core/time/clock.ts';
import type { BatchTable } from '../../core/store/schema-batches.ts';
import type { CommandTable } from '../../core/store/schema.ts';
import type { NewUpload } from '../../core/store/uploads.ts';
import { commandRow, demoUuid, senderOf, type Entry, type Sender } from './demo-commands.ts';

/** Rows of each demo batch. */
export const ROWS_PER_BATCH = 20;
/** The row whose phone does not answer. */
export const FAILING_ROW = 7;
/** Where an interrupted batch stopped. */
const INTERRUPTED_AFTER = 12;

/** An uploaded file of the history, and how far its batch came. */
export interface DemoUpload extends NewUpload {
  readonly isComplete: 'complete' | 'incomplete';
  readonly lastImei: string;
}

/** The list that a batch had registered, which tells its command and how many devices it is for. */
export interface DemoIntent {
  readonly accountId: number;
  readonly batchId: string;
  readonly action: string;
  readonly devices: number;
  readonly imeiList: string;
  readonly at: string;
}

/** A batch that a run made known, and the devices that it has sent. */
export interface DemoKnownBatch {
  readonly batch: Insertable<BatchTable> & { readonly batch_id: string };
  readonly sent: readonly { readonly imei: string; readonly transactionId: string }[];
}

interface DemoBatch {
  readonly intent: DemoIntent;
  readonly upload: DemoUpload;
  readonly commands: Insertable<CommandTable>[];
  readonly known: DemoKnownBatch | null;
}

/** A complete batch of locks, and one that was left in the middle and that who may lock can take over. */
const KNOWN = new Set([0, 1]);

function fileOf(imeis: readonly string[]): Uint8Array {
  return Buffer.from(`${['sno,imei1', ...imeis.map((imei, row) => `${row + 1},${imei}`)].join('\r\n')}\r\n`);
}

/** When the batch of that number began: spread over the last 38 days. */
function batchStart(number: number, now: Date): Date {
  return new Date(now.getTime() - (((number * 5) % 38) + 1) * DAY);
}

function itemId(number: number, row: number): string {
  return demoUuid(3, number * ROWS_PER_BATCH + row);
}

function knownBatch(
  number: number,
  { accountId, batchId, action, devices, at }: DemoIntent,
  { oldFile, file, report, isComplete }: DemoUpload,
  sent: readonly string[],
): DemoKnownBatch {
  return {
    batch: {
      batch_id: batchId,
      account_id: accountId,
      action,
      level: '',
      file_name: oldFile,
      file,
      report,
      devices,
      total: devices,
      invalid: 0,
      duplicates: 0,
      run: demoUuid(7, number),
      holder_id: accountId,
      place: 'Chrome on Windows',
      seen_at: isoAfter(new Date(at), sent.length * 1000),
      found: sent.length,
      not_found: 0,
      refused: 0,
      state: isComplete === 'complete' ? 'complete' : 'open',
      started_at: at,
    },
    sent: sent.map((imei, row) => ({ imei, transactionId: itemId(number, row) })),
  };
}

/**
 * Batches by their number: most complete, some interrupted; one phone in each does not answer.
 */
export function demoBatch(
  entry: Entry,
  number: number,
  imeis: readonly string[],
  senders: readonly Sender[],
  now: Date,
): DemoBatch {
  const { command, variant } = entry;
  const sender = senderOf(senders, entry, number);
  const start = batchStart(number, now);
  const interrupted = number % 3 === 1;
  const done = interrupted ? imeis.slice(0, INTERRUPTED_AFTER) : imeis;
  const ownName = `${variant.filePrefix ?? ''}${command.id}-${number}.csv`;
  const file = `${variant.report}-demo-${number}.csv`;
  const batchId = demoUuid(2, number);
  const at = start.toISOString();
  const intent = {
    accountId: sender.id,
    batchId,
    action: variant.action,
    devices: imeis.length,
    imeiList: imeis.join(),
    at,
  };
  const upload: DemoUpload = {
    accountId: sender.id,
    file,
    oldFile: ownName,
    report: variant.report,
    statusOf: command.batch?.statusOf ?? '',
    batchId,
    at,
    content: fileOf(imeis),
    remarks: '',
    isComplete: interrupted ? 'incomplete' : 'complete',
    lastImei: done.at(-1) ?? '',
  };
  return {
    intent,
    upload,
    known: KNOWN.has(number) ? knownBatch(number, intent, upload, done) : null,
    commands: done.map((imei, row) =>
      commandRow(
        sender,
        entry,
        {
          imei,
          interface: 'B',
          transaction_id: itemId(number, row),
          filename: file,
          batch_id: batchId,
        },
        isoAfter(start, (row + 1) * 1000),
        row === FAILING_ROW ? 'failed' : 'acknowledged',
      ),
    ),
  };
}
