import { sql } from 'kysely';
import * as v from 'valibot';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { HOLD, knownEpochs, readControl } from '../../core/store/dispatch.ts';
import { deleteSetting, holdSetting, putSetting, readSetting } from '../../core/store/settings.ts';
import type { Database } from '../../core/store/store.ts';
import { randomUUID } from 'node:crypto';

/** Set if a comparison was ended before the provider's list was read to its end. */
const UNREAD = 'provider_unread';

/** Progress of the comparison with the provider after a restore. */
const reconcile = v.object({
  /** `queued`: asks the provider about commands queued here; `theirs`: reads the provider's lists. */
  phase: v.picklist(['queued', 'theirs']),
  /** Epochs whose lists are still to be read; `cursor` is the place in the first list. */
  epochs: v.array(v.string()),
  cursor: v.string(),
  /** Pages read of the first list. */
  pages: v.number(),
});
export type Reconcile = v.InferOutput<typeof reconcile>;

function parsed(text: string | undefined): Reconcile | undefined {
  return text === undefined ? undefined : v.parse(reconcile, JSON.parse(text));
}

export async function readReconcile(db: Database): Promise<Reconcile | undefined> {
  return parsed(await readSetting(db, HOLD));
}

/** Reads the comparison and locks it until the transaction ends. */
export async function holdReconcile(db: Database): Promise<Reconcile | undefined> {
  return parsed(await holdSetting(db, HOLD));
}

export function putReconcile(db: Database, value: Reconcile): Promise<void> {
  return putSetting(db, HOLD, JSON.stringify(value));
}

/** Marks the comparison as complete; it holds dispatch no more. */
export async function overReconcile(tx: Database): Promise<void> {
  await deleteSetting(tx, HOLD);
  await deleteSetting(tx, UNREAD);
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

/** Starts the comparison: nothing is sent until it ends. Also holds what was open in the backup. */
export async function beginReconcile(tx: Database, former: readonly string[]): Promise<void> {
  await putReconcile(tx, { phase: 'queued', epochs: [...former], cursor: '', pages: 0 });
  await holdRestored(tx);
}

/** Starts the comparison again. Throws BusinessError if this database was never restored. */
export async function askAgain(tx: Database): Promise<void> {
  const { epoch } = await readControl(tx);
  const epochs = (await knownEpochs(tx)).filter((one) => one !== epoch);
  if (epochs.length === 0) throw new BusinessError('There is nothing to compare: this database was not restored.');
  await putReconcile(tx, { phase: 'queued', epochs, cursor: '', pages: 0 });
}

/**
 * Ends a comparison that the provider never completes. Queued commands that it was not asked about become unknown,
 * because they may have been sent; they are sent only if somebody retries them. Throws BusinessError if there is no
 * comparison.
 */
export async function endReconcile(tx: Database, at: string): Promise<void> {
  const step = await holdReconcile(tx);
  if (!step) throw new BusinessError('No comparison is under way.');
  const { epoch } = await readControl(tx);
  await tx
    .updateTable('commands')
    .set({ status: 'unknown', failure: 'It may have been sent before a restore, and the provider was not asked.' })
    .where('status', '=', sql.lit('queued'))
    .where('active_epoch', '<>', epoch)
    .where('uid', 'is not', null)
    .execute();
  await goOnInEpoch(tx, epoch, at);
  await overReconcile(tx);
  if (step.epochs.length > 0) await putSetting(tx, UNREAD, at);
}

/** Returns the state of the comparison after a restore: `asking`, `unread` if it was ended too early, else ''. */
export async function reconcileState(db: Database): Promise<'asking' | 'unread' | ''> {
  if ((await readReconcile(db)) !== undefined) return 'asking';
  return (await readSetting(db, UNREAD)) === undefined ? '' : 'unread';
}

/** The reason given for ending a request that was open in a backup. */
export const OPEN_AT_RESTORE =
  'This request was open when the database was restored from a backup. Whether it was approved and sent since is not ' +
  'known here: look at what became of the device, then ask again.';

/** Who holds a batch that was open in a backup. */
const RESTORED_PLACE = 'a backup that was restored: devices may have been sent to since; look, then take it over';

/**
 * Stops a restored database from sending again what may have been sent after the backup. Requests that wait for a
 * second person expire; open batches wait until somebody takes them over.
 */
async function holdRestored(db: Database): Promise<void> {
  await db
    .updateTable('approvals')
    .set(({ ref }) => ({ expires_at: ref('created_at'), why: OPEN_AT_RESTORE }))
    .where('state', '=', 'waiting')
    .execute();
  await db
    .updateTable('batches')
    .set({ run: randomUUID(), place: RESTORED_PLACE })
    .where('state', '=', 'open')
    .execute();
}
