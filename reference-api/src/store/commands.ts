import { sql, type Insertable, type Selectable } from 'kysely';
import { givenRows } from './given-rows.ts';
import type { CommandTable, StoreDialect } from './schema.ts';
import { inTransaction, type Database } from './store.ts';

/** `imei` of a command to every enrolled device. */
export const ALL_DEVICES = 'ALL';

export type NewCommand = Pick<
  Insertable<CommandTable>,
  | 'transaction_id'
  | 'account_id'
  | 'user_email'
  | 'imei'
  | 'interface'
  | 'action'
  | 'reported_as'
  | 'report'
  | 'payload'
  | 'filename'
  | 'batch_id'
  | 'reason'
>;

export type CommandRow = Selectable<CommandTable>;

/** What lists of executed commands show of each. */
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

/** Writes a command: `queued` for the worker, or `acknowledged` where the server itself has carried it out. */
export async function insertCommand(
  db: Database,
  command: NewCommand,
  status: 'queued' | 'acknowledged',
  at: string,
): Promise<void> {
  await db
    .insertInto('commands')
    .values({
      ...command,
      status,
      failure: '',
      attempts: 0,
      next_attempt_at: at,
      claimed_until: null,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

/** In what the commands of one call differ. */
type ItemCommand = Pick<NewCommand, 'transaction_id' | 'imei' | 'payload'>;

/** Queues commands in their order; returns the id of each by its transactionId. */
export async function insertCommands(
  db: Database,
  common: Omit<NewCommand, keyof ItemCommand>,
  items: readonly ItemCommand[],
  at: string,
): Promise<ReadonlyMap<string, number>> {
  const given = givenRows(
    db,
    items.map(({ transaction_id, imei, payload }) => [transaction_id, imei, payload]),
  );
  const { rows } = await sql<{ id: number; transaction_id: string }>`
    insert into commands (transaction_id, imei, payload, account_id, user_email, interface, action, reported_as, report,
      filename, batch_id, reason, status, next_attempt_at, created_at, updated_at)
    select value ->> 0, value ->> 1, value ->> 2, ${common.account_id}, ${common.user_email}, ${common.interface},
      ${common.action}, ${common.reported_as}, ${common.report}, ${common.filename}, ${common.batch_id},
      ${common.reason}, 'queued', ${at}, ${at}, ${at}
    from ${given} where true order by position
    returning id, transaction_id`.execute(db);
  return new Map(rows.map((row) => [row.transaction_id, row.id]));
}

/** The latest command to all devices, which is the last command of every device that was enrolled then. */
export function lastBroadcast(db: Database) {
  return db
    .selectFrom('commands')
    .select(['reported_as', 'created_at'])
    .where('imei', '=', ALL_DEVICES)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

interface Claim {
  readonly now: string;
  /** Until then no other worker takes the rows; after a crash another may. */
  readonly until: string;
  readonly limit: number;
}

/**
 * Takes due commands for one worker, in order. A device's commands never overtake each other: while one is queued,
 * later ones wait.
 */
export function claimCommands(
  db: Database,
  dialect: StoreDialect,
  status: 'queued' | 'sent',
  claim: Claim,
): Promise<CommandRow[]> {
  return inTransaction(db, async (tx) => {
    const due = await tx
      .selectFrom('commands as due')
      .select('due.id')
      .where('due.status', '=', sql.lit(status))
      .where('due.next_attempt_at', '<=', claim.now)
      .where((where) => where.or([where('due.claimed_until', 'is', null), where('due.claimed_until', '<=', claim.now)]))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('commands as earlier')
              .select('earlier.id')
              .whereRef('earlier.imei', '=', 'due.imei')
              .whereRef('earlier.id', '<', 'due.id')
              .where('earlier.status', '=', 'queued'),
          ),
        ),
      )
      .orderBy('due.next_attempt_at')
      .orderBy('due.id')
      .limit(claim.limit)
      .$if(dialect === 'postgres', (query) => query.forUpdate().skipLocked())
      .execute();
    if (due.length === 0) return [];
    const rows = await tx
      .updateTable('commands')
      .set({ claimed_until: claim.until })
      .where(
        'id',
        'in',
        due.map((row) => row.id),
      )
      .returningAll()
      .execute();
    return rows.toSorted((left, right) => left.id - right.id);
  });
}

/** Writes how far a claimed command has come, and gives it free. */
export async function settleCommand(
  db: Database,
  id: number,
  change: Partial<Pick<CommandRow, 'status' | 'failure' | 'attempts' | 'next_attempt_at'>>,
  at: string,
): Promise<void> {
  await db
    .updateTable('commands')
    .set({ ...change, claimed_until: null, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/** When the next unfinished command is due, or undefined when there is none. */
export async function nextDueTime(db: Database): Promise<string | undefined> {
  const times = await Promise.all(
    (['queued', 'sent'] as const).map((status) =>
      db
        .selectFrom('commands')
        .select('next_attempt_at')
        .where('status', '=', sql.lit(status))
        .orderBy('next_attempt_at')
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  return times.flatMap((row) => (row ? [row.next_attempt_at] : [])).toSorted()[0];
}
