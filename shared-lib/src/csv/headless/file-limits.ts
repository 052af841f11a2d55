import { limits, type ConsoleConfig } from '../../contract/index.ts';
import { Refused } from './content.ts';
import type { FileLimits } from './imei-file.ts';

const fileLimits: Readonly<Record<FileLimits['takenBy'], FileLimits>> = {
  batch: { takenBy: 'batch', rows: limits.batchRows, copyBytes: limits.batchFileBytes },
  lookup: { takenBy: 'lookup', rows: limits.batchRows },
};

/** The limits of a file, always the same object; undefined for a back end that states none (D1a). */
export function fileLimitsOf(
  backend: ConsoleConfig['backend'],
  takenBy: FileLimits['takenBy'],
): FileLimits | undefined {
  return backend === 'legacy' ? undefined : fileLimits[takenBy];
}

/**
 * Throws {@link Refused} if a file with so many valid rows exceeds its limits. `copy` gives the copy of its rows, which
 * is counted unless `fileBytes` shows that it is small enough.
 */
export async function checkLimits(
  { takenBy, rows, copyBytes }: FileLimits,
  { validRows, fileBytes, copy }: { validRows: number; fileBytes: number; copy: () => Iterable<string> },
  pause: () => Promise<void>,
): Promise<void> {
  if (validRows > rows) throw new Refused({ kind: 'many-rows', takenBy, found: validRows, most: rows });
  // A copy is hardly larger than its file, so a file below half the limit need not be counted.
  if (copyBytes === undefined || fileBytes * 2 <= copyBytes) return;
  const encoder = new TextEncoder();
  let bytes = 0;
  for (const piece of copy()) {
    bytes += encoder.encode(piece).length;
    await pause();
  }
  if (bytes > copyBytes) throw new Refused({ kind: 'large-copy', takenBy, found: bytes, most: copyBytes });
}
