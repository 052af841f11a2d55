import type { CompiledQuery, KyselyPlugin, QueryId, RootOperationNode } from 'kysely';
import type { Store } from '../core/store/store.ts';

/** A store that notes what the database is asked, with where a transaction begins and ends. */
export function recorded(store: Store) {
  const given = new WeakMap<QueryId, RootOperationNode>();
  let seen: (RootOperationNode | 'begin' | 'commit')[] = [];
  // The parts of a statement are given to a plugin too; what is answered is the whole of it.
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
    /** What was asked since the last time, in order. */
    taken(): readonly (CompiledQuery | 'begin' | 'commit')[] {
      const taken = seen;
      seen = [];
      return taken.map((one) => (typeof one === 'string' ? one : compile(one)));
    },
  };
}
