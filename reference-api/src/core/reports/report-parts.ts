import type { ReportDefinition } from '@device-console/shared-lib/contract';
import type { executedCommandRow, reportRow } from '@device-console/shared-lib/contract/server';
import { sql, type Selectable } from 'kysely';
import type * as v from 'valibot';
import { executedColumns, type ExecutedCommand } from '../store/commands.ts';
import type { Schema } from '../store/schema.ts';
import type { Sliced } from '../store/slices.ts';
import type { Database } from '../store/store.ts';

/** A place in a list that is read newest first: older rows follow. */
export interface Place {
  readonly at: string;
  readonly id: number;
}

/** Rows of a report's days that are older than a place. */
export interface Slice {
  readonly from: string;
  readonly after: Place;
  /** Id of the newest row when the report was begun; later rows stay out. */
  readonly upTo: number;
}

interface Placed {
  readonly id: number;
  readonly createdat: string;
}

type ReportRow = v.InferInput<typeof reportRow> & Placed;
type ExecutedRow = v.InferInput<typeof executedCommandRow> & Placed;

/** A list of a report, read newest first and by an index alone. */
export interface ReportPart {
  /** Its field in the answer. */
  readonly name: 'items' | 'commanditems';
  newestId(): Promise<number>;
  rows(slice: Slice, limit: number): Promise<readonly (ReportRow | ExecutedRow)[]>;
  counted(days: Omit<Slice, 'after'>): Sliced<Place>;
}

export const placeOf = ({ createdat: at, id }: Placed): Place => ({ at, id });

/** A command as reports and audits return it (R5, A2). */
export function executedRow(row: ExecutedCommand): ExecutedRow {
  return {
    id: row.id,
    transactionId: row.transaction_id,
    date_and_time: row.created_at,
    createdat: row.created_at,
    imei1: row.imei,
    interface: row.interface,
    command: row.reported_as,
    commandType: row.action,
    status: row.status,
    user: row.user_email,
  };
}

function registrationRow(row: Selectable<Schema['registrations']>): ReportRow {
  return {
    id: row.id,
    imei1: row.imei1,
    imei2: row.imei2,
    Match_Status: row.matched === 'YES' ? 'Matched' : 'Unmatched',
    Registration_status: row.registration_status,
    date_and_time: row.created_at,
    createdat: row.created_at,
    Manufacturer: row.brand,
    Model: row.model,
  };
}

function enrolmentRow({ created_at: at, ...row }: Selectable<Schema['enrolments']>): ReportRow {
  return { ...row, date: at, createdat: at, date_and_time: at };
}

function uploadRow(row: Selectable<Schema['uploads']>): ReportRow {
  return {
    id: row.id,
    date_and_time: row.created_at,
    createdat: row.created_at,
    file: row.file,
    oldfile: row.old_file,
    isComplete: row.is_complete,
    lastimei: row.last_imei,
    remarks: row.remarks,
  };
}

const COUNTED_ROWS = 50_000;

interface Listed<Row> {
  readonly name?: ReportPart['name'];
  readonly table: 'registrations' | 'enrolments' | 'uploads' | 'commands';
  readonly values?: Readonly<Record<string, string>>;
  readonly columns?: readonly (keyof Row & string)[];
  toRow(row: Row): ReportRow | ExecutedRow;
}

function partOf<Row>(db: Database, { name = 'items', table, values = {}, columns, toRow }: Listed<Row>): ReportPart {
  const of = sql.table(table);
  const filter = Object.entries(values).map(([column, value]) => sql`${sql.ref(column)} = ${value} and `);
  // One comparison of pairs, by which both databases find the place in an index: nothing before it is read.
  const found = (names: readonly string[] | undefined, { from, after, upTo }: Slice, limit: number) => sql<Row>`
    select ${names ? sql.join(names.map((column) => sql.ref(column))) : sql`*`} from ${of}
    where ${sql.join(filter, sql``)}created_at >= ${from} and (created_at, id) < (${after.at}, ${after.id})
      and id <= ${upTo} order by created_at desc, id desc limit ${limit}`;
  return {
    name,
    async newestId() {
      const { rows } = await sql<{ id: number | null }>`select max(id) as id from ${of}`.execute(db);
      return rows[0]?.id ?? 0;
    },
    async rows(slice, limit) {
      const { rows } = await found(columns, slice, limit).execute(db);
      return rows.map(toRow);
    },
    counted: (days) => ({
      rows: COUNTED_ROWS,
      async endOf(after) {
        const place = found(['created_at', 'id'], { ...days, after }, 1);
        const { rows } = await sql<{ created_at: string; id: number }>`
          ${place} offset ${COUNTED_ROWS - 1}`.execute(db);
        return rows[0] && { at: rows[0].created_at, id: rows[0].id };
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

/** In the order of pages: registrations (R2, R3), enrolments (R4), or a command's uploads, then its commands (R5). */
export function partsOf(
  db: Database,
  { kind, report }: ReportDefinition,
  match: 'ALL' | 'YES' | 'NO',
): readonly ReportPart[] {
  const values: Record<string, string> = match === 'ALL' ? {} : { matched: match };
  if (kind === 'registrations') return [partOf(db, { table: 'registrations', values, toRow: registrationRow })];
  if (kind === 'enrolments') return [partOf(db, { table: 'enrolments', toRow: enrolmentRow })];
  const commands = { name: 'commanditems', table: 'commands', columns: executedColumns, toRow: executedRow } as const;
  return [
    partOf(db, { table: 'uploads', values: { report }, toRow: uploadRow }),
    partOf(db, { ...commands, values: { report } }),
  ];
}
