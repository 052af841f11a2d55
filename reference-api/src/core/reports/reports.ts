import { reports } from '@device-console/shared-lib/contract';
import { dayRange, serverTimeZone } from '../time/time-zone.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import { type CallContext, type Service, StreamedAnswer } from '../calls/context.ts';
import { createCursorSeal, type CursorSeal, type Position, reportPosition } from './report-cursor.ts';
import { type PartRow, partsOf, type ReportPart } from './report-parts.ts';
import { requireCredential } from '../calls/access.ts';
import { setImmediate } from 'node:timers/promises';
import type { Place, Slice } from '../store/report-lists.ts';
import { countSliced } from '../store/slices.ts';

/** Limits a report that is asked for whole; pages have no such limit. */
const REPORT_ROWS = 200_000;

const UNKNOWN_PAGE = 'This page is not of this report. Please fetch the report again.';

/** Aborts if the caller's access is taken away meanwhile (S32). */
async function* whileLetIn({ db, actor }: CallContext, text: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of text) {
    await requireCredential(db, actor);
    yield piece;
  }
}

/** Over whole days of a zone, whole or a page of it (R1 to R5, D3). */
export const downloadReports: Service<'downloadReports'> = async (context, body) => {
  const { db, actor, platform } = context;
  const streamed = (text: AsyncIterable<string>) => new StreamedAnswer(whileLetIn(context, text));
  const definition = reports.find((row) => row.report === body.report);
  if (!definition) throw new BusinessError(`There is no report "${body.report}".`);
  if (body.startdate > body.enddate) throw new BusinessError('End date cannot be prior to start date');
  const range = dayRange(body.startdate, body.enddate, body.timezone ?? serverTimeZone());
  const match = body.match ?? 'ALL';
  const report = { parts: partsOf(db, definition, match), ...range };
  const belongsTo = [actor.accountId, definition.report, match, range.from, range.before];
  const cursors = createCursorSeal(platform.cursorKey, belongsTo, reportPosition, UNKNOWN_PAGE);
  if (body.cursor !== undefined && body.cursor !== '') {
    if (body.limit === undefined) throw new BusinessError('A page of a report is asked for with its limit.');
    return streamed(pageText(report, cursors.read(body.cursor), body.limit, null, cursors));
  }
  const first = await firstPosition(report);
  const total = await countReport(report, first, body.limit === undefined ? REPORT_ROWS : undefined);
  if (body.limit === undefined && (total === null || total > REPORT_ROWS)) {
    throw new BusinessError(`The report has more than ${REPORT_ROWS} rows. Please choose a shorter range of dates.`);
  }
  return streamed(pageText(report, first, body.limit ?? REPORT_ROWS, total, cursors));
};

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
async function firstPosition(report: OpenReport): Promise<Position> {
  const upTo: number[] = [];
  for (const part of report.parts) upTo.push(await part.newestId());
  return { list: 0, after: beginning(report), upTo };
}

function sliceOf(report: OpenReport, { upTo, list }: Position, index: number, after: Place): Slice {
  return { from: report.from, after: index === list ? after : beginning(report), upTo: upTo[index] ?? 0 };
}

/** Null if a list has more than `most` rows. */
async function countReport(report: OpenReport, first: Position, most?: number): Promise<number | null> {
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
