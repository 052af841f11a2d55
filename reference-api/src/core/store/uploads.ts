import { sql, type Insertable } from 'kysely';
import type { Schema } from './schema.ts';
import type { Database } from './store.ts';

/** A copy of an incomplete batch, with its content. */
export type NewUpload = Omit<Insertable<Schema['uploads']>, 'id' | 'is_complete' | 'last_imei' | 'updated_at'> & {
  readonly content: Uint8Array;
};

/** Returns its id. */
export async function insertUpload(db: Database, { content, ...upload }: NewUpload): Promise<number> {
  const row = await db
    .insertInto('uploads')
    .values({ ...upload, is_complete: 'incomplete', last_imei: '', updated_at: upload.created_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('upload_contents').values({ upload_id: row.id, content }).execute();
  return row.id;
}

/** Without its content; `bytes` is null once that is no longer kept. */
export interface FoundUpload {
  readonly id: number;
  readonly oldFile: string;
  readonly bytes: number | null;
}

export function findUpload(db: Database, report: string, file: string): Promise<FoundUpload | undefined> {
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

/** Each piece is read on demand. */
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
export async function recordIntent(
  db: Database,
  intent: { accountId: number; action: string; batchId: string | null; devices: number; imeiList: string; at: string },
): Promise<void> {
  const change = { action: intent.action, devices: intent.devices, imei_list: intent.imeiList, created_at: intent.at };
  await db
    .insertInto('intents')
    .values({ account_id: intent.accountId, batch_id: intent.batchId, ...change })
    .onConflict((conflict) => conflict.columns(['account_id', 'batch_id']).doUpdateSet(change))
    .execute();
}

/** Comma-joined IMEIs; undefined without a list. */
export async function findIntentList(db: Database, accountId: number, batchId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('intents')
    .select('imei_list')
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .executeTakeFirst();
  return row?.imei_list;
}

/** What an account registered for a batch, without the list. */
export function findIntent(db: Database, accountId: number, batchId: string) {
  return db
    .selectFrom('intents')
    .select(['id', 'action', 'devices', 'created_at'])
    .where('account_id', '=', accountId)
    .where('batch_id', '=', batchId)
    .executeTakeFirst();
}
