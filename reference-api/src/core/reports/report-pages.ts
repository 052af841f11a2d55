import { setImmediate } from 'node:timers/promises';
import type { Place, Slice } from '../store/report-lists.ts';
import { countSliced } from '../store/slices.ts';
import type { CursorSeal, Position } from './report-cursor.ts';
import type { PartRow, ReportPart } from './report-parts.ts';

/** Rows read, written and sealed at once; others are served in between. */
const PIECE_ROWS = 500;

/** A report over whole days: `from` is the first moment, `before` the first after it. */
export interface OpenReport {
  readonly parts: readonly ReportPart[];
  readonly from: string;
  readonly before: string;
}

/** The newest row comes after this place. */
function beginning({ before }: OpenReport): Place {
  return { at: before, id: 0 };
}

/** The position before the first row; it covers the rows of this moment and no later ones. */
export async function firstPosition(report: OpenReport): Promise<Position> {
  const upTo: number[] = [];
  for (const part of report.parts) upTo.push(await part.newestId());
  return { list: 0, after: beginning(report), upTo };
}

function sliceOf(report: OpenReport, { upTo, list }: Position, index: number, after: Place): Slice {
  return { from: report.from, after: index === list ? after : beginning(report), upTo: upTo[index] ?? 0 };
}

/** Null if a list has more than `most` rows. */
export async function countReport(report: OpenReport, first: Position, most?: number): Promise<number | null> {
  let total: number | null = 0;
  for (const [index, part] of report.parts.entries()) {
    const { after, ...days } = sliceOf(report, first, index, first.after);
    const counted: number | null = await countSliced(part.counted(days), after, most && most + 1);
    total = total === null || counted === null ? null : total + counted;
  }
  return total;
}

/** `rest`: where the remaining rows start; undefined if there are none. */
interface Piece {
  readonly rows: readonly PartRow[];
  readonly rest: Place | undefined;
}

/** The first `most` rows of a slice. Looks one row ahead, so that the last page knows that it is the last. */
async function* piecesOf(part: ReportPart, slice: Slice, most: number): AsyncGenerator<Piece> {
  let { after } = slice;
  let left = most;
  for (;;) {
    const wanted = Math.min(left, PIECE_ROWS);
    const found = await part.rows({ ...slice, after }, wanted + 1);
    const rows = found.slice(0, wanted);
    const more = found.length > wanted;
    left -= rows.length;
    after = rows.at(-1)?.place ?? after;
    yield { rows, rest: more && left === 0 ? after : undefined };
    if (!more || left === 0) return;
    await setImmediate();
  }
}

function rowsText(rows: readonly PartRow[], first: boolean): string {
  const text = rows.map(({ row }) => JSON.stringify(row)).join(',');
  return first || text === '' ? text : `,${text}`;
}

/**
 * The answer's text: `limit` rows from a position on, over all lists in order, and the cursor of the rows after them.
 */
export async function* pageText(
  report: OpenReport,
  from: Position,
  limit: number,
  total: number | null,
  cursors: CursorSeal<Position>,
): AsyncGenerator<string> {
  yield `{"status":"success","message":"","total":${JSON.stringify(total)}`;
  let left = limit;
  let next: Position | undefined;
  for (const [index, part] of report.parts.entries()) {
    yield `,"${part.name}":[`;
    let first = true;
    if (index >= from.list && !next) {
      for await (const { rows, rest } of piecesOf(part, sliceOf(report, from, index, from.after), left)) {
        yield rowsText(rows, first);
        first = false;
        left -= rows.length;
        if (rest) next = { ...from, list: index, after: rest };
      }
    }
    yield ']';
  }
  yield `,"next":${JSON.stringify(next ? cursors.write(next) : '')}}`;
}
