import { sql, type ExpressionBuilder } from 'kysely';
import { givenRows, givenTexts } from './given-rows.ts';
import type { Schema } from './schema.ts';
import type { Database } from './store.ts';

export interface OutcomeKey {
  readonly accountId: number;
  readonly method: string;
  readonly path: string;
  readonly transactionId: string;
}

/** A call whose items may have outcomes of their own, each under its transactionId (D2c). */
export type ItemsKey = Omit<OutcomeKey, 'transactionId'>;

interface NewOutcome {
  readonly transactionId: string;
  readonly bodyHash: string;
  readonly answer: string;
}

/**
 * Takes ids for this transaction, with what their answer will be; returns those that were free. While another
 * transaction holds one uncommitted, this waits for it; they are taken in their order, so that two transactions which
 * take the same ones wait for each other in a line.
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

function ofItems(db: Database, { accountId, method, path }: ItemsKey, transactionIds: readonly string[]) {
  return ({ and, eb }: ExpressionBuilder<Schema, 'outcomes'>) =>
    and([
      eb('account_id', '=', accountId),
      eb('method', '=', method),
      eb('path', '=', path),
      eb('transaction_id', 'in', givenTexts(db, transactionIds)),
    ]);
}

/** The stored outcomes of those ids that have one. */
export async function findOutcomes(db: Database, key: ItemsKey, transactionIds: readonly string[]) {
  const rows = await db
    .selectFrom('outcomes')
    .select(['transaction_id', 'body_hash', 'answer'])
    .where(ofItems(db, key, transactionIds))
    .execute();
  return new Map(rows.map((row) => [row.transaction_id, row]));
}

/** Gives reserved ids another answer than they were reserved with. */
export async function storeAnswers(
  db: Database,
  key: ItemsKey,
  transactionIds: readonly string[],
  answer: string,
): Promise<void> {
  await db
    .updateTable('outcomes')
    .set({ answer })
    .where(ofItems(db, key, transactionIds))
    .execute();
}

/** As {@link storeAnswers}, of one. */
export function storeAnswer(db: Database, key: OutcomeKey, answer: string): Promise<void> {
  return storeAnswers(db, key, [key.transactionId], answer);
}

/** Gives up ids that this transaction reserved: what was refused may be tried again. */
export async function freeOutcomes(db: Database, key: ItemsKey, transactionIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('outcomes')
    .where(ofItems(db, key, transactionIds))
    .execute();
}
