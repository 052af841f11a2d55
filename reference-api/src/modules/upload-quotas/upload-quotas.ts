import { BusinessError } from '../../core/errors/expected-errors.ts';
import {
  LIST_ENTRY_BYTES,
  MEGABYTE,
  type Quotas,
  bytesOfFiles,
  filesSince,
  listsSince,
  type Uploaded,
} from './uploaded.ts';
import { DAY, isoAfter, MINUTE } from '../../core/time/clock.ts';
import type { Upload, UploadQuotas } from '../../core/calls/context.ts';

const megabytes = (bytes: number) => `${Math.floor(bytes / MEGABYTE)} MB`;

/** How long the count of all files' bytes is reused: counting goes through all rows. */
const COUNTED_FOR = MINUTE;

export function createUploadQuotas({ uploadsPerDay, bytesPerDay, bytesInAll }: Quotas): UploadQuotas {
  let counted = { at: Number.NEGATIVE_INFINITY, bytes: 0 };

  async function requireRoom({ db, now }: Upload, bytes: number): Promise<void> {
    const at = now.getTime();
    if (Math.abs(at - counted.at) >= COUNTED_FOR) counted = { at, bytes: await bytesOfFiles(db) };
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

  return {
    async admitFile(upload, bytes) {
      const { db, accountId, now } = upload;
      requireOfDay('files', await filesSince(db, accountId, isoAfter(now, -DAY)), bytes);
      await requireRoom(upload, bytes);
    },
    async admitList({ db, accountId, now }, devices) {
      const bytes = devices * LIST_ENTRY_BYTES;
      requireOfDay('lists', await listsSince(db, accountId, isoAfter(now, -DAY)), bytes);
    },
  };
}
