import { randomUUID } from 'node:crypto';
import { isoTime } from '../../core/time/clock.ts';

/** Quotes a text. All values here are made by the program, so that quoting is enough. */
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
 * Returns statements that mark a copy of the database as restored. They set a new epoch, in which no earlier command is
 * sent by itself; pause dispatch until somebody has checked what the provider says; and end all sessions, API keys and
 * password resets. They are text, because on PostgreSQL psql runs them in the transaction that restores the tables.
 * They fit every version of the schema.
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
