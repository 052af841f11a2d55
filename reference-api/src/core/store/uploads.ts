import { sql, type Insertable } from 'kysely';
import type { Schema } from './schema.ts';
import type { Database } from './store.ts';

export async function insertUpload(
  db: Database,
  { content, ...upload }: Omit<Insertable<Schema['uploads']>, 'id'> & { readonly content: Uint8Array },
): Promise<number> {
  const { id } = await db.insertInto('uploads').values(upload).returning('id').executeTakeFirstOrThrow();
  await db.insertInto('upload_contents').values({ upload_id: id, content }).execute();
  return id;
}

export type FoundUpload = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

/** `bytes` is null once its content is no longer kept. */
export function findUpload(db: Database, report: string, file: string) {
  return db
    .selectFrom('uploads')
    .leftJoin('upload_contents', 'upload_contents.upload_id', 'uploads.id')
    .select(['uploads.id', 'uploads.old_file as oldFile', sql<number | null>`length(content)`.as('bytes')])
    .where('uploads.report', '=', report)
    .where('uploads.file', '=', file)
    .executeTakeFirst();
}

/** Bytes of an upload in memory at once. */
const PIECE = 500_000;

export async function* uploadPieces(db: Database, { id, bytes }: FoundUpload): AsyncGenerator<Buffer> {
  for (let from = 0; from < (bytes ?? 0); from += PIECE) {
    const { piece } = await db
      .selectFrom('upload_contents')
      .select(sql<Uint8Array | ArrayBuffer>`substr(content, ${sql.lit(from + 1)}, ${sql.lit(PIECE)})`.as('piece'))
      .where('upload_id', '=', id)
      .executeTakeFirstOrThrow();
    // SQLite gives an ArrayBuffer, PostgreSQL a Buffer.
    yield Buffer.from(piece instanceof Uint8Array ? piece : new Uint8Array(piece));
  }
}

/** The list that an operator is about to command; the same batch replaces its list (D17). */
export async function recordIntent(db: Database, list: Omit<Insertable<Schema['intents']>, 'id'>): Promise<void> {
  await db
    .insertInto('intents')
    .values(list)
    .onConflict((conflict) => conflict.columns(['account_id', 'batch_id']).doUpdateSet(list))
    .execute();
}

const intentOf = (db: Database, accountId: number, batchId: string) =>
  db.selectFrom('intents').where('account_id', '=', accountId).where('batch_id', '=', batchId);

/** Comma-joined IMEIs; undefined without a list. */
export async function findIntentList(db: Database, accountId: number, batchId: string): Promise<string | undefined> {
  return (await intentOf(db, accountId, batchId).select('imei_list').executeTakeFirst())?.imei_list;
}

export function findIntent(db: Database, accountId: number, batchId: string) {
  return intentOf(db, accountId, batchId).select(['id', 'action', 'devices', 'created_at']).executeTakeFirst();
}
