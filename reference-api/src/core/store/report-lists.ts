import { sql } from 'kysely';
import type { Sliced } from './slices.ts';
import type { Database } from './store.ts';

/** A place in a list that is read newest first: older rows follow. */
export interface Place {
  readonly at: string;
  readonly id: number;
}

/** Rows of a report's days that are older than a place. */
export interface Slice {
  /** The first moment of the report. */
  readonly from: string;
  readonly after: Place;
  /** Id of the newest row when the report was begun; later rows stay out. */
  readonly upTo: number;
}

interface Placed {
  readonly created_at: string;
  readonly id: number;
}

/** Read newest first and by an index alone. */
export interface ReportList<Row> {
  /** 0 without rows. */
  newestId(): Promise<number>;
  rows(slice: Slice, limit: number): Promise<readonly Row[]>;
  /** The same list for counting. */
  counted(days: Omit<Slice, 'after'>): Sliced<Place>;
}

export const placeOf = ({ created_at: at, id }: Placed): Place => ({ at, id });

/** Rows counted at once. */
const COUNTED_ROWS = 50_000;

/** The rows of a table with some values, all columns or those named. */
export function reportList<Row extends Placed>(
  db: Database,
  table: 'registrations' | 'enrolments' | 'uploads' | 'commands',
  values: Readonly<Record<string, string>>,
  columns?: readonly (keyof Row & string)[],
): ReportList<Row> {
  const of = sql.table(table);
  const filter = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value} and `);
  // One comparison of pairs, by which both databases find the place in an index: nothing before it is read.
  const found = (names: readonly string[] | undefined, { from, after, upTo }: Slice, limit: number) => sql`
    select ${names ? sql.join(names.map((name) => sql.ref(name))) : sql`*`} from ${of}
    where ${sql.join(filter, sql``)}created_at >= ${from} and (created_at, id) < (${after.at}, ${after.id})
      and id <= ${upTo} order by created_at desc, id desc limit ${limit}`;
  return {
    async newestId() {
      const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${of}`.execute(db);
      return rows[0]?.id ?? 0;
    },
    async rows(slice, limit) {
      const { rows } = await found(columns, slice, limit).$castTo<Row>().execute(db);
      return rows;
    },
    counted: (days) => ({
      rows: COUNTED_ROWS,
      async endOf(after) {
        const place = found(['created_at', 'id'], { ...days, after }, 1);
        const { rows } = await sql<Placed>`${place} offset ${COUNTED_ROWS - 1}`.execute(db);
        return rows[0] && placeOf(rows[0]);
      },
      async count(after, end) {
        if (end) return COUNTED_ROWS;
        const rest = found(['id'], { ...days, after }, COUNTED_ROWS);
        const { rows } = await sql<{ count: number }>`select count(*) as count from (${rest}) as rest`.execute(db);
        return rows[0]?.count ?? 0;
      },
    }),
  };
}
