import { sql, type Selectable, type Updateable } from 'kysely';
import { givenRows, insertedAs } from './given-rows.ts';
import type { Schema } from './schema.ts';
import type { Database } from './store.ts';

export type Batch = NonNullable<Awaited<ReturnType<typeof findBatch>>>;
export type BatchItem = Selectable<Schema['batch_items']>;

const knownBatch = (db: Database, batchId: string) =>
  db
    .selectFrom('batches')
    .selectAll()
    // Not a join: PostgreSQL would lose a row whose holder changes while the row is waited for.
    .select(
      sql<string>`(select coalesce(closed_email, email) from accounts where accounts.id = holder_id)`.as('holder'),
    )
    .where('batch_id', '=', batchId);

/** With the holder's e-mail; undefined if no run made it known. */
export function findBatch(db: Database, batchId: string) {
  return knownBatch(db, batchId).executeTakeFirst();
}

/** Held until the transaction ends: writes of its items and take-overs come one after the other. */
export function holdBatch(db: Database, batchId: string): Promise<Batch | undefined> {
  return knownBatch(db, batchId).forUpdate().executeTakeFirst();
}

export async function updateBatch(
  db: Database,
  id: number,
  change: Omit<Updateable<Schema['batches']>, 'id'>,
): Promise<void> {
  await db.updateTable('batches').set(change).where('id', '=', id).execute();
}

export async function putBatchItems(db: Database, batch: number, items: readonly Omit<BatchItem, 'batch'>[]) {
  const types = {
    row: 'bigint',
    transaction_id: 'text',
    outcome: 'text',
    message: 'text',
    command_id: 'bigint',
  } as const;
  const { given, column } = givenRows(db, items, types);
  const { names, values } = insertedAs<'batch_items'>({ batch, ...column });
  await sql`
    insert into batch_items (${names}) select ${values} from ${given} where true order by position
    on conflict (batch, "row") do update set
      outcome = excluded.outcome, message = excluded.message, command_id = excluded.command_id`.execute(db);
}
