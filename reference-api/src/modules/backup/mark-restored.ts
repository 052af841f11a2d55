import { randomUUID } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { isoTime } from '../../core/time/clock.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';

/** Every setting, time and id here is made by the program, so quoting is all that a literal needs. */
function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function writeSetting(name: string, value: string): string {
  return (
    `insert into settings (name, value) values (${literal(name)}, ${literal(value)}) ` +
    'on conflict (name) do update set value = excluded.value'
  );
}

/**
 * The statements that make a copy of the database one that was restored: an epoch of its own, in which no command of
 * before is sent by itself; dispatch paused until somebody has looked at what the provider says; and nothing opens any
 * more that opened when the copy was made. They are text, because with PostgreSQL they run in the transaction of psql
 * that brings the tables back, and fit every version of the schema.
 */
export function restoredStatements(at: Date): readonly string[] {
  const time = literal(isoTime(at));
  const dispatch = { state: 'paused', why: 'restored', at: isoTime(at), by: 'restore' };
  return [
    writeSetting('deployment_epoch', randomUUID()),
    writeSetting('dispatch', JSON.stringify(dispatch)),
    `update sessions set revoked_at = ${time} where revoked_at is null`,
    "update api_keys set status = 'inactive' where status <> 'inactive'",
    `update password_resets set used_at = ${time} where used_at is null`,
  ];
}

/** Marks a database as restored, in one transaction. */
export async function markRestored(db: Database, at: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    for (const statement of restoredStatements(at)) await tx.executeQuery(CompiledQuery.raw(statement));
  });
}
