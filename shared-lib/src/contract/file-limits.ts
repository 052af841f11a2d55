import type { ConsoleConfig } from './config.ts';
import { limits } from './limits.ts';

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
