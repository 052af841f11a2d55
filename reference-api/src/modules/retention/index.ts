import { sql, type RawBuilder } from 'kysely';
import {
  deleteEndedOf,
  PIECE_ROWS,
  type DeletePiece,
  deleteAll,
  deleteEnded,
  type HousekeepingStep,
} from '../../core/housekeeping.ts';
import { dialectOf, inTransaction } from '../../core/store/store.ts';
import { namedNumbers } from '../../core/configuration/named-numbers.ts';
import type { VariablesOf } from '../../core/configuration/variable-readers.ts';
import type { ApiModule } from '../../core/module.ts';
import { DAY, isoAfter } from '../../core/time/clock.ts';

/** Days that data is kept: the default, and the least that RETENTION may say. operations.md says why. */
export const retentionTable = {
  /** Lists of IMEIs, uploaded files and outcomes of the rows of batches. */
  batches: { standard: 180, least: 7 },
  /** Stored answers to calls with a transactionId. */
  outcomes: { standard: 90, least: 7 },
  sessions: { standard: 30, least: 1 },
  resets: { standard: 30, least: 1 },
} as const;

type RetentionName = keyof typeof retentionTable;

const retentionNames = Object.keys(retentionTable) as RetentionName[];

/** Rows per piece; lists and files are up to 32 MB each. */
const LARGE_ROWS = 10;
/** Rows per piece; outcomes of a batch's rows are stored together. */
const ITEM_ROWS = 5_000;

/** Their repetitions are then known by their commands (D2). */
const deleteOutcomes: DeletePiece = async (db, before) => {
  const old = (place: RawBuilder<unknown>) =>
    sql`select ${place} from outcomes where created_at < ${before} order by created_at limit ${sql.lit(PIECE_ROWS)}`;
  // By physical row: by key, PostgreSQL may scan the whole table for each piece.
  const isOld =
    dialectOf(db) === 'sqlite' ? sql`rowid in (${old(sql`rowid`)})` : sql`ctid = any(array(${old(sql`ctid`)}))`;
  const { rows } = await sql`delete from outcomes where ${isOld} returning created_at`.execute(db);
  return rows.length === PIECE_ROWS;
};

/** Deletes lists; their entry stays, with the command and the number of devices. */
const deleteLists: DeletePiece = async (db, before) => {
  const old = db
    .selectFrom('intents')
    .select('id')
    .where('created_at', '<', before)
    .where('imei_list', '<>', sql.lit(''))
    .orderBy('created_at')
    .limit(LARGE_ROWS);
  const gone = await db.updateTable('intents').set({ imei_list: '' }).where('id', 'in', old).returning('id').execute();
  return gone.length === LARGE_ROWS;
};

/** Deletes files; their entry in the history then says that they are gone. The oldest have the lowest ids. */
const deleteFiles: DeletePiece = (db, before) =>
  inTransaction(db, async (tx) => {
    const oldest = tx.selectFrom('upload_contents').select('upload_id').orderBy('upload_id').limit(LARGE_ROWS);
    const old = await tx
      .updateTable('uploads')
      .set({ remarks: 'The file is no longer kept' })
      .where('id', 'in', oldest)
      .where('created_at', '<', before)
      .returning('id')
      .execute();
    const ids = old.map(({ id }) => id);
    if (ids.length > 0) await tx.deleteFrom('upload_contents').where('upload_id', 'in', ids).execute();
    return old.length === LARGE_ROWS;
  });

/** Deletes rows of the oldest batch, which has the lowest id. */
const deleteItems: DeletePiece = async (db, before) => {
  const old = await db
    .selectFrom('batches')
    .select('id')
    .where('id', '=', ({ selectFrom }) => selectFrom('batch_items').select(({ fn }) => fn.min('batch').as('batch')))
    .where('started_at', '<', before)
    .executeTakeFirst();
  if (!old) return false;
  const rows = db.selectFrom('batch_items').select('row').where('batch', '=', old.id).orderBy('row').limit(ITEM_ROWS);
  await db.deleteFrom('batch_items').where('batch', '=', old.id).where('row', 'in', rows).execute();
  return true;
};

const deletions: Readonly<Record<RetentionName, DeletePiece>> = {
  async batches(db, before) {
    const more = [await deleteLists(db, before), await deleteFiles(db, before), await deleteItems(db, before)];
    return more.includes(true);
  },
  outcomes: deleteOutcomes,
  sessions: deleteEndedOf('sessions', 'id', 'expires_at'),
  resets: deleteEndedOf('password_resets', 'id', 'expires_at'),
};

const variables = { RETENTION: namedNumbers(retentionTable, { most: 36_500, unit: 'days' }) };

declare module '../../core/module-settings.ts' {
  interface ModuleSettings {
    readonly retention: Readonly<Record<RetentionName, number>>;
  }
}

export const retention = {
  name: 'retention',
  variables,
  settings: ({ RETENTION: retention }: VariablesOf<typeof variables>) => ({ retention }),
  platform: ({ settings: { retention }, clock }) => ({
    batchesKeptSince: () => isoAfter(clock.now(), -retention.batches * DAY),
    outcomesKeptSince: () => isoAfter(clock.now(), -retention.outcomes * DAY),
  }),
  housekeeping: {
    'log-in attempts': deleteEnded(deleteEndedOf('attempts', 'subject', 'window_ends_at')),
    ...Object.fromEntries(
      retentionNames.map((name): [string, HousekeepingStep] => [
        name,
        (parts) =>
          deleteAll(parts, deletions[name], isoAfter(parts.clock.now(), -parts.settings.retention[name] * DAY)),
      ]),
    ),
  },
} as const satisfies ApiModule;
