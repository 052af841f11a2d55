import { sql } from 'kysely';
import type { Store } from '../../core/store/store.ts';

export interface Change {
  readonly command_id: number;
  readonly before: string;
  readonly after: string;
}

/** Lets the database record every change of a command's state, whoever makes it. */
export async function keepHistory({ db, dialect }: Store): Promise<void> {
  await sql`create table chaos_history (command_id bigint not null, before text not null, after text not null)`.execute(
    db,
  );
  const insert = sql.raw('insert into chaos_history values (old.id, old.status, new.status);');
  const when = sql.raw('after update of status on commands for each row when (old.status <> new.status)');
  if (dialect === 'sqlite') {
    await sql`create trigger chaos_history_notes ${when} begin ${insert} end`.execute(db);
    return;
  }
  const body = sql`begin ${insert} return null; end`;
  await sql`create function note_chaos() returns trigger language plpgsql as $$ ${body} $$`.execute(db);
  await sql`create trigger chaos_history_notes ${when} execute function note_chaos()`.execute(db);
}

/** Reads the changes of the commands whose ids are at least `id`. */
export async function changesFrom({ db }: Store, id: number): Promise<readonly Change[]> {
  const { rows } =
    await sql<Change>`select command_id, before, after from chaos_history where command_id >= ${id}`.execute(db);
  return rows;
}
