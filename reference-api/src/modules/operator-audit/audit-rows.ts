import type { auditOutcomes } from '@device-console/shared-lib/contract';
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import { countRows } from '../../core/store/count-rows.ts';
import type { Schema } from '../../core/store/schema.ts';
import { countSliced, findSliced, holdsPart, type Sliced } from '../../core/store/slices.ts';
import type { Database } from '../../core/store/store.ts';

/** A place in the audit, which is read newest first: older rows follow. */
export interface AuditPlace {
  readonly at: string;
  readonly id: number;
}

/** Which rows of the audit to find. Text parts are in lower case; absent fields do not filter. */
export interface AuditQuestion {
  readonly from: string;
  readonly account?: string | undefined;
  /** A whole IMEI, found by index. */
  readonly imei?: string | undefined;
  readonly imeiPart?: string | undefined;
  readonly called?: string | undefined;
  /** Only the rows of these paths, or all other rows. */
  readonly paths?: { readonly of: readonly string[]; readonly isWanted: boolean } | undefined;
  readonly outcome?: (typeof auditOutcomes)[number] | undefined;
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

/** Selects rows before a place by indexed columns only. Compares pairs, so that no newer row is read. */
function rowsBefore(db: Database, { from, imei, outcome }: AuditQuestion, before: AuditPlace) {
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

/** Selects the newest rows before a place by index only. */
export function auditPage(db: Database, question: AuditQuestion, before: AuditPlace, limit: number) {
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
export function findAuditRows(db: Database, question: AuditQuestion, start: AuditPlace, limit: number) {
  const slices = slicesOf(db, question);
  const parts = hasParts(question);
  return findSliced(parts ? slices : { ...slices, endOf: () => Promise.resolve(undefined) }, {
    ...{ start, limit, most: EXAMINED_ROWS },
    rowsOf: (before, most) =>
      parts
        ? slice(db, question, before).selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(most).execute()
        : auditPage(db, question, before, most).execute(),
    placeOf: ({ at, id }) => ({ at, id }),
  });
}

/** Counts the rows of a question; null if counting needs more rows than one call may search. */
export function countAuditRows(db: Database, question: AuditQuestion, start: AuditPlace): Promise<number | null> {
  return countSliced(slicesOf(db, question), start, EXAMINED_ROWS);
}
