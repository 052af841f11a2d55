import { sql, type Kysely } from 'kysely';
import { dialectOf } from './dialect.ts';
import type { Schema, StoreDialect } from './schema.ts';

/** The append-only tables, with the column that numbers their rows. */
const appendOnly = { audit_log: 'id', audit_seals: 'sequence' } as const;
const tables = ['audit_log', 'audit_seals'] as const satisfies (keyof typeof appendOnly)[];

type AppendOnlyTable = keyof typeof appendOnly;

/** The statements that make a table refuse every change of its rows. */
export function appendOnlyTriggers(table: AppendOnlyTable, dialect: StoreDialect): readonly string[] {
  const key = appendOnly[table];
  const refusal = `${table} is append-only`;
  if (dialect === 'postgres')
    return [
      `create function ${table}_append_only() returns trigger language plpgsql as $$ begin raise exception ` +
        `'${refusal}'; end $$`,
      `create trigger ${table}_no_change before update or delete or truncate on ${table} for each statement ` +
        `execute function ${table}_append_only()`,
    ];
  const abort = `begin select raise(abort, '${refusal}'); end`;
  return [
    `create trigger ${table}_no_update before update on ${table} ${abort}`,
    `create trigger ${table}_no_delete before delete on ${table} ${abort}`,
    `create trigger ${table}_no_replace before insert on ${table} ` +
      `when exists (select 1 from ${table} where ${key} = new.${key}) ${abort}`,
  ];
}

/**
 * Lets a transaction delete rows of both tables, which takes whoever owns them; before it ends they refuse every
 * change again. Who reads and writes them on PostgreSQL waits for it.
 */
export async function withoutProtection<Result>(tx: Kysely<Schema>, work: () => Promise<Result>): Promise<Result> {
  const run = (statement: string) => sql.raw(statement).execute(tx);
  const isPostgres = dialectOf(tx) === 'postgres';
  for (const table of tables)
    await run(
      isPostgres ? `alter table ${table} disable trigger ${table}_no_change` : `drop trigger ${table}_no_delete`,
    );
  const result = await work();
  for (const table of tables) {
    const [, noDelete = ''] = appendOnlyTriggers(table, 'sqlite');
    await run(isPostgres ? `alter table ${table} enable trigger ${table}_no_change` : noDelete);
  }
  return result;
}
