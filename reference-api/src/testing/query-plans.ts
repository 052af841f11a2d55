import { CompiledQuery, sql, type RootOperationNode } from 'kysely';
import Libsql from 'libsql';
import type { Store } from '../core/store/store.ts';
import { recorded } from './recorded-store.ts';

async function explainPostgres(store: Store, query: CompiledQuery): Promise<string> {
  const { rows } = await store.db.executeQuery<Record<string, unknown>>(
    CompiledQuery.raw(`explain ${query.sql}`, [...query.parameters]),
  );
  return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
}

/** Uses its own connection: libsql leaves EXPLAIN open, which keeps the write-ahead log from being emptied. */
async function explainSqlite(store: Store, query: CompiledQuery): Promise<string> {
  const {
    rows: [main],
  } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(store.db);
  const database = new Libsql(main?.file ?? '', { readonly: true });
  try {
    const steps = database.prepare(`explain query plan ${query.sql}`).all([...query.parameters]) as readonly {
      readonly detail: string;
    }[];
    return steps.map(({ detail }) => detail).join('\n');
  } finally {
    database.close();
  }
}

export function planOf(store: Store, query: CompiledQuery): Promise<string> {
  return store.dialect === 'sqlite' ? explainSqlite(store, query) : explainPostgres(store, query);
}

/** Finds steps that read a whole table. PostgreSQL does so for tables of a few pages, whatever indexes they have. */
function scansOf(plan: string, largeTables: readonly string[]): readonly string[] {
  const tables = largeTables.join('|');
  return plan
    .split('\n')
    .filter((step) => new RegExp(`^SCAN (${tables})\\b|Seq Scan on (${tables})\\b|^SCAN .*USING AUTOMATIC`).test(step));
}

/** PostgreSQL may sort the few rows at a list's end; SQLite never sorts what its index returns in order. */
const FEW_ROWS = 1_000;

function sortsOf(plan: string): readonly string[] {
  return plan
    .split('\n')
    .filter(
      (step) =>
        /USE TEMP B-TREE/.test(step) || Number(/\bSort {2}\(cost=\S+ rows=(\d+)/.exec(step)?.[1] ?? 0) > FEW_ROWS,
    );
}

export interface SeenQuery {
  readonly sql: string;
  readonly plan: string;
  /** Steps that read a whole large table. */
  readonly scans: readonly string[];
  /** Steps that sort what was read. */
  readonly sorts: readonly string[];
}

/** Kinds of statements that search for rows. Raw ones are those that are given rows. */
const explained: ReadonlySet<RootOperationNode['kind']> = new Set<RootOperationNode['kind']>([
  'SelectQueryNode',
  'UpdateQueryNode',
  'RawNode',
]);

/** Wraps a store: notes the queries on large tables, and explains each kind of them once. */
export function explaining(store: Store, largeTables: readonly string[]) {
  const watched = recorded(store);
  const onLargeTable = new RegExp(`\\b(from|join|update|into) "?(${largeTables.join('|')})\\b`);
  return {
    store: watched.store,
    async seen(): Promise<readonly SeenQuery[]> {
      const queries = new Map<string, CompiledQuery>();
      for (const one of watched.taken())
        if (typeof one !== 'string' && explained.has(one.query.kind) && onLargeTable.test(one.sql))
          queries.set(one.sql, one);
      const plans: SeenQuery[] = [];
      for (const query of queries.values()) {
        const plan = await planOf(store, query);
        plans.push({ sql: query.sql, plan, scans: scansOf(plan, largeTables), sorts: sortsOf(plan) });
      }
      return plans;
    },
  };
}

/** Expects queries, and that none of them searches a whole table. */
export function expectIndexed(queries: readonly SeenQuery[]): void {
  expect(queries.length).toBeGreaterThan(0);
  for (const { sql, plan, scans } of queries) expect({ sql, plan, scans }).toEqual({ sql, plan, scans: [] });
}
