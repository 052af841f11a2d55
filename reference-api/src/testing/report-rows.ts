import { sql, type RawBuilder } from 'kysely';
import type { Store } from '../core/store/store.ts';

interface Times {
  /** Time of the newest row; a little before the tests' clock by default. */
  readonly newest?: string;
  /** Milliseconds between two rows. */
  readonly every?: number;
}

/**
 * Fills a table, its rows made in order; columns that are left out are empty, or what the table gives them. The
 * database makes the rows, so that a million of them do not go through this process.
 */
async function fill(
  store: Store,
  table: string,
  count: number,
  values: Readonly<Record<string, string | number | RawBuilder<unknown>>>,
  { newest = '2026-11-20T09:59:59.999Z', every = 100 }: Times = {},
  timed = ['created_at'],
): Promise<void> {
  const back = sql`(${sql.lit(count)} - cast(n as bigint)) * ${sql.lit(every)}`;
  const moment = sql`(${sql.lit(Date.parse(newest))} - ${back}) / 1000.0`;
  const at =
    store.dialect === 'sqlite'
      ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${moment}, 'unixepoch')`
      : sql`to_char(to_timestamp(${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const columns = { ...values, ...Object.fromEntries(timed.map((name) => [name, at])) };
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const selected = Object.values(columns).map((value) => (typeof value === 'object' ? value : sql.lit(value)));
  const numbers = sql`numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})`;
  await sql`
    insert into ${sql.ref(table)} (${names})
    with recursive ${numbers} select ${sql.join(selected)} from numbers`.execute(store.db);
  // In production PostgreSQL's autovacuum does this; SQLite plans without statistics there too.
  if (store.dialect === 'postgres') await sql`vacuum analyze ${sql.ref(table)}`.execute(store.db);
}

/** The IMEI of the device that fillDevices writes as its row `n`. */
export const imeiOf = (n: number): string => `35${String(n).padStart(13, '0')}`;
const imei = sql`'35' || substr(cast(10000000000000 + n as text), 2)`;
const phone = { brand: 'Samsung', model: 'Galaxy A15', registration_status: 'REGISTERED' };
const changed = ['created_at', 'updated_at'];

/** Writes executed commands of a report, with different IMEIs or for one device. */
export function fillCommands(
  store: Store,
  report: string,
  count: number,
  { batchId, ...more }: Times & { readonly imei?: string; readonly batchId?: string } = {},
): Promise<void> {
  const values = {
    transaction_id: sql`${sql.lit(batchId === undefined ? 'filled-' : 'row-')} || n`,
    account_id: 2,
    user_email: 'admin@example.com',
    imei: more.imei ?? imei,
    interface: 'B',
    action: report,
    reported_as: report.toUpperCase(),
    report,
    payload: '{}',
    filename: 'filled.csv',
    batch_id: batchId ?? sql`null`,
    status: 'acknowledged',
  };
  return fill(store, 'commands', count, values, more, [...changed, 'next_attempt_at']);
}

/** Writes uploaded files of a report, without their content. */
export function fillUploads(store: Store, report: string, count: number, more: Times = {}): Promise<void> {
  const values = {
    account_id: 2,
    file: sql`${sql.lit(`${report}-${more.newest ?? 'filled'}-`)} || n || '.csv'`,
    old_file: sql`'filled ' || n || '.csv'`,
    report,
    status_of: `${report}files`,
    is_complete: 'complete',
    last_imei: imei,
  };
  return fill(store, 'uploads', count, values, more, changed);
}

/** Writes registrations; one in ten is unmatched. */
export function fillRegistrations(store: Store, count: number, more?: Times): Promise<void> {
  const matched = sql`case when n % 10 = 0 then 'NO' else 'YES' end`;
  return fill(store, 'registrations', count, { imei1: imei, matched, ...phone }, more);
}

export function fillEnrolments(store: Store, count: number, more?: Times): Promise<void> {
  return fill(store, 'enrolments', count, { imei1: imei, action: 'DE-ENROLLED' }, more);
}

/** Writes enrolled devices with seven versions of the app. */
export function fillDevices(store: Store, count: number): Promise<void> {
  const values = {
    imei1: imei,
    imei2: sql`'36' || substr(cast(10000000000000 + n as text), 2)`,
    claim_status: 'ENROLLED',
    app_version: sql`'5.' || (n % 7)`,
    app_type: 'Standard',
    ...phone,
  };
  return fill(store, 'devices', count, values, {}, changed);
}

/** Writes the commands, stored outcomes and rows of a known batch: all of them found. */
export async function fillBatch(store: Store, batch: { readonly id: number; readonly batchId: string }, count: number) {
  const before = await sql<{ id: number | null }>`select max(id) as id from commands`.execute(store.db);
  const transaction_id = sql`'row-' || n`;
  await fillCommands(store, 'lock', count, { batchId: batch.batchId });
  await fill(store, 'outcomes', count, {
    account_id: 2,
    method: 'POST',
    path: 'getimeidetails.php',
    transaction_id,
    body_hash: 'filled',
    answer: '{"status":"success","message":"found"}',
  });
  const command_id = sql`n + ${sql.lit(before.rows[0]?.id ?? 0)}`;
  const values = { batch: batch.id, row: sql`n`, transaction_id, outcome: 'found', command_id };
  await fill(store, 'batch_items', count, values, {}, []);
}
