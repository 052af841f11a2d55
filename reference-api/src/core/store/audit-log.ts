import { sql, type Insertable } from 'kysely';
import { givenRows } from './given-rows.ts';
import type { Schema } from './schema.ts';
import type { Database } from './store.ts';

/** Marks a call that the server failed at; not an answer. */
export const SERVER_FAILED = 'The server failed.';

export type AuditEntry = Omit<Insertable<Schema['audit_log']>, 'id'>;

/** The table refuses later changes. */
export async function appendAudit(db: Database, entry: AuditEntry): Promise<void> {
  await db.insertInto('audit_log').values(entry).execute();
}

/** Differs between the items of one call. */
type ItemEntry = Pick<AuditEntry, 'imei' | 'outcome' | 'detail' | 'transaction_id'>;

/** Appends the items of one call, in order. */
export async function appendAudits(
  db: Database,
  common: Omit<AuditEntry, keyof ItemEntry>,
  items: readonly ItemEntry[],
): Promise<void> {
  const given = givenRows(db, items, ({ imei, outcome, detail, transaction_id }) => [
    imei,
    outcome,
    detail,
    transaction_id,
  ]);
  await sql`
    insert into audit_log (at, account_id, email, via, call, action, address, imei, outcome, detail, transaction_id)
    select ${common.at}, ${common.account_id}, ${common.email}, ${common.via}, ${common.call}, ${common.action},
      ${common.address}, value ->> 0, value ->> 1, value ->> 2, value ->> 3
    from ${given} where true order by position`.execute(db);
}
