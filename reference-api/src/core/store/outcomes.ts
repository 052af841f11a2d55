import { sql, type ExpressionBuilder } from 'kysely';
import { givenRows, givenTexts, insertedAs } from './given-rows.ts';
import type { Schema } from './schema.ts';
import type { Database } from './store.ts';

export interface OutcomeKey {
  readonly accountId: number;
  readonly method: string;
  readonly path: string;
  readonly transactionId: string;
}

/** For a call whose items may have outcomes of their own, each under its transactionId (D2c). */
export type ItemsKey = Omit<OutcomeKey, 'transactionId'>;

interface NewOutcome {
  readonly transactionId: string;
  readonly bodyHash: string;
  readonly answer: string;
}

/** Reserves ids with their answer, in order against deadlocks; waits for uncommitted ones. Returns the free ones. */
export async function reserveOutcomes(
  db: Database,
  { accountId, method, path }: ItemsKey,
  outcomes: readonly NewOutcome[],
  at: string,
): Promise<ReadonlySet<string>> {
  const inOrder = outcomes.toSorted((left, right) => (left.transactionId < right.transactionId ? -1 : 1));
  const items = inOrder.map(({ transactionId, bodyHash, answer }) => ({ transactionId, bodyHash, answer }));
  const { given, column } = givenRows(db, items, { transactionId: 'text', bodyHash: 'text', answer: 'text' });
  const { names, values } = insertedAs<'outcomes'>({
    account_id: accountId,
    method,
    path,
    transaction_id: column.transactionId,
    body_hash: column.bodyHash,
    answer: column.answer,
    created_at: at,
  });
  const { rows } = await sql<{ transaction_id: string }>`
    insert into outcomes (${names}) select ${values} from ${given} where true order by position
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

export async function findOutcomes(db: Database, key: ItemsKey, transactionIds: readonly string[]) {
  const rows = await db
    .selectFrom('outcomes')
    .select(['transaction_id', 'body_hash', 'answer'])
    .where(ofItems(db, key, transactionIds))
    .execute();
  return new Map(rows.map((row) => [row.transaction_id, row]));
}

/** Replaces the answer that the ids were reserved with. */
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

/** Frees ids that this transaction reserved: what was refused may be tried again. */
export async function freeOutcomes(db: Database, key: ItemsKey, transactionIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('outcomes')
    .where(ofItems(db, key, transactionIds))
    .execute();
}
