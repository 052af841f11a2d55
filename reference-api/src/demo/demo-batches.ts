import type { Insertable } from 'kysely';
import { DAY, isoAfter } from '../time/clock.ts';
import type { CommandTable } from '../store/schema.ts';
import type { NewUpload } from '../store/uploads.ts';
import { commandRow, demoUuid, senderOf, type Entry, type Sender } from './demo-commands.ts';

/** Rows of each demo batch. */
export const ROWS_PER_BATCH = 20;
/** The row whose phone does not answer. */
export const FAILING_ROW = 7;
/** Where an interrupted batch stopped. */
const INTERRUPTED_AFTER = 12;

/** An uploaded file of the history, and how far its batch came. */
export interface DemoUpload extends Omit<NewUpload, 'content'> {
  /** Null where only the batch's state came to the server, and not its file. */
  readonly content: Uint8Array | null;
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

interface DemoBatch {
  readonly intent: DemoIntent;
  readonly upload: DemoUpload;
  readonly commands: Insertable<CommandTable>[];
}

function fileOf(imeis: readonly string[]): Uint8Array {
  return Buffer.from(`${['sno,imei1', ...imeis.map((imei, row) => `${row + 1},${imei}`)].join('\r\n')}\r\n`);
}

/** When the batch of that number began: spread over the last 38 days. */
function batchStart(number: number, now: Date): Date {
  return new Date(now.getTime() - (((number * 5) % 38) + 1) * DAY);
}

/**
 * Batches by their number: most complete, some interrupted, some whose file was not uploaded; one phone in each does
 * not answer.
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
  const uploaded = number % 5 !== 3;
  const ownName = `${variant.filePrefix ?? ''}${command.id}-${number}.csv`;
  const file = uploaded ? `${variant.report}-demo-${number}.csv` : ownName;
  const batchId = demoUuid(2, number);
  const at = start.toISOString();
  return {
    intent: {
      accountId: sender.id,
      batchId,
      action: variant.action,
      devices: imeis.length,
      imeiList: imeis.join(),
      at,
    },
    upload: {
      accountId: sender.id,
      file,
      oldFile: ownName,
      report: variant.report,
      statusOf: command.batch?.statusOf ?? '',
      batchId,
      at,
      content: uploaded ? fileOf(imeis) : null,
      remarks: '',
      isComplete: interrupted ? 'incomplete' : 'complete',
      lastImei: done.at(-1) ?? '',
    },
    commands: done.map((imei, row) =>
      commandRow(
        sender,
        entry,
        {
          imei,
          interface: 'B',
          transaction_id: demoUuid(3, number * ROWS_PER_BATCH + row),
          filename: file,
          batch_id: batchId,
        },
        isoAfter(start, (row + 1) * 1000),
        row === FAILING_ROW ? 'failed' : 'acknowledged',
      ),
    ),
  };
}
