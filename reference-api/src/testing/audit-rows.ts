import { sql } from 'kysely';
import { appendOnly } from '../app/open-store.ts';
import { appendOnlyTriggers } from '../core/store/append-only.ts';
import { appendAudits, type AuditEntry } from '../core/audit/audit.ts';
import type { Store } from '../core/store/store.ts';
import { isoTime, type Clock } from '../core/time/clock.ts';

export function auditRow(clock: Clock, email = 'someone@example.com'): AuditEntry {
  return {
    at: isoTime(clock.now()),
    account_id: 1,
    email,
    via: 'session',
    call: 'locknotification.php',
    action: 'lock',
    imei: '356938030000005',
    outcome: 'success',
    detail: '{"message":"told"}',
    transaction_id: '',
    address: '192.0.2.9',
  };
}

export function writeRow({ db }: Pick<Store, 'db'>, clock: Clock): Promise<void> {
  return appendAudits(db, [auditRow(clock)]);
}

/** Writes a row with a given id, as a PostgreSQL transaction that commits late does. */
export async function writeRowAs({ db, dialect }: Store, id: number, clock: Clock): Promise<void> {
  const overriding = dialect === 'postgres' ? sql`overriding system value` : sql``;
  await sql`insert into audit_log (id, at, email, via, call, outcome) ${overriding}
    values (${id}, ${isoTime(clock.now())}, 'late@example.com', 'session', 'locknotification.php', 'success')`.execute(
    db,
  );
}

/** Runs statements on the append-only tables, with the triggers that refuse changes switched off. */
export function tamper({ db, dialect }: Store, ...statements: readonly string[]): Promise<void> {
  const isPostgres = dialect === 'postgres';
  const triggersOf = (table: string) =>
    ['update', 'delete', 'replace'].map((event) => `drop trigger if exists ${table}_no_${event}`);
  const off = isPostgres
    ? ['set local session_replication_role = replica']
    : Object.keys(appendOnly).flatMap(triggersOf);
  const on = isPostgres ? [] : Object.entries(appendOnly).flatMap((table) => appendOnlyTriggers(...table));
  return db.transaction().execute(async (tx) => {
    for (const statement of [...off, ...statements, ...on]) await sql.raw(statement).execute(tx);
  });
}

/** Empties the audit, and lets its ids begin at 1 again. */
export function emptyAudit(store: Store): Promise<void> {
  const restart =
    store.dialect === 'postgres'
      ? 'alter table audit_log alter column id restart with 1'
      : "delete from sqlite_sequence where name = 'audit_log'";
  return tamper(store, ...Object.keys(appendOnly).map((table) => `delete from ${table}`), restart);
}
