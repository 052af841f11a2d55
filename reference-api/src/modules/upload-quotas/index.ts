import { sql } from 'kysely';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { takeTurn } from '../../core/store/accounts.ts';
import { DAY, isoAfter, MINUTE } from '../../core/time/clock.ts';
import type { Upload, UploadQuotas } from '../../core/calls/context.ts';
import { numeric, type VariablesOf } from '../../core/configuration/variable-readers.ts';
import type { ApiModule } from '../../core/module.ts';

const variables = {
  UPLOADS_PER_DAY: numeric(500, 1, 1_000_000),
  UPLOAD_MB_PER_DAY: numeric(2_000, 1, 1_000_000),
  UPLOADS_TOTAL_MB: numeric(20_000, 1, 100_000_000),
} as const;

const MEGABYTE = 1024 * 1024;

/** Returns the limits of an account in 24 hours, for files and for lists separately, and of all stored files. */
const quotasOf = (given: VariablesOf<typeof variables>) => ({
  uploadsPerDay: given.UPLOADS_PER_DAY,
  bytesPerDay: given.UPLOAD_MB_PER_DAY * MEGABYTE,
  bytesInAll: given.UPLOADS_TOTAL_MB * MEGABYTE,
});

declare module '../../core/module-settings.ts' {
  interface ModuleSettings {
    readonly quotas: ReturnType<typeof quotasOf>;
  }
}

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

  function requireOfDay(what: string, uploads: number, bytes: number): void {
    const limit = uploads > uploadsPerDay ? `${uploadsPerDay} ${what}` : `${megabytes(bytesPerDay)} of ${what}`;
    if (uploads > uploadsPerDay || bytes > bytesPerDay)
      throw new BusinessError(`An account may upload ${limit} in 24 hours. Nothing was sent; try again later.`);
  }

  return {
    async admitFile(upload, more) {
      const { db, accountId, now } = upload;
      await takeTurn(db, accountId);
      const { files, bytes } = await db
        .selectFrom('uploads')
        .leftJoin('upload_contents', 'upload_contents.upload_id', 'uploads.id')
        .select((select) => [select.fn.countAll<number>().as('files'), contentBytes])
        .where('account_id', '=', accountId)
        .where('created_at', '>=', isoAfter(now, -DAY))
        .executeTakeFirstOrThrow();
      requireOfDay('files', files + 1, bytes + more);
      await requireRoom(upload, more);
    },
    async admitList({ db, accountId, now }, more) {
      await takeTurn(db, accountId);
      const { lists, devices } = await db
        .selectFrom('intents')
        .select((select) => select.fn.countAll<number>().as('lists'))
        .select(sql<number>`cast(coalesce(sum(devices), 0) as bigint)`.as('devices'))
        .where('account_id', '=', accountId)
        .where('created_at', '>=', isoAfter(now, -DAY))
        .executeTakeFirstOrThrow();
      requireOfDay('lists', lists + 1, (devices + more) * LIST_ENTRY_BYTES);
    },
  };
}

/** Bytes of an IMEI in a list, with its comma. */
const LIST_ENTRY_BYTES = 16;

/** Of contents that are still stored. Databases know the length of a content without reading it. */
const contentBytes = sql<number>`cast(coalesce(sum(length(content)), 0) as bigint)`.as('bytes');

/** How much accounts may upload. */
export const uploadQuotas = {
  name: 'upload-quotas',
  variables,
  settings: (given: VariablesOf<typeof variables>) => ({ quotas: quotasOf(given) }),
  platform: ({ settings }) => ({ uploadQuotas: createUploadQuotas(settings.quotas) }),
} as const satisfies ApiModule;
