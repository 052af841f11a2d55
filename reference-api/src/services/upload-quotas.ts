import { BusinessError } from '../errors/expected-errors.ts';
import { bytesOfFiles, filesSince, listsSince, MEGABYTE, type Quotas, type Uploaded } from '../store/upload-quotas.ts';
import { DAY, isoAfter, MINUTE } from '../time/clock.ts';
import type { CallContext } from './context.ts';

/** Keeps uploads within bounds. */
export interface UploadQuotas {
  /** Throws BusinessError where a file of so many bytes would be too much. */
  admitFile(context: CallContext, bytes: number): Promise<void>;
  /** As {@link admitFile}, for a list. */
  admitList(context: CallContext, bytes: number): Promise<void>;
}

const megabytes = (bytes: number) => `${Math.floor(bytes / MEGABYTE)} MB`;

/** How long the bytes of all files are taken for what they were counted as: all of them are looked at to count. */
const COUNTED_FOR = MINUTE;

/** Makes the keeper of a server's quotas. */
export function createUploadQuotas({ uploadsPerDay, bytesPerDay, bytesInAll }: Quotas): UploadQuotas {
  let counted = { at: Number.NEGATIVE_INFINITY, bytes: 0 };

  async function requireRoom({ db, platform }: CallContext, bytes: number): Promise<void> {
    const now = platform.clock.now().getTime();
    if (now - counted.at >= COUNTED_FOR) counted = { at: now, bytes: await bytesOfFiles(db) };
    counted.bytes += bytes;
    if (counted.bytes <= bytesInAll) return;
    counted.bytes -= bytes;
    throw new BusinessError(
      `The server keeps no more than ${megabytes(bytesInAll)} of files, and has no room for this one. Tell an ` +
        'administrator; old files are deleted in time.',
    );
  }

  function requireOfDay(what: string, { uploads, bytes }: Uploaded, more: number): void {
    const limit = uploads + 1 > uploadsPerDay ? `${uploadsPerDay} ${what}` : `${megabytes(bytesPerDay)} of ${what}`;
    if (uploads + 1 > uploadsPerDay || bytes + more > bytesPerDay)
      throw new BusinessError(`An account may upload ${limit} in 24 hours. Nothing was sent; try again later.`);
  }

  const sinceOf = ({ platform }: CallContext) => isoAfter(platform.clock.now(), -DAY);
  return {
    async admitFile(context, bytes) {
      requireOfDay('files', await filesSince(context.db, context.actor.accountId, sinceOf(context)), bytes);
      await requireRoom(context, bytes);
    },
    async admitList(context, bytes) {
      requireOfDay('lists', await listsSince(context.db, context.actor.accountId, sinceOf(context)), bytes);
    },
  };
}
