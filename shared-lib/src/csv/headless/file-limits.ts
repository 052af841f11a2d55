import { limits, type ConsoleConfig } from '../../contract/index.ts';
import { formatLocale } from '../../i18n/index.ts';
import { t } from '../../i18n/own.ts';

/** What of a file is taken at most. */
export interface FileLimits {
  /** What takes the file, as the refusal names it. */
  readonly takenBy: 'batch' | 'lookup';
  /** Valid rows. */
  readonly rows: number;
  /** Bytes of the copy that is uploaded of the valid rows; undefined where none is. */
  readonly copyBytes?: number | undefined;
}

const fileLimits: Readonly<Record<FileLimits['takenBy'], FileLimits>> = {
  batch: { takenBy: 'batch', rows: limits.batchRows, copyBytes: limits.batchFileBytes },
  lookup: { takenBy: 'lookup', rows: limits.batchRows },
};

/** Returns what is taken of a file, always the same object; undefined for a back end that states no limits (D1a). */
export function fileLimitsOf(
  backend: ConsoleConfig['backend'],
  takenBy: FileLimits['takenBy'],
): FileLimits | undefined {
  return backend === 'legacy' ? undefined : fileLimits[takenBy];
}

const MEGABYTE = 1024 * 1024;
const PIECES_BETWEEN_PAUSES = 20;
const SPLIT_IT = t('Split it, then choose each part.');

const count = (value: number): string => value.toLocaleString(formatLocale());

/** Megabytes with one decimal, rounded up, so that what is beyond a limit is never shown as the limit itself. */
const megabytes = (bytes: number): string => count(Math.ceil((bytes / MEGABYTE) * 10) / 10);

async function bytesOf(pieces: Iterable<string>, pause: () => Promise<void>): Promise<number> {
  const encoder = new TextEncoder();
  let bytes = 0;
  let sincePause = 0;
  for (const piece of pieces) {
    bytes += encoder.encode(piece).length;
    sincePause += 1;
    if (sincePause < PIECES_BETWEEN_PAUSES) continue;
    sincePause = 0;
    await pause();
  }
  return bytes;
}

/** A file whose rows were read. */
interface ReadRows {
  /** Bytes of the file itself. */
  readonly fileBytes: number;
  readonly validRows: number;
  /** Returns the copy that a batch uploads, in pieces. */
  readonly copy: () => Iterable<string>;
}

/** Returns why a file is beyond its limits and what to do about it; null for a file that is taken. */
export async function excessOf(
  { takenBy, rows, copyBytes }: FileLimits,
  { fileBytes, validRows, copy }: ReadRows,
  pause: () => Promise<void>,
): Promise<{ readonly reason: string; readonly detail: string } | null> {
  if (validRows > rows)
    return {
      reason: t('The file has {validRows} valid rows; a {takenBy} takes at most {rows}.', {
        validRows: count(validRows),
        takenBy,
        rows: count(rows),
      }),
      detail: SPLIT_IT,
    };
  // A copy is hardly larger than its file: of a file below half the limit nothing needs to be counted.
  if (copyBytes === undefined || fileBytes * 2 <= copyBytes) return null;
  const bytes = await bytesOf(copy(), pause);
  if (bytes <= copyBytes) return null;
  return {
    reason: t('The valid rows of the file have {bytes} MB; a {takenBy} takes at most {copyBytes} MB.', {
      bytes: megabytes(bytes),
      takenBy,
      copyBytes: megabytes(copyBytes),
    }),
    detail: SPLIT_IT,
  };
}
