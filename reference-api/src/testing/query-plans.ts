import { CompiledQuery, sql, type KyselyPlugin, type QueryId, type RootOperationNode } from 'kysely';
import Libsql from 'libsql';
import type { Store } from '../core/store/store.ts';

/** Wraps a store: calls `look` before each statement, which does not take place if that throws. */
export function watching(store: Store, look: (node: RootOperationNode) => void): Store {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      look(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return { ...store, db: store.db.withPlugin(plugin) };
}

/** Wraps a store: notes the statements, and where a transaction begins and ends. */
export function recorded(store: Store) {
  const given = new WeakMap<QueryId, RootOperationNode>();
  const seen: (CompiledQuery | 'begin' | 'commit')[] = [];
  const executor = store.db.getExecutor();
  // A plugin also gets the parts of a statement; only the whole statement has a result.
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      given.set(queryId, node);
      return node;
    },
    transformResult({ result, queryId }) {
      const node = given.get(queryId);
      if (node) seen.push(executor.compileQuery(node, queryId));
      return Promise.resolve(result);
    },
  };
  const db = store.db.withPlugin(recorder);
  const transaction = db.transaction.bind(db);
  db.transaction = () => {
    const builder = transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      seen.push('begin');
      const result = await execute(work);
      seen.push('commit');
      return result;
    };
    return builder;
  };
  return {
    store: { ...store, db } satisfies Store,
    /** Returns what was asked since the last call, in order. */
    taken: (): readonly (CompiledQuery | 'begin' | 'commit')[] => seen.splice(0),
  };
}

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
    const steps: unknown = database.prepare(`explain query plan ${query.sql}`).all([...query.parameters]);
    return (steps as readonly { detail: string }[]).map(({ detail }) => detail).join('\n');
  } finally {
    database.close();
  }
}

export function planOf(store: Store, query: CompiledQuery): Promise<string> {
  return store.dialect === 'sqlite' ? explainSqlite(store, query) : explainPostgres(store, query);
}

/** PostgreSQL may sort the few rows at a list's end; SQLite never sorts what its index returns in order. */
const FEW_ROWS = 1_000;

export type SeenQuery = Awaited<ReturnType<ReturnType<typeof explaining>['seen']>>[number];

/** Kinds of statements that search for rows. Raw ones are those that are given rows. */
const explained: readonly RootOperationNode['kind'][] = ['SelectQueryNode', 'UpdateQueryNode', 'RawNode'];

/** Wraps a store: notes the queries on large tables, and explains each kind of them once. */
export function explaining(store: Store, largeTables: readonly string[]) {
  const watched = recorded(store);
  const tables = largeTables.join('|');
  const onLargeTable = new RegExp(`\\b(from|join|update|into) "?(${tables})\\b`);
  const scan = new RegExp(`^SCAN (${tables})\\b|Seq Scan on (${tables})\\b|^SCAN .*USING AUTOMATIC`);
  const rowsSorted = (step: string) => Number(/\bSort {2}\(cost=\S+ rows=(\d+)/.exec(step)?.[1] ?? 0);

  async function explain(query: CompiledQuery) {
    const plan = await planOf(store, query);
    const steps = plan.split('\n');
    return {
      sql: query.sql,
      plan,
      /** Steps that read a whole large table, as PostgreSQL does with every table of a few pages. */
      scans: steps.filter((step) => scan.test(step)),
      /** Steps that sort what was read. */
      sorts: steps.filter((step) => step.includes('USE TEMP B-TREE') || rowsSorted(step) > FEW_ROWS),
    };
  }

  return {
    store: watched.store,
    async seen() {
      const queries = watched.taken().filter((one) => typeof one !== 'string');
      const onLarge = queries.filter(({ sql, query }) => explained.includes(query.kind) && onLargeTable.test(sql));
      return Promise.all([...new Map(onLarge.map((one) => [one.sql, one])).values()].map(explain));
    },
  };
}

/** Expects queries, and that none of them searches a whole table. */
export function expectIndexed(queries: readonly SeenQuery[]): void {
  expect(queries.length).toBeGreaterThan(0);
  for (const { sql, plan, scans } of queries) expect({ sql, plan, scans }).toEqual({ sql, plan, scans: [] });
}
