import { sql, type Selectable } from 'kysely';
import { v7 } from 'uuid';
import { commandList } from '@device-console/shared-lib/contract';
import { exists } from './count-rows.ts';
import { givenRows, givenTexts, insertedAs } from './given-rows.ts';
import type { Schema } from './schema.ts';
import { EPOCH_SETTING } from './settings.ts';
import type { Database } from './store.ts';

/** `imei` of a command to every enrolled device. */
export const ALL_DEVICES = 'ALL';

/** All values: an index of an account's commands contains them. */
export const ALL_INTERFACES = ['A', 'B', 'S'] as const;

/** The identity of a command that no request names, made at that moment. */
export function newCommandUid(at: string): string {
  return v7({ msecs: Date.parse(at) });
}

/** The deployment's epoch, read by the statement that uses it. */
export const currentEpoch = sql<string>`
  coalesce((select settings.value from settings where name = ${sql.lit(EPOCH_SETTING)}), '')`;

export type CommandRow = Selectable<Schema['commands']>;

export const executedColumns = [
  'id',
  'transaction_id',
  'created_at',
  'imei',
  'interface',
  'reported_as',
  'action',
  'status',
  'user_email',
] as const;

export type ExecutedCommand = Pick<CommandRow, (typeof executedColumns)[number]>;

export type CommonOfCommands = Pick<
  Selectable<Schema['commands']>,
  | ('account_id' | 'user_email' | 'interface' | 'action' | 'reported_as' | 'report')
  | ('epoch' | 'filename' | 'batch_id' | 'reason' | 'approved_by')
> &
  Partial<Pick<CommandRow, 'devices'>>;

type ItemCommand = Pick<CommandRow, 'transaction_id' | 'imei' | 'payload'> & { readonly uid: string };

/** Columns that a command found at the provider after a restore gets from its request. */
const named = sql.join(
  ['transaction_id', 'account_id', 'user_email', 'interface', 'payload', 'filename', 'batch_id', 'approved_by'].map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`,
  ),
);

/** By identity: one that the provider had stays as it is, and gets its request. Returns ids by transactionId. */
export async function insertCommands(
  db: Database,
  common: CommonOfCommands,
  items: readonly ItemCommand[],
  at: string,
  status: 'queued' | 'acknowledged' = 'queued',
): Promise<ReadonlyMap<string, number>> {
  const types = { transaction_id: 'text', imei: 'text', payload: 'text', uid: 'text' } as const;
  const { given, column } = givenRows(db, items, types);
  const { names, values } = insertedAs<'commands'>({
    ...common,
    ...column,
    active_epoch: currentEpoch,
    status,
    next_attempt_at: at,
    created_at: at,
    updated_at: at,
  });
  const { rows } = await sql<{ id: number; transaction_id: string }>`
    insert into commands (${names}) select ${values} from ${given} where true order by position
    on conflict (uid) where uid is not null do update set ${named}
    returning id, transaction_id`.execute(db);
  return new Map(rows.map((row) => [row.transaction_id, row.id]));
}

/** The last command of every device that was enrolled then. */
export function lastBroadcast(db: Database) {
  return db
    .selectFrom('commands')
    .select(['reported_as', 'created_at'])
    .where('imei', '=', ALL_DEVICES)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** False if none was ever given: then no device has it as its last one. */
export async function wasGiven(db: Database, reportedAs: string): Promise<boolean> {
  const reports = commandList
    .flatMap(({ variants }) => variants)
    .filter((variant) => variant.reportedAs === reportedAs)
    .map(({ report }) => report);
  if (reports.length === 0) return true;
  return exists(db.selectFrom('commands').where('report', 'in', reports).where('reported_as', '=', reportedAs));
}

/** Those of identities that their requests have made, not the provider's record alone; ids by transactionId. */
export async function requestedCommands(db: Database, uids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (uids.length === 0) return new Map();
  const rows = await db
    .selectFrom('commands')
    .select(['id', 'transaction_id'])
    .where('uid', 'in', givenTexts(db, uids))
    .where('transaction_id', '<>', '')
    .execute();
  return new Map(rows.map((row) => [row.transaction_id, row.id]));
}

/** To how many devices a command to ALL was sent. */
export async function devicesOfCommand(db: Database, id: number): Promise<{ devices?: number }> {
  const row = await db.selectFrom('commands').select('devices').where('id', '=', id).executeTakeFirst();
  return row?.devices == null ? {} : { devices: row.devices };
}
