import { randomUUID } from 'node:crypto';
import type { Database } from '../../core/store/store.ts';

/** Why a request that was open in a backup is over. */
export const OPEN_AT_RESTORE =
  'This request was open when the database was restored from a backup. Whether it was approved and sent since is not ' +
  'known here: look at what became of the device, then ask again.';

/** In whose place a batch is that was open in a backup. */
const RESTORED_PLACE = 'a backup that was restored: devices may have been sent to since; look, then take it over';

/**
 * Ends what a restored database would send of its own or at the next call, although it may have been sent after the
 * backup: requests that wait for a second person, and batches, which wait for somebody to take them over.
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
