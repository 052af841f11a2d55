import { sql } from 'kysely';
import type { Database } from '../../core/store/store.ts';

export interface Quotas {
  /** Per account in 24 hours, for files and for lists separately. */
  readonly uploadsPerDay: number;
  readonly bytesPerDay: number;
  /** Of all stored files. */
  readonly bytesInAll: number;
}

export const MEGABYTE = 1024 * 1024;

/** Bytes of an IMEI in a list, with its comma. */
export const LIST_ENTRY_BYTES = 16;

export interface Uploaded {
  readonly uploads: number;
  readonly bytes: number;
}

/** Databases know the length of a content without reading it. */
const contentBytes = sql<number>`cast(coalesce(sum(length(content)), 0) as bigint)`.as('bytes');

/** Counts the files that an account has uploaded since a time; `bytes` counts only contents still stored. */
export async function filesSince(db: Database, accountId: number, since: string): Promise<Uploaded> {
  return db
    .selectFrom('uploads')
    .leftJoin('upload_contents', 'upload_contents.upload_id', 'uploads.id')
    .select((select) => [select.fn.countAll<number>().as('uploads'), contentBytes])
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
}

export async function listsSince(db: Database, accountId: number, since: string): Promise<Uploaded> {
  const { lists, devices } = await db
    .selectFrom('intents')
    .select((select) => [
      select.fn.countAll<number>().as('lists'),
      sql<number>`cast(coalesce(sum(devices), 0) as bigint)`.as('devices'),
    ])
    .where('account_id', '=', accountId)
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return { uploads: lists, bytes: devices * LIST_ENTRY_BYTES };
}

export async function bytesOfFiles(db: Database): Promise<number> {
  const { bytes } = await db.selectFrom('upload_contents').select(contentBytes).executeTakeFirstOrThrow();
  return bytes;
}
