/**
 * SQLite's triggers by which a table refuses every change of its rows, which its `key` numbers; PostgreSQL switches its
 * own off and on.
 */
export function appendOnlyTriggers(
  table: string,
  key: string,
): readonly [update: string, remove: string, replace: string] {
  const abort = `begin select raise(abort, '${table} is append-only'); end`;
  return [
    `create trigger ${table}_no_update before update on ${table} ${abort}`,
    `create trigger ${table}_no_delete before delete on ${table} ${abort}`,
    `create trigger ${table}_no_replace before insert on ${table} ` +
      `when exists (select 1 from ${table} where ${key} = new.${key}) ${abort}`,
  ];
}
