/** Tables that get rows only when people use the database; a server fills the others when it starts. */
const WORKED_WITH = ['accounts', 'devices', 'commands', 'uploads', 'audit_log'] as const;

export interface DatabaseFacts {
  readonly rows: Readonly<Record<(typeof WORKED_WITH)[number], number>>;
  readonly migrations: readonly string[];
}

/** A database that is backed up and restored, by the programs of its kind. */
export interface CopiedDatabase {
  readonly kind: 'sqlite' | 'postgres';
  isThere(): boolean;
  /** Reads what it holds, without migrating it. */
  facts(): Promise<DatabaseFacts>;
  /** Copies it to a file. Servers may keep running: the copy is a consistent snapshot. */
  copyTo(copy: string): Promise<void>;
  /** Throws ConfigurationError while another program uses it. */
  refuseUsed(): Promise<void>;
  /** Names the steps of the schema in a copy. Throws ConfigurationError if the copy is damaged. */
  migrationsIn(copy: string): Promise<readonly string[]>;
  /** Replaces what it holds with a copy that is marked as restored: all of it or nothing. */
  restore(copy: string, at: Date): Promise<void>;
}

type Query = (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Reads a database, which may be empty. `tables` is a query that returns its tables as `name`. */
export async function factsOf(query: Query, tables: string): Promise<DatabaseFacts> {
  const there = new Set((await query(tables)).map(({ name }) => String(name)));
  const rows = { accounts: 0, devices: 0, commands: 0, uploads: 0, audit_log: 0 };
  for (const table of WORKED_WITH)
    if (there.has(table)) rows[table] = Number((await query(`select count(*) as rows from ${table}`))[0]?.['rows']);
  const steps = there.has('kysely_migration') ? await query('select name from kysely_migration order by name') : [];
  return { rows, migrations: steps.map(({ name }) => String(name)) };
}

export function countsOf({ rows }: DatabaseFacts): string {
  return WORKED_WITH.map((table) => `${rows[table]} ${table === 'audit_log' ? 'audit rows' : table}`).join(', ');
}
