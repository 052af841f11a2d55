import { sql, type Insertable, type Selectable } from 'kysely';
import type { CommandState } from '@device-console/shared-lib/contract';
import { currentEpoch, newCommandUid, uidsOfRetries, type CommandRow } from '../../core/store/commands.ts';
import { givenRows, givenTexts } from '../../core/store/given-rows.ts';
import type { CommandTable, Fixed, Time } from '../../core/store/schema.ts';
import { dialectOf, type Database } from '../../core/store/store.ts';

/** A command on which this database and the provider differ after a restore. */
export interface ReconcileTable {
  key: Fixed<string>;
  /** Null for a command that this database does not know. */
  command_id: number | null;
  imei: string;
  action: string;
  ours: CommandState | '';
  theirs: 'accepted' | 'acknowledged' | 'failed' | '';
  reason: string;
  differs: 'further' | 'not-there' | 'lost' | 'not-here' | 'not-asked';
  decision: 'adopt' | 'send' | 'cancel' | '';
  decided_by: string;
  decided_at: Time | null;
  at: Time;
}

declare module '../../core/store/schema.ts' {
  interface Schema {
    reconcile_rows: ReconcileTable;
  }
}

export type ReconcileRow = Selectable<ReconcileTable>;

/** Open commands of former epochs in one state, after one, in order. */
export async function commandsToCompare(
  db: Database,
  state: 'queued' | 'sent' | 'unknown',
  { epoch, after, limit }: { readonly epoch: string; readonly after: number; readonly limit: number },
): Promise<readonly CommandRow[]> {
  const rows = await db
    .selectFrom('commands')
    .selectAll()
    .where('status', '=', sql.lit(state))
    .where('active_epoch', '<>', epoch)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  const named: CommandRow[] = [];
  for (const row of rows) {
    const uid = row.uid ?? newCommandUid(row.created_at);
    if (row.uid === null) await db.updateTable('commands').set({ uid }).where('id', '=', row.id).execute();
    named.push({ ...row, uid });
  }
  return named;
}

async function byCurrentUid(db: Database, uids: readonly string[]): Promise<Map<string, CommandRow>> {
  const rows = await db.selectFrom('commands').selectAll().where('uid', 'in', givenTexts(db, uids)).execute();
  return new Map(rows.map((row) => [row.uid ?? '', row]));
}

/** The commands that this database knows by identities that they have, or had before a retry; by these identities. */
export async function findByUid(db: Database, uids: readonly string[]): Promise<ReadonlyMap<string, CommandRow>> {
  const known = await byCurrentUid(db, uids);
  const others = new Map(uids.filter((uid) => !known.has(uid)).map((uid) => [uid, uidsOfRetries(uid)]));
  const retried = await byCurrentUid(db, [...others.values()].flat());
  for (const [uid, later] of others) {
    const row = later.map((one) => retried.get(one)).find((found) => found !== undefined);
    if (row) known.set(uid, row);
  }
  return known;
}

/** Lets commands be worked on in this epoch: both sides agree on them. */
export async function activate(db: Database, ids: readonly number[], epoch: string): Promise<void> {
  const given = givenRows(
    db,
    ids.map((id) => [id]),
  );
  await db
    .updateTable('commands')
    .set({ active_epoch: epoch })
    .where('id', 'in', sql<number>`(select cast(value ->> 0 as bigint) from ${given})`)
    .execute();
}

/** Notes differences; what somebody has decided already stays as it is. */
export async function putDifferences(db: Database, rows: readonly Insertable<ReconcileTable>[]): Promise<void> {
  for (const row of rows) {
    const { key, ...found } = row;
    await db
      .insertInto('reconcile_rows')
      .values({ key, ...found })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(found).where('reconcile_rows.decision', '=', ''))
      .execute();
  }
}

/** Puts what no comparison asked about before somebody who decides: what is open and of a former epoch. */
export async function putNotAsked(db: Database, epoch: string): Promise<void> {
  const open = db
    .selectFrom('commands')
    .select([
      sql<string>`epoch || '.' || uid`.as('key'),
      ...(['id', 'imei', 'action', 'status', 'created_at'] as const),
      sql.lit('not-asked').as('differs'),
    ])
    .where('status', 'in', ['queued', 'sent', 'unknown'])
    .where('active_epoch', 'not in', [epoch, ''])
    .where('uid', 'is not', null);
  await db
    .insertInto('reconcile_rows')
    .columns(['key', 'command_id', 'imei', 'action', 'ours', 'at', 'differs'])
    .expression(open)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Takes back what {@link putNotAsked} put there and nobody has decided. */
export async function dropNotAsked(db: Database): Promise<void> {
  await db.deleteFrom('reconcile_rows').where('differs', '=', 'not-asked').where('decision', '=', '').execute();
}

/** Forgets an earlier comparison. */
export async function deleteDifferences(db: Database): Promise<void> {
  await db.deleteFrom('reconcile_rows').execute();
}

export async function countUndecided(db: Database): Promise<number> {
  const row = await db
    .selectFrom('reconcile_rows')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('decision', '=', '')
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Which rows are asked for. */
export interface ReconcileQuestion {
  readonly keys?: readonly string[] | undefined;
  readonly differs?: ReconcileTable['differs'] | undefined;
  readonly undecided?: boolean | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Differences in the order of their keys. */
export function reconcileRows(db: Database, question: ReconcileQuestion): Promise<ReconcileRow[]> {
  const { keys, differs, undecided = false, after = '', limit } = question;
  return db
    .selectFrom('reconcile_rows')
    .selectAll()
    .where('key', '>', after)
    .$if(keys !== undefined, (query) => query.where('key', 'in', givenTexts(db, keys ?? [])))
    .$if(differs !== undefined, (query) => query.where('differs', '=', differs ?? 'lost'))
    .$if(undecided, (query) => query.where('decision', '=', ''))
    .orderBy('key')
    .limit(limit)
    .execute();
}

/** Holds a difference until the transaction ends; undefined where it is decided. */
export function holdUndecided(db: Database, key: string): Promise<ReconcileRow | undefined> {
  return db
    .selectFrom('reconcile_rows')
    .selectAll()
    .where('key', '=', key)
    .where('decision', '=', '')
    .$if(dialectOf(db) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function putDecision(
  db: Database,
  key: string,
  decided: Pick<ReconcileRow, 'decision' | 'decided_by' | 'decided_at'>,
): Promise<void> {
  await db.updateTable('reconcile_rows').set(decided).where('key', '=', key).execute();
}

/** Writes a command that was lost here and that the provider has. */
export async function insertFoundCommand(
  db: Database,
  command: Omit<
    Insertable<CommandTable>,
    'transaction_id' | 'interface' | 'payload' | 'filename' | 'batch_id' | 'claimed_until' | 'next_attempt_at'
  > & { readonly next_attempt_at?: string | undefined },
): Promise<void> {
  await db
    .insertInto('commands')
    .values({
      transaction_id: '',
      interface: 'A',
      payload: '{}',
      filename: '',
      batch_id: null,
      claimed_until: null,
      active_epoch: currentEpoch,
      ...command,
      next_attempt_at: command.next_attempt_at ?? command.updated_at,
    })
    .execute();
}
