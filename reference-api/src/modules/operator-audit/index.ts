import * as v from 'valibot';
import { calls, isImei, type BodyOf } from '@device-console/shared-lib/contract';
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import { countRows } from '../../core/store/count-rows.ts';
import type { Schema } from '../../core/store/schema.ts';
import { findSliced, holdsPart, type Sliced, partOf } from '../../core/store/slices.ts';
import type { Database } from '../../core/store/store.ts';
import type { Service } from '../../core/calls/context.ts';
import { readingCalls, FILES_PATH } from '../../core/calls/reading-calls.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { createCursorSeal } from '../../core/reports/report-cursor.ts';
import { dayRange, serverTimeZone } from '../../core/time/time-zone.ts';
import type { ApiModule } from '../../core/module.ts';

const position = v.object({ at: v.string(), id: v.number() });
/** A place in the audit, which is read newest first: older rows follow. */
type AuditPlace = v.InferOutput<typeof position>;

/** Paths of calls that only read, as the audit stores them. */
const readingPaths: readonly string[] = [...[...readingCalls].map((name) => calls[name].path), FILES_PATH];

type AuditQuestion = ReturnType<typeof questionOf>;

/** Returns which rows to find. Text parts are in lower case; undefined sets no condition. */
function questionOf(body: BodyOf<(typeof calls)['operatorAudit']>, from: string) {
  const imei = partOf(body.imei);
  const whole = imei !== undefined && isImei(imei);
  return {
    from,
    account: partOf(body.account),
    called: partOf(body.called),
    outcome: body.outcome,
    /** Only the rows of these paths, or all other rows. */
    paths: body.kind && { of: readingPaths, isWanted: body.kind === 'reads' },
    /** A whole IMEI is found by index. */
    imei: whole ? imei : undefined,
    imeiPart: whole ? undefined : imei,
  };
}

/** Rows that one statement searches for a text part: with SQLite nothing else runs meanwhile. */
export const SLICE_ROWS = 10_000;

/** Most rows that one call searches or counts. */
const EXAMINED_ROWS = 2_000_000;

/** True if the question has a condition without an index, so that rows have to be searched. */
function hasParts(question: AuditQuestion): boolean {
  const { account, imeiPart, called, paths } = question;
  return [account, imeiPart, called, paths].some((part) => part !== undefined);
}

type Indexed = Pick<AuditQuestion, 'from'> & Partial<Pick<AuditQuestion, 'imei' | 'outcome'>>;

/** Selects rows before a place by indexed columns only. Compares pairs, so that no newer row is read. */
function rowsBefore(db: Database, { from, imei, outcome }: Indexed, before: AuditPlace) {
  return (
    db
      .selectFrom('audit_log')
      .where(sql<SqlBool>`at >= ${from} and (at, id) < (${before.at}, ${before.id})`)
      .$if(imei !== undefined, (query) => query.where('imei', '=', imei ?? ''))
      // A literal, because a partial index needs the value in the statement itself.
      .$if(outcome !== undefined, (query) => query.where('outcome', '=', sql.lit(outcome ?? 'success')))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
  );
}

const holds = (column: 'email' | 'imei' | 'call', part: string) => holdsPart(sql.ref(column), part);

function holdsParts({ account, imeiPart, called, paths }: AuditQuestion) {
  return (where: ExpressionBuilder<Schema, 'audit_log'>) =>
    where.and([
      ...(account === undefined ? [] : [holds('email', account)]),
      ...(imeiPart === undefined ? [] : [holds('imei', imeiPart)]),
      ...(called === undefined ? [] : [holds('call', called)]),
      ...(paths === undefined ? [] : [where('call', paths.isWanted ? 'in' : 'not in', [...paths.of])]),
    ]);
}

export function auditPage(db: Database, question: Indexed, before: AuditPlace, limit: number) {
  return rowsBefore(db, question, before).selectAll().limit(limit);
}

function slice(db: Database, question: AuditQuestion, before: AuditPlace) {
  return db
    .selectFrom(rowsBefore(db, question, before).selectAll().limit(SLICE_ROWS).as('audit_log'))
    .where(holdsParts(question));
}

function slicesOf(db: Database, question: AuditQuestion): Sliced<AuditPlace> {
  return {
    rows: SLICE_ROWS,
    endOf: (before) =>
      rowsBefore(db, question, before)
        .select(['at', 'id'])
        .limit(1)
        .offset(SLICE_ROWS - 1)
        .executeTakeFirst(),
    async count(before, end) {
      return end && !hasParts(question) ? SLICE_ROWS : countRows(slice(db, question, before));
    },
  };
}

/** Finds the newest rows of a question before a place; one query if indexes suffice. */
function findAuditRows(
  db: Database,
  question: AuditQuestion,
  page: { start: AuditPlace; isFirst: boolean; limit: number },
) {
  const isIndexed = !hasParts(question);
  return findSliced(slicesOf(db, question), {
    ...page,
    most: EXAMINED_ROWS,
    isIndexed,
    rowsOf: (before, most) =>
      isIndexed
        ? auditPage(db, question, before, most).execute()
        : slice(db, question, before).selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(most).execute(),
    placeOf: ({ at, id }) => ({ at, id }),
  });
}

type StoredRow = Awaited<ReturnType<typeof findAuditRows>>['rows'][number];

const detailFields = v.record(v.string(), v.unknown());

function wireRow({ id, email, transaction_id: transactionId, account_id: _account, detail, ...same }: StoredRow) {
  const { message, ...rest } = v.parse(detailFields, JSON.parse(detail));
  return {
    ...same,
    id: String(id),
    user: email,
    message: typeof message === 'string' ? message : '',
    detail: Object.keys(rest).length === 0 ? '' : JSON.stringify(rest),
    transactionId,
  };
}

const WRONG_CURSOR = 'This page is not of this search. Please search again.';

/** Lists who did what, newest first, in pages. The first page has the total, if it could be counted. */
const searched: Service<'operatorAudit'> = async ({ db, platform }, body) => {
  if (body.startdate > body.enddate) throw new BusinessError('End date cannot be prior to start date');
  const { from, before } = dayRange(body.startdate, body.enddate, body.timezone ?? serverTimeZone());
  const question = questionOf(body, from);
  const cursors = createCursorSeal(platform.cursorKey, ['audit', question, before], position, WRONG_CURSOR);
  const start = body.cursor ? cursors.read(body.cursor) : { at: before, id: 0 };
  const { rows, rest, total } = await findAuditRows(db, question, { start, isFirst: !body.cursor, limit: body.limit });
  return {
    status: 'success',
    message: '',
    items: rows.map(wireRow),
    next: rest ? cursors.write(rest) : '',
    total,
  };
};

/** What operators did; for those who manage users (A5, D17). */
export const operatorAudit = {
  name: 'operator-audit',
  services: { operatorAudit: searched },
} as const satisfies ApiModule;
