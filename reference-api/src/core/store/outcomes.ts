import { sql } from 'kysely';
import { givenRows, givenTexts } from './given-rows.ts';
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

/** A call whose items have outcomes of their own, each under its transactionId (D2c). */
export type ItemsKey = Omit<OutcomeKey, 'transactionId'>;

interface NewOutcome {
  readonly transactionId: string;
  readonly bodyHash: string;
  readonly answer: string;
}

/**
 * As {@link reserveOutcome}, for many at once and with what their answer will be; returns the ids that were free. They
 * are taken in the order of their ids, so that two transactions which take the same ones wait for each other in a line.
 */
export async function reserveOutcomes(
  db: Database,
  { accountId, method, path }: ItemsKey,
  outcomes: readonly NewOutcome[],
  at: string,
): Promise<ReadonlySet<string>> {
  const inOrder = outcomes.toSorted((left, right) => (left.transactionId < right.transactionId ? -1 : 1));
  const given = givenRows(
    db,
    inOrder.map(({ transactionId, bodyHash, answer }) => [transactionId, bodyHash, answer]),
  );
  const { rows } = await sql<{ transaction_id: string }>`
    insert into outcomes (account_id, method, path, transaction_id, body_hash, answer, created_at)
    select ${sql.val(accountId)}, ${method}, ${path}, value ->> 0, value ->> 1, value ->> 2, ${at}
    from ${given} where true order by position
    on conflict do nothing returning transaction_id`.execute(db);
  return new Set(rows.map((row) => row.transaction_id));
}

/** The stored outcomes of those ids that have one. */
export async function findOutcomes(db: Database, key: ItemsKey, transactionIds: readonly string[]) {
  const rows = await ofItems(db, key, transactionIds).select(['transaction_id', 'body_hash', 'answer']).execute();
  return new Map(rows.map((row) => [row.transaction_id, row]));
}

function ofItems(db: Database, { accountId, method, path }: ItemsKey, transactionIds: readonly string[]) {
  return db
    .selectFrom('outcomes')
    .where('account_id', '=', accountId)
    .where('method', '=', method)
    .where('path', '=', path)
    .where('transaction_id', 'in', givenTexts(db, transactionIds));
}

/** Gives reserved ids another answer than they were reserved with. */
export async function storeAnswers(
  db: Database,
  { accountId, method, path }: ItemsKey,
  transactionIds: readonly string[],
  answer: string,
): Promise<void> {
  await db
    .updateTable('outcomes')
    .set({ answer })
    .where('account_id', '=', accountId)
    .where('method', '=', method)
    .where('path', '=', path)
    .where('transaction_id', 'in', givenTexts(db, transactionIds))
    .execute();
}

/** Gives up ids that this transaction reserved: what was refused may be tried again. */
export async function freeOutcomes(
  db: Database,
  { accountId, method, path }: ItemsKey,
  transactionIds: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('outcomes')
    .where('account_id', '=', accountId)
    .where('method', '=', method)
    .where('path', '=', path)
    .where('transaction_id', 'in', givenTexts(db, transactionIds))
    .execute();
}
