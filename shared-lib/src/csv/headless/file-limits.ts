import { limits, type ConsoleConfig } from '../../contract/index.ts';
import type { Rejection } from './rejection.ts';

/** Limits of a file. */
export interface FileLimits {
  readonly takenBy: 'batch' | 'lookup';
  readonly rows: number;
  /** Size of the uploaded copy of the valid rows, in bytes; undefined if none is uploaded. */
  readonly copyBytes?: number | undefined;
}

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

const PIECES_BETWEEN_PAUSES = 20;

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

interface ReadRows {
  readonly fileBytes: number;
  readonly validRows: number;
  readonly copy: () => Iterable<string>;
}

/** Why a file exceeds its limits; null if it does not. */
export async function excessOf(
  { takenBy, rows, copyBytes }: FileLimits,
  { fileBytes, validRows, copy }: ReadRows,
  pause: () => Promise<void>,
): Promise<Rejection | null> {
  if (validRows > rows) return { kind: 'many-rows', takenBy, found: validRows, most: rows };
  // A copy is hardly larger than its file, so a file below half the limit need not be counted.
  if (copyBytes === undefined || fileBytes * 2 <= copyBytes) return null;
  const bytes = await bytesOf(copy(), pause);
  return bytes <= copyBytes ? null : { kind: 'large-copy', takenBy, found: bytes, most: copyBytes };
}
