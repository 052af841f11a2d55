import { randomUUID } from 'node:crypto';
import type { Database } from '../../core/store/store.ts';

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
export async function holdRestored(db: Database): Promise<void> {
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
