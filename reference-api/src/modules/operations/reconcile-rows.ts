import { sql } from 'kysely';
import { commandByAction } from '@device-console/shared-lib/contract';
import type { ProviderCommand } from '../../core/gateway/device-gateway.ts';
import { partsOfKey } from '../../core/gateway/provider-protocol.ts';
import type { CommandChange } from '../../core/store/command-queue.ts';
import { currentEpoch, type CommandRow } from '../../core/store/commands.ts';
import { givenTexts } from '../../core/store/given-rows.ts';
import type { Database } from '../../core/store/store.ts';

/** Lists queued commands of former epochs that the provider may have, in order. */
export async function queuedBefore(db: Database, epoch: string, limit: number): Promise<readonly CommandRow[]> {
  return db
    .selectFrom('commands')
    .selectAll()
    .where('status', '=', sql.lit('queued'))
    .where('active_epoch', '<>', epoch)
    .where('uid', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Marks queued commands that the provider was not asked about as unknown: they may have been sent. */
export async function leaveUnasked(db: Database, epoch: string): Promise<void> {
  await db
    .updateTable('commands')
    .set({ status: 'unknown', failure: 'It may have been sent before a restore, and the provider was not asked.' })
    .where('status', '=', sql.lit('queued'))
    .where('active_epoch', '<>', epoch)
    .where('uid', 'is not', null)
    .execute();
}

/** Moves open commands to this epoch and makes them due at once, to be sent or asked about. */
export async function goOnInEpoch(db: Database, epoch: string, at: string): Promise<void> {
  for (const status of ['queued', 'sent', 'unknown'] as const)
    await db
      .updateTable('commands')
      .set({ active_epoch: epoch, next_attempt_at: at })
      .where('status', '=', sql.lit(status))
      .where('active_epoch', '<>', epoch)
      .execute();
}

export async function findByUid(db: Database, uids: readonly string[]): Promise<ReadonlyMap<string, CommandRow>> {
  const rows = await db.selectFrom('commands').selectAll().where('uid', 'in', givenTexts(db, uids)).execute();
  return new Map(rows.map((row) => [row.uid ?? '', row]));
}

/** Adds a command that the provider has and this database lost, in the name of the oldest superadmin. */
export async function insertFound(
  db: Database,
  { key, imei, action }: ProviderCommand,
  change: CommandChange,
  { since, at }: { readonly since: string; readonly at: string },
): Promise<void> {
  const parts = partsOfKey(key);
  if (!parts) return;
  const variant = commandByAction(action)?.variant;
  await db
    .insertInto('commands')
    .values(({ selectFrom }) => ({
      transaction_id: '',
      account_id: selectFrom('accounts')
        .select('id')
        .orderBy((order) => order.case().when('role', '=', 'SUPERADMIN').then(0).else(1).end())
        .orderBy('id')
        .limit(1)
        .$asScalar()
        .$notNull(),
      user_email: '',
      interface: 'A',
      imei,
      action,
      reported_as: variant?.reportedAs ?? action.toUpperCase(),
      report: variant?.report ?? '',
      payload: '{}',
      filename: '',
      batch_id: null,
      claimed_until: null,
      attempts: 0,
      failure: '',
      status: 'sent',
      reason: "Taken from the provider's record after a restore.",
      created_at: since,
      updated_at: at,
      next_attempt_at: at,
      ...parts,
      active_epoch: currentEpoch,
      ...change,
    }))
    .onConflict((conflict) => conflict.column('uid').where('uid', 'is not', null).doNothing())
    .execute();
}
