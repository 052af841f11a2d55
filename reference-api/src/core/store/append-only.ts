/** Tables by the column that numbers their rows. */
const appendOnly = { audit_log: 'id', audit_seals: 'sequence' } as const;

/** SQLite's triggers by which a table refuses every change of its rows; PostgreSQL switches its own off and on. */
export function appendOnlyTriggers(
  table: keyof typeof appendOnly,
): readonly [update: string, remove: string, replace: string] {
  const key = appendOnly[table];
  const abort = `begin select raise(abort, '${table} is append-only'); end`;
  return [
    `create trigger ${table}_no_update before update on ${table} ${abort}`,
    `create trigger ${table}_no_delete before delete on ${table} ${abort}`,
    `create trigger ${table}_no_replace before insert on ${table} ` +
      `when exists (select 1 from ${table} where ${key} = new.${key}) ${abort}`,
  ];
}
