import { givenTexts } from './given-rows.ts';
import type { Database } from './store.ts';

/** A command that was queued under a transactionId, looked for among the commands of its device. */
export async function earlierCommands(
  db: Database,
  items: readonly { readonly imei: string; readonly transactionId: string }[],
) {
  return db
    .selectFrom('commands')
    .select(['transaction_id', 'imei', 'action', 'account_id', 'batch_id'])
    .where('imei', 'in', givenTexts(db, [...new Set(items.map(({ imei }) => imei))]))
    .where(
      'transaction_id',
      'in',
      givenTexts(
        db,
        items.map(({ transactionId }) => transactionId),
      ),
    )
    .execute();
}

/** When a batch of an account began: with its first file. */
export async function batchBegan(
  db: Database,
  accountId: number,
  { batchId, filename }: { readonly batchId?: string | undefined; readonly filename: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('uploads')
    .select('created_at')
    .where('account_id', '=', accountId)
    .$if(batchId !== undefined, (query) => query.where('batch_id', '=', batchId ?? ''))
    .$if(batchId === undefined, (query) => query.where('file', '=', filename))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}
