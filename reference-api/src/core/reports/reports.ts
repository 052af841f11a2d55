import * as v from 'valibot';
import { reports } from '@device-console/shared-lib/contract';
import { setImmediate } from 'node:timers/promises';
import { dayRange, serverTimeZone } from '../time/time-zone.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import { type CallContext, type Service, StreamedAnswer } from '../calls/context.ts';
import { createCursorSeal } from './report-cursor.ts';
import { partsOf, placeOf, type ReportPart, type Slice } from './report-parts.ts';
import { requireCredential } from '../calls/access.ts';
import { countSliced } from '../store/slices.ts';

/** Limits a report that is asked for whole; pages have no such limit. */
const REPORT_ROWS = 200_000;

/** Rows that the first page waits to have counted; a longer report has its total on the second page. */
const COUNTED_FIRST = 100_000;

const UNKNOWN_PAGE = 'This page is not of this report. Please fetch the report again.';

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** Where the next page of a report begins. */
const position = v.object({
  /** Of the report's lists, from 0. */
  list: whole,
  after: v.object({ at: v.string(), id: whole }),
  /** For each list the newest row of the first page; later rows are in no page. */
  upTo: v.array(whole),
  /** The page before was not told the total. */
  isUncounted: v.optional(v.boolean()),
});
type Position = v.InferOutput<typeof position>;

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
  const cursors = createCursorSeal(platform.cursorKey, belongsTo, position, UNKNOWN_PAGE);
  if (body.cursor !== undefined && body.cursor !== '') {
    if (body.limit === undefined) throw new BusinessError('A page of a report is asked for with its limit.');
    const { isUncounted, ...place } = cursors.read(body.cursor);
    const total = isUncounted ? await countReport(report, firstPosition(report, place.upTo)) : null;
    return streamed(pageText(report, place, body.limit, total, cursors.write));
  }
  const first = firstPosition(report, await newestRows(report));
  const total = await countReport(report, first, body.limit === undefined ? REPORT_ROWS : COUNTED_FIRST);
  if (body.limit === undefined && (total === null || total > REPORT_ROWS)) {
    throw new BusinessError(`The report has more than ${REPORT_ROWS} rows. Please choose a shorter range of dates.`);
  }
  const cursorOf = (place: Position) => cursors.write(total === null ? { ...place, isUncounted: true } : place);
  return streamed(pageText(report, first, body.limit ?? REPORT_ROWS, total, cursorOf));
};

/** Rows read, written and sealed at once; others are served in between. */
const PIECE_ROWS = 500;

/** A report over whole days: `from` is the first moment, `before` the first after it. */
export interface OpenReport {
  readonly parts: readonly ReportPart[];
  readonly from: string;
  readonly before: string;
}

async function newestRows({ parts }: OpenReport): Promise<number[]> {
  const upTo: number[] = [];
  for (const part of parts) upTo.push(await part.newestId());
  return upTo;
}

/** The position before the first row; it covers the rows up to the newest of a moment and no later ones. */
function firstPosition({ before }: OpenReport, upTo: number[]): Position {
  return { list: 0, after: { at: before, id: 0 }, upTo };
}

/** The rows of a list from a position on; a later list begins with its newest row. */
function sliceOf({ from, before }: OpenReport, { upTo, list, after }: Position, index: number): Slice {
  return { from, after: index === list ? after : { at: before, id: 0 }, upTo: upTo[index] ?? 0 };
}

/** Null if a list has more than `most` rows. */
async function countReport(report: OpenReport, first: Position, most?: number): Promise<number | null> {
  let total: number | null = 0;
  for (const [index, part] of report.parts.entries()) {
    const { after, ...days } = sliceOf(report, first, index);
    const counted: number | null = await countSliced(part.counted(days), after, most && most + 1);
    total = total === null || counted === null ? null : total + counted;
  }
  return total;
}

/** `limit` rows over all lists, and the cursor after them. Looks one row ahead, so that the last page is known. */
export async function* pageText(
  report: OpenReport,
  from: Position,
  limit: number,
  total: number | null,
  cursorOf: (position: Position) => string,
): AsyncGenerator<string> {
  yield `{"status":"success","message":"","total":${JSON.stringify(total)}`;
  let left = limit;
  let next: Position | undefined;
  for (const [index, part] of report.parts.entries()) {
    yield `,"${part.name}":[`;
    const { after: start, ...days } = sliceOf(report, from, index);
    let after = start;
    let separator = '';
    for (let more = index >= from.list; more && !next;) {
      const wanted = Math.min(left, PIECE_ROWS);
      const found = await part.rows({ ...days, after }, wanted + 1);
      const rows = found.slice(0, wanted);
      const last = rows.at(-1);
      if (last) {
        yield separator + rows.map((row) => JSON.stringify(row)).join(',');
        after = placeOf(last);
      }
      separator = ',';
      left -= rows.length;
      more = found.length > wanted;
      if (more && left === 0) next = { ...from, list: index, after };
      await setImmediate();
    }
    yield ']';
  }
  yield `,"next":${JSON.stringify(next ? cursorOf(next) : '')}}`;
}
