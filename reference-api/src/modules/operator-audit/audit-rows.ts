import type { auditOutcomes } from '@device-console/shared-lib/contract';
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Schema } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';

/** A place in the audit, which is read newest first: what is older follows. */
export interface AuditPlace {
  readonly at: string;
  readonly id: number;
}

/** Which rows of the audit are asked for. Parts of text are in lower case; absent ones select nothing. */
export interface AuditQuestion {
  readonly from: string;
  readonly account?: string | undefined;
  /** A whole IMEI is found by its index. */
  readonly imei?: string | undefined;
  readonly imeiPart?: string | undefined;
  readonly called?: string | undefined;
  /** Paths of which only the rows, or all but the rows, are asked for. */
  readonly paths?: { readonly of: readonly string[]; readonly isWanted: boolean } | undefined;
  readonly outcome?: (typeof auditOutcomes)[number] | undefined;
}

/** Rows that one statement looks through for a part of text: with SQLite nothing else runs meanwhile. */
export const SLICE_ROWS = 10_000;

/** True when the question holds what no index tells, for which rows have to be looked through. */
export function hasParts(question: AuditQuestion): boolean {
  const { account, imeiPart, called, paths } = question;
  return [account, imeiPart, called, paths].some((part) => part !== undefined);
}

/**
 * The rows of the question before a place, by what indexes can tell. One comparison of pairs, so that nothing before
 * the place is read.
 */
function rowsBefore(db: Database, { from, imei, outcome }: AuditQuestion, before: AuditPlace) {
  return (
    db
      .selectFrom('audit_log')
      .where(sql<SqlBool>`at >= ${from} and (at, id) < (${before.at}, ${before.id})`)
      .$if(imei !== undefined, (query) => query.where('imei', '=', imei ?? ''))
      // Written out, because a partial index is only found for a value that the statement itself holds.
      .$if(outcome !== undefined, (query) => query.where('outcome', '=', sql.lit(outcome ?? 'success')))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
  );
}

function pattern(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** Part of a column's text, in any case. */
function holds(column: 'email' | 'imei' | 'call', part: string) {
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern(part)} escape '\\'`;
}

function holdsParts({ account, imeiPart, called, paths }: AuditQuestion) {
  return (where: ExpressionBuilder<Schema, 'audit_log'>) =>
    where.and([
      ...(account === undefined ? [] : [holds('email', account)]),
      ...(imeiPart === undefined ? [] : [holds('imei', imeiPart)]),
      ...(called === undefined ? [] : [holds('call', called)]),
      ...(paths === undefined ? [] : [where('call', paths.isWanted ? 'in' : 'not in', [...paths.of])]),
    ]);
}

/** The statement of {@link indexedAuditRows}. */
export function auditPage(db: Database, question: AuditQuestion, before: AuditPlace, limit: number) {
  return rowsBefore(db, question, before).selectAll().limit(limit);
}

/** The newest rows before a place that need no looking through; at most `limit`. */
export function indexedAuditRows(db: Database, question: AuditQuestion, before: AuditPlace, limit: number) {
  return auditPage(db, question, before, limit).execute();
}

/** Where the slice ends that begins before a place; undefined when it holds the oldest row. */
export function endOfSlice(db: Database, question: AuditQuestion, before: AuditPlace): Promise<AuditPlace | undefined> {
  return rowsBefore(db, question, before)
    .select(['at', 'id'])
    .limit(1)
    .offset(SLICE_ROWS - 1)
    .executeTakeFirst();
}

function slice(db: Database, question: AuditQuestion, before: AuditPlace) {
  return db
    .selectFrom(rowsBefore(db, question, before).selectAll().limit(SLICE_ROWS).as('audit_log'))
    .where(holdsParts(question));
}

/** The rows of one slice that hold the parts of text, newest first; at most `limit`. */
export function auditRowsOfSlice(db: Database, question: AuditQuestion, before: AuditPlace, limit: number) {
  return slice(db, question, before).selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** How many rows of one slice hold the parts of text. */
export async function countAuditRowsOfSlice(
  db: Database,
  question: AuditQuestion,
  before: AuditPlace,
): Promise<number> {
  const row = await slice(db, question, before)
    .select((select) => select.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return row.rows;
}
