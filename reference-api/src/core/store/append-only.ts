import type { StoreDialect } from './dialect.ts';

/** Tables by the column that numbers their rows. */
const appendOnly = { audit_log: 'id', audit_seals: 'sequence' } as const;

export type AppendOnlyTable = keyof typeof appendOnly;

/** A table then refuses every change of its rows. */
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
