import { duplicateList, errorList, rowList, type PackedDuplicates, type PackedErrors } from './packed-rows.ts';
import { HEADERS_NOT_MATCHED, INVALID_HEADERS } from './texts.ts';
import type { ImeiFileAnswer, ImeiFileTotals } from './imei-file.ts';

interface PackedCommon {
  readonly name: string;
  readonly sizeBytes: number;
  readonly readingTimeMs: number;
  readonly errors: PackedErrors;
  readonly totals: ImeiFileTotals;
}

/** A reading's answer as flat arrays: what a worker posts to the page, whose buffers move without being copied. */
export type PackedAnswer =
  | (PackedCommon & {
      readonly kind: 'read';
      readonly rows: Float64Array;
      readonly duplicates: PackedDuplicates;
      readonly luhnLines: Int32Array;
    })
  | (PackedCommon & { readonly kind: 'rejected'; readonly reason: string; readonly detail: string })
  | { readonly kind: 'cancelled' };

/** The buffers of a packed answer, for `postMessage`'s list of what moves. */
export function buffersOf(answer: PackedAnswer): ArrayBufferLike[] {
  if (answer.kind === 'cancelled') return [];
  const { lines, codes, offsets, bytes } = answer.errors;
  const errors = [lines.buffer, codes.buffer, offsets.buffer, bytes.buffer];
  if (answer.kind === 'rejected') return errors;
  const { duplicates } = answer;
  return [...errors, answer.rows.buffer, answer.luhnLines.buffer, duplicates.lines.buffer, duplicates.imeis.buffer, duplicates.firstLines.buffer];
}

/** The one row of a file rejected for its header (B1). */
const headerRow = { line: 1, data: INVALID_HEADERS, error: HEADERS_NOT_MATCHED };

/** The answer as screens use it; its lists make their rows when asked. */
export function unpackAnswer(answer: PackedAnswer): ImeiFileAnswer {
  if (answer.kind === 'cancelled') return answer;
  const { name, sizeBytes, readingTimeMs, totals } = answer;
  const common = { name, sizeBytes, readingTimeMs, totals, errors: errorList(answer.errors) };
  if (answer.kind === 'rejected') {
    const { reason, detail } = answer;
    const errors = reason === INVALID_HEADERS ? rowList(1, () => headerRow) : common.errors;
    return { ...common, kind: 'rejected', reason, detail, errors };
  }
  return {
    ...common,
    kind: 'read',
    rows: answer.rows,
    duplicates: duplicateList(answer.duplicates),
    warnings: { count: answer.luhnLines.length, lines: answer.luhnLines },
  };
}
