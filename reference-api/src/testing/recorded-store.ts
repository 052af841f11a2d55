import type { CompiledQuery, KyselyPlugin, QueryId, RootOperationNode } from 'kysely';
import type { Store } from '../core/store/store.ts';

/** Wraps a store: notes the statements, and where a transaction begins and ends. */
export function recorded(store: Store) {
  const given = new WeakMap<QueryId, RootOperationNode>();
  let seen: (RootOperationNode | 'begin' | 'commit')[] = [];
  // A plugin also gets the parts of a statement; only the whole statement has a result.
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      given.set(queryId, node);
      return node;
    },
    transformResult({ result, queryId }) {
      const node = given.get(queryId);
      if (node) seen.push(node);
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

  const executor = store.db.getExecutor();
  const compile = (node: RootOperationNode): CompiledQuery => executor.compileQuery(node, { queryId: 'recorded' });
  return {
    store: { ...store, db } satisfies Store,
    /** Returns what was asked since the last call, in order. */
    taken(): readonly (CompiledQuery | 'begin' | 'commit')[] {
      const taken = seen;
      seen = [];
      return taken.map((one) => (typeof one === 'string' ? one : compile(one)));
    },
  };
}
