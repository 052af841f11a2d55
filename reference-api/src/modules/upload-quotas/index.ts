import type * as v from 'valibot';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { DAY, isoAfter, MINUTE } from '../../core/time/clock.ts';
import type { Upload, UploadQuotas } from '../../core/calls/context.ts';
import { sql } from 'kysely';
import { numeric } from '../../core/configuration/variable-readers.ts';
import type { Database } from '../../core/store/store.ts';
import type { ApiModule } from '../../core/module.ts';

const variables = {
  UPLOADS_PER_DAY: numeric(500, 1, 1_000_000),
  UPLOAD_MB_PER_DAY: numeric(2_000, 1, 1_000_000),
  UPLOADS_TOTAL_MB: numeric(20_000, 1, 100_000_000),
} as const;

const MEGABYTE = 1024 * 1024;

/** Returns the limits of an account in 24 hours, for files and for lists separately, and of all stored files. */
export const quotasOf = (given: v.InferOutput<v.ObjectSchema<typeof variables, undefined>>) => ({
  uploadsPerDay: given.UPLOADS_PER_DAY,
  bytesPerDay: given.UPLOAD_MB_PER_DAY * MEGABYTE,
  bytesInAll: given.UPLOADS_TOTAL_MB * MEGABYTE,
});

const megabytes = (bytes: number) => `${Math.floor(bytes / MEGABYTE)} MB`;

/** How long the count of all files' bytes is reused: counting goes through all rows. */
const COUNTED_FOR = MINUTE;

export function createUploadQuotas({
  uploadsPerDay,
  bytesPerDay,
  bytesInAll,
}: ReturnType<typeof quotasOf>): UploadQuotas {
  let counted = { at: Number.NEGATIVE_INFINITY, bytes: 0 };

  async function requireRoom({ db, now }: Upload, bytes: number): Promise<void> {
    const at = now.getTime();
    if (Math.abs(at - counted.at) >= COUNTED_FOR)
      counted = { at, ...(await db.selectFrom('upload_contents').select(contentBytes).executeTakeFirstOrThrow()) };
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

/** Bytes of an IMEI in a list, with its comma. */
const LIST_ENTRY_BYTES = 16;

interface Uploaded {
  readonly uploads: number;
  readonly bytes: number;
}

/** Databases know the length of a content without reading it. */
const contentBytes = sql<number>`cast(coalesce(sum(length(content)), 0) as bigint)`.as('bytes');

/** Counts the files that an account has uploaded since a time; `bytes` counts only contents still stored. */
async function filesSince(db: Database, accountId: number, since: string): Promise<Uploaded> {
  return db
    .selectFrom('uploads')
    .leftJoin('upload_contents', 'upload_contents.upload_id', 'uploads.id')
    .select((select) => [select.fn.countAll<number>().as('uploads'), contentBytes])
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
}

async function listsSince(db: Database, accountId: number, since: string): Promise<Uploaded> {
  const bytes = sql<number>`cast(coalesce(sum(devices), 0) * ${sql.lit(LIST_ENTRY_BYTES)} as bigint)`;
  return db
    .selectFrom('intents')
    .select((select) => [select.fn.countAll<number>().as('uploads'), bytes.as('bytes')])
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
}

/** Limits what accounts may upload. */
export const uploadQuotas = { name: 'upload-quotas', variables } as const satisfies ApiModule;
