import { sql, type Kysely } from 'kysely';
import { v7 } from 'uuid';
import type { Schema } from '../schema.ts';
import { givenRows } from '../given-rows.ts';
import type { IndexList } from './indexes.ts';

/** Rows that are given their identity by one statement. */
const PART = 1_000;

const texts = ['uid', 'claim', 'handed_at', 'sent_at', 'first_failure_at', 'expires_at'] as const;

async function addColumns(db: Kysely<Schema>): Promise<void> {
  for (const name of texts) await db.schema.alterTable('commands').addColumn(name, 'text').execute();
  for (const name of ['epoch', 'active_epoch'])
    await db.schema
      .alterTable('commands')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute();
}

/** What is found by a command's identity, and what is not done by its state. */
export const commandIdentityIndexes: IndexList = {
  commands_uid: { unique: 'commands (uid) where uid is not null' },
  commands_unknown: "commands (next_attempt_at, id) where status = 'unknown'",
  // SQLite finds a state in a condition that names each.
  commands_states:
    "commands (status, id) where status = 'queued' or status = 'sent' or status = 'failed' or status = 'expired' " +
    "or status = 'unknown' or status = 'cancelled'",
};

/** What the phone has done is never sent again, and needs no identity: that leaves few of a long history. */
async function identify(db: Kysely<Schema>, after: number): Promise<number | undefined> {
  const rows = await db
    .selectFrom('commands')
    .select(['id', 'created_at', 'status'])
    .where('id', '>', after)
    .where('status', '<>', 'acknowledged')
    .orderBy('id')
    .limit(PART)
    .execute();
  const given = givenRows(
    db,
    rows.map(({ id, created_at }) => [id, v7({ msecs: Date.parse(created_at) })]),
  );
  await sql`update commands set uid = identified.uid,
      handed_at = case when status = 'sent' or attempts > 0 or claimed_until is not null then created_at end
    from (select cast(value ->> 0 as bigint) as id, value ->> 1 as uid from ${given}) as identified
    where commands.id = identified.id`.execute(db);
  return rows.length < PART ? undefined : rows.at(-1)?.id;
}

async function createFigures(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('gateway_figures')
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('gateway_figures_key', ['period', 'name'])
    .execute();
  await db.schema
    .createTable('gateway_errors')
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('gateway_errors_key', ['period', 'message'])
    .execute();
}

async function createReconciliation(db: Kysely<Schema>): Promise<void> {
  const table = db.schema
    .createTable('reconcile_rows')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('command_id', 'bigint');
  await ['imei', 'action', 'ours', 'theirs', 'reason', 'differs', 'decision', 'decided_by', 'at']
    .reduce((built, name) => built.addColumn(name, 'text', (column) => column.notNull().defaultTo('')), table)
    .addColumn('decided_at', 'text')
    .execute();
}

/**
 * Commands get an identity of their own, what a worker notes of its claims, and what the provider's record is compared
 * by after a restore. Nothing that an earlier version writes or reads is changed.
 */
export async function identifyCommands(db: Kysely<Schema>): Promise<void> {
  await addColumns(db);
  for (let after: number | undefined = 0; after !== undefined;) after = await identify(db, after);
  await createFigures(db);
  await createReconciliation(db);
}
