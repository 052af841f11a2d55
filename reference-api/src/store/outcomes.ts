import type { Database } from './store.ts';

export interface OutcomeKey {
  readonly accountId: number;
  readonly method: string;
  readonly path: string;
  readonly transactionId: string;
}

/**
 * Takes a key for this transaction; false when another has committed it. While another transaction holds the key
 * uncommitted, this waits for it.
 */
export async function reserveOutcome(db: Database, key: OutcomeKey, bodyHash: string, at: string): Promise<boolean> {
  const row = await db
    .insertInto('outcomes')
    .values({
      account_id: key.accountId,
      method: key.method,
      path: key.path,
      transaction_id: key.transactionId,
      body_hash: bodyHash,
      answer: '',
      created_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function storeAnswer(db: Database, key: OutcomeKey, answer: string): Promise<void> {
  await db
    .updateTable('outcomes')
    .set({ answer })
    .where('account_id', '=', key.accountId)
    .where('method', '=', key.method)
    .where('path', '=', key.path)
    .where('transaction_id', '=', key.transactionId)
    .execute();
}

export function findOutcome(db: Database, key: OutcomeKey) {
  return db
    .selectFrom('outcomes')
    .select(['body_hash', 'answer'])
    .where('account_id', '=', key.accountId)
    .where('method', '=', key.method)
    .where('path', '=', key.path)
    .where('transaction_id', '=', key.transactionId)
    .executeTakeFirst();
}
