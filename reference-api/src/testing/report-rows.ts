import { sql, type RawBuilder } from 'kysely';
import type { Store } from '../core/store/store.ts';

interface Times {
  /** Time of the newest row; a little before the tests' clock by default. */
  readonly newest?: string | undefined;
  readonly every?: number | undefined;
}

/** Computes the time of row `n` of `count` in the database, so that a million rows do not go through this process. */
function timeOf(
  store: Store,
  count: number,
  { newest = '2026-11-20T09:59:59.999Z', every = 100 }: Times,
): RawBuilder<string> {
  const back = sql`(${sql.lit(count)} - cast(n as bigint)) * ${sql.lit(every)}`;
  const moment = sql`(${sql.lit(Date.parse(newest))} - ${back}) / 1000.0`;
  return store.dialect === 'sqlite'
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${moment}, 'unixepoch')`
    : sql`to_char(to_timestamp(${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Fills a table; columns that are left out are empty, or what the table gives them. */
async function fill(
  store: Store,
  table: string,
  count: number,
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<void> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const numbers = sql`numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})`;
  await sql`
    insert into ${sql.ref(table)} (${names})
    with recursive ${numbers} select ${sql.join(Object.values(columns))} from numbers`.execute(store.db);
  // In production PostgreSQL's autovacuum does this; SQLite plans without statistics there too.
  if (store.dialect === 'postgres') await sql`vacuum analyze ${sql.ref(table)}`.execute(store.db);
}

const text = (value: string) => sql.lit(value);
/** An IMEI of 15 digits for each `n`. */
const imei = sql`'35' || substr(cast(10000000000000 + n as text), 2)`;

/** Writes executed commands of a report, oldest first, with different IMEIs or for one device. */
export function fillCommands(
  store: Store,
  report: string,
  count: number,
  more: Times & { readonly imei?: string; readonly batchId?: string } = {},
): Promise<void> {
  const at = timeOf(store, count, more);
  return fill(store, 'commands', count, {
    transaction_id: sql`${text(more.batchId === undefined ? 'filled-' : 'row-')} || n`,
    account_id: sql.lit(2),
    user_email: text('admin@example.com'),
    imei: more.imei === undefined ? imei : text(more.imei),
    interface: text('B'),
    action: text(report),
    reported_as: text(report.toUpperCase()),
    report: text(report),
    payload: text('{}'),
    filename: text('filled.csv'),
    batch_id: more.batchId === undefined ? sql`null` : text(more.batchId),
    status: text('acknowledged'),
    next_attempt_at: at,
    created_at: at,
    updated_at: at,
  });
}

/** Writes uploaded files of a report, oldest first, without their content. */
export function fillUploads(
  store: Store,
  report: string,
  count: number,
  more: Times & { readonly name?: string } = {},
): Promise<void> {
  const at = timeOf(store, count, more);
  return fill(store, 'uploads', count, {
    account_id: sql.lit(2),
    file: sql`${text(`${report}-${more.name ?? 'filled'}-`)} || n || '.csv'`,
    old_file: sql`'filled ' || n || '.csv'`,
    report: text(report),
    status_of: text(`${report}files`),
    is_complete: text('complete'),
    last_imei: imei,
    created_at: at,
    updated_at: at,
  });
}

/** Writes registrations, oldest first; one in ten is unmatched. */
export function fillRegistrations(store: Store, count: number, more: Times = {}): Promise<void> {
  return fill(store, 'registrations', count, {
    imei1: imei,
    brand: text('Samsung'),
    model: text('Galaxy A15'),
    matched: sql`case when n % 10 = 0 then 'NO' else 'YES' end`,
    registration_status: text('REGISTERED'),
    created_at: timeOf(store, count, more),
  });
}

export function fillEnrolments(store: Store, count: number, more: Times = {}): Promise<void> {
  return fill(store, 'enrolments', count, {
    imei1: imei,
    action: text('DE-ENROLLED'),
    created_at: timeOf(store, count, more),
  });
}

/** Writes enrolled devices with seven versions of the app. */
export function fillDevices(store: Store, count: number): Promise<void> {
  const at = timeOf(store, count, {});
  return fill(store, 'devices', count, {
    imei1: imei,
    imei2: sql`'36' || substr(cast(10000000000000 + n as text), 2)`,
    brand: text('Samsung'),
    model: text('Galaxy A15'),
    claim_status: text('ENROLLED'),
    registration_status: text('REGISTERED'),
    app_version: sql`'5.' || (n % 7)`,
    app_type: text('Standard'),
    created_at: at,
    updated_at: at,
  });
}

/** Writes the commands, stored outcomes and rows of a known batch: all of them found. */
export async function fillBatch(store: Store, batch: { readonly id: number; readonly batchId: string }, count: number) {
  const at = timeOf(store, count, {});
  const before = await sql<{ id: number | null }>`select max(id) as id from commands`.execute(store.db);
  await fillCommands(store, 'lock', count, { batchId: batch.batchId });
  await fill(store, 'outcomes', count, {
    account_id: sql.lit(2),
    method: text('POST'),
    path: text('getimeidetails.php'),
    transaction_id: sql`'row-' || n`,
    body_hash: text('filled'),
    answer: text('{"status":"success","message":"found"}'),
    created_at: at,
  });
  await fill(store, 'batch_items', count, {
    batch: sql.lit(batch.id),
    row: sql`n`,
    transaction_id: sql`'row-' || n`,
    outcome: text('found'),
    command_id: sql`n + ${sql.lit(before.rows[0]?.id ?? 0)}`,
  });
}
