import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { executedColumns } from './commands.ts';
import type { Schema } from './schema.ts';
import type { Database } from './store.ts';

/** A place in a list that is read newest first: what is older follows. */
export interface Place {
  readonly at: string;
  readonly id: number;
}

/** A stretch of a report's list: rows of its days that are older than a place. */
export interface Slice {
  /** The first moment of the report. */
  readonly from: string;
  readonly after: Place;
  /** Id of the newest row that was there when the report was begun; later rows stay out. */
  readonly upTo: number;
}

interface Placed {
  readonly created_at: string;
  readonly id: number;
}

type ListTable = 'registrations' | 'enrolments' | 'uploads' | 'commands';

/** A list of a report, read newest first and by an index alone. */
export interface ReportList<Row extends Placed> {
  /** Id of the newest row there is; 0 without rows. */
  newestId(): Promise<number>;
  /** The newest rows of a slice; at most `limit`. */
  rows(slice: Slice, limit: number): Promise<readonly Row[]>;
  /** How many rows a slice has, up to `most`. */
  count(slice: Slice, most: number): Promise<number>;
  /** Where the row stands that is the `number`th of a slice, from 1; undefined when it has fewer. */
  placeOf(slice: Slice, number: number): Promise<Place | undefined>;
}

type Query<Table extends ListTable, Row> = SelectQueryBuilder<Schema, Table, Row>;

/** As one comparison of pairs, by which both databases find the place in an index: nothing before it is read. */
function inSlice({ from, after, upTo }: Slice) {
  return sql<SqlBool>`created_at >= ${from} and (created_at, id) < (${after.at}, ${after.id}) and id <= ${upTo}`;
}

function listOf<Table extends ListTable, Row extends Placed>(
  db: Database,
  table: Table,
  places: (slice: Slice) => Query<Table, Placed>,
  rows: (slice: Slice) => Query<Table, Row>,
): ReportList<Row> {
  return {
    async newestId() {
      const row = await db
        .selectFrom<ListTable>(table)
        .select((select) => select.fn.max('id').as('id'))
        .executeTakeFirst();
      return row?.id ?? 0;
    },
    rows: (slice, limit) => rows(slice).limit(limit).execute(),
    async count(slice, most) {
      const row = await db
        .selectFrom(places(slice).limit(most).as('counted'))
        .select((select) => select.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow();
      return row.rows;
    },
    async placeOf(slice, number) {
      const row = await places(slice)
        .limit(1)
        .offset(number - 1)
        .executeTakeFirst();
      return row && { at: row.created_at, id: row.id };
    },
  };
}

const placed = ['created_at', 'id'] as const;

/** Registrations, newest first (R3), filtered by whether they match (R2). */
export function registrationList(db: Database, match: 'ALL' | 'YES' | 'NO') {
  const base = (slice: Slice) =>
    db
      .selectFrom('registrations')
      .where(inSlice(slice))
      .$if(match !== 'ALL', (query) => query.where('matched', '=', match === 'NO' ? 'NO' : 'YES'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc');
  return listOf(
    db,
    'registrations',
    (slice) => base(slice).select(placed),
    (slice) => base(slice).selectAll(),
  );
}

/** De-enrolments and re-registrations, newest first (R4). */
export function enrolmentList(db: Database) {
  const base = (slice: Slice) =>
    db.selectFrom('enrolments').where(inSlice(slice)).orderBy('created_at', 'desc').orderBy('id', 'desc');
  return listOf(
    db,
    'enrolments',
    (slice) => base(slice).select(placed),
    (slice) => base(slice).selectAll(),
  );
}

/** Files that were uploaded for a report's command, newest first (R5). */
export function uploadList(db: Database, report: string) {
  const base = (slice: Slice) =>
    db
      .selectFrom('uploads')
      .where('report', '=', report)
      .where(inSlice(slice))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc');
  return listOf(
    db,
    'uploads',
    (slice) => base(slice).select(placed),
    (slice) => base(slice).selectAll(),
  );
}

/** Executed commands of a report, newest first (R5). */
export function executedList(db: Database, report: string) {
  const base = (slice: Slice) =>
    db
      .selectFrom('commands')
      .where('report', '=', report)
      .where(inSlice(slice))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc');
  return listOf(
    db,
    'commands',
    (slice) => base(slice).select(placed),
    (slice) => base(slice).select(executedColumns),
  );
}
