import { cleanText, type Command, type CommandVariant } from '../../contract/index.ts';
import type { BatchPorts, ChosenFile } from './ports.ts';
import type { StoredBatch } from './record.ts';
import type { ImeiFile, ImeiFileTotals } from '../../csv/headless/imei-file.ts';

function variantOf(command: Command, chosen: CommandVariant | undefined): CommandVariant {
  if (chosen) return chosen;
  const [only, ...others] = command.variants;
  if (others.length > 0)
    throw new Error(
      `A batch of ${command.title} needs a choice among ${command.variants.map((row) => row.action).join(', ')}.`,
    );
  return only;
}

/** The upload is a CSV file whatever its source, and servers accept no other name (B1, D10a). */
function copyName(given: string): string {
  const name = cleanText('fileName', given);
  return /\.csv$/i.test(name) ? name : `${name}.csv`;
}

function levelOf(command: Command, variant: CommandVariant): string | undefined {
  if (command.batch?.level === 'default') return 'default';
  return command.batch?.level === 'choice' ? variant.choice?.value : undefined;
}

/** A batch as it is stored before anything is sent (B5, B14, D15). Throws if a required choice is missing. */
export function newStoredBatch(command: Command, operator: string, input: BatchInput, ports: BatchPorts): StoredBatch {
  const variant = variantOf(command, input.variant);
  const level = levelOf(command, variant);
  const { file } = input;
  const fileName = `${variant.filePrefix ?? ''}${copyName(input.name)}`;
  return {
    header: {
      batchId: ports.ids.batchId(),
      operator,
      command: command.id,
      action: variant.action,
      ...(level === undefined ? {} : { level }),
      fileName,
      hasExtras: input.rows.extras !== undefined,
      run: ports.ids.batchId(),
      createdAt: ports.clock.now(),
      totals: input.totals,
      ...(file && { file: { name: input.name, sizeBytes: file.sizeBytes, readingTimeMs: file.readingTimeMs } }),
    },
    progress: { phase: 'uploading', serverFileName: fileName, next: 0, lastImei: '', sending: null, elapsedMs: 0 },
    imeis: input.rows.imeis,
    segments: [],
  };
}

/**
 * What notification rows carry beyond the IMEI (T6). It is personal data, so it is stored sealed or not at all (D15).
 */
export interface BatchExtras {
  at(index: number): {
    readonly message?: string | undefined;
    readonly header?: string | undefined;
    readonly template?: string | undefined;
  };
  /** The copy to upload, valid rows only, in pieces (B5, D14). */
  copy(): Iterable<string>;
}

/** Input of a new batch. */
export interface BatchInput {
  /** The operator's file name, without prefix. */
  readonly name: string;
  readonly rows: { readonly imeis: Float64Array; readonly extras?: BatchExtras | undefined };
  readonly totals: ImeiFileTotals;
  /** The file that it came from, with its invalid rows (B3, B4). */
  readonly file?: Pick<ImeiFile, 'sizeBytes' | 'readingTimeMs' | 'errors'> | undefined;
  /** The chosen file, if none of its rows is left out (D26a). */
  readonly chosen?: ChosenFile | undefined;
  /** Level or device action; required if the command has several (B14, D6). */
  readonly variant?: CommandVariant | undefined;
  /** Starts once the running batches of this browser are over (D16a). */
  readonly waitsForTurn?: boolean | undefined;
}

/** The input of a file of sno, imei1; its valid rows (D14). */
export function batchInput(file: ImeiFile, variant?: CommandVariant): BatchInput {
  const { name, rows: imeis, totals, sizeBytes, readingTimeMs, errors } = file;
  return { name, rows: { imeis }, totals, file: { sizeBytes, readingTimeMs, errors }, variant };
}
