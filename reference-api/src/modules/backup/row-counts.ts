/** What counts the rows of tables, and lists what there is to count. */
export interface CountingSource {
  /** Runs a statement; each row is an object. */
  query(text: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** A statement whose rows are the tables, as `name`. */
  readonly tables: string;
}

const MIGRATIONS = 'kysely_migration';

/** What a manifest says of a database. */
export interface DatabaseFacts {
  readonly rows: Record<string, number>;
  readonly migrations: string[];
}

/** Counts every table, and lists the steps of the schema. */
export async function factsOf(source: CountingSource): Promise<DatabaseFacts> {
  const tables = (await source.query(source.tables)).map(({ name }) => String(name)).toSorted();
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const [counted] = await source.query(`select count(*) as counted from "${table}"`);
    rows[table] = Number(counted?.['counted']);
  }
  const migrations = tables.includes(MIGRATIONS)
    ? (await source.query(`select name from ${MIGRATIONS} order by name`)).map(({ name }) => String(name))
    : [];
  return { rows, migrations };
}

/** Tables whose rows say that somebody works with a database; a server fills the others when it starts. */
const WORKED_WITH = ['accounts', 'devices', 'commands', 'uploads', 'audit_log'] as const;

/** True for a database that holds nothing that could be lost. */
export function isEmpty({ rows }: DatabaseFacts): boolean {
  return WORKED_WITH.every((table) => (rows[table] ?? 0) === 0);
}

/** In which tables two counts differ, in words; undefined where they are the same. */
export function differenceOf(wanted: DatabaseFacts['rows'], found: DatabaseFacts['rows']): string | undefined {
  const tables = [...new Set([...Object.keys(wanted), ...Object.keys(found)])].toSorted();
  const different = tables.filter((table) => wanted[table] !== found[table]);
  if (different.length === 0) return undefined;
  return different
    .map((table) => `${table}: ${found[table] ?? 'none'} instead of ${wanted[table] ?? 'none'}`)
    .join('; ');
}
