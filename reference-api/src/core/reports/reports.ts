import { reports } from '@device-console/shared-lib/contract';
import { dayRange, serverTimeZone } from '../time/time-zone.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import { type CallContext, type Service, StreamedAnswer } from '../calls/context.ts';
import { createCursorSeal, reportPosition } from './report-cursor.ts';
import { countReport, firstPosition, pageText } from './report-pages.ts';
import { partsOf } from './report-parts.ts';
import { requireCredential } from '../calls/access.ts';

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
