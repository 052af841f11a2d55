import { sql, type Updateable } from 'kysely';
import type { CommandRow } from './commands.ts';
import { holdNamed } from './devices.ts';
import { dialectOf } from './dialect.ts';
import { controlOf, controlSettings } from './dispatch.ts';
import { givenRows } from './given-rows.ts';
import type { ClaimStatus, Schema } from './schema.ts';
import { EPOCH_SETTING } from './settings.ts';
import type { Database } from './store.ts';

export type OpenState = 'queued' | 'sent' | 'unknown';

interface Claim {
  readonly state: OpenState;
  readonly now: string;
  readonly dueBy: string;
  /** Until then no other worker takes the rows; after a crash another may. */
  readonly until: string;
  /** A claim beyond this was made by a clock that was ahead, and counts as over. */
  readonly longest: string;
  readonly limit: number;
  /** Marks the rows as this attempt's own. */
  readonly token: string;
  readonly epoch: string;
}

export interface ClaimedCommand extends CommandRow {
  readonly uid: string;
  readonly claim: string;
  /** When it may first have been sent before this attempt; null if it certainly was not. */
  readonly handedBefore: string | null;
  /** An earlier claim ended without a result: that attempt's request may still be under way. */
  readonly isTakenOver: boolean;
  /** Null for an unknown device, and for ALL. */
  readonly deviceIs: ClaimStatus | null;
}

/** Due commands of this epoch; while a command of a device is queued, its later ones wait. */
function dueCommands(db: Database, { state, now, dueBy, longest, epoch, limit }: Claim) {
  return db
    .selectFrom('commands as due')
    .select('due.id')
    .where('due.status', '=', sql.lit(state))
    .where('due.next_attempt_at', '<=', dueBy)
    .where('due.active_epoch', '=', epoch)
    .where((where) =>
      where.or([
        where('due.claimed_until', 'is', null),
        where('due.claimed_until', '<=', now),
        where('due.claimed_until', '>', longest),
      ]),
    )
    .$if(state === 'queued', (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('commands as earlier')
              .select('earlier.id')
              .whereRef('earlier.imei', '=', 'due.imei')
              .whereRef('earlier.id', '<', 'due.id')
              // An expression, so that the device's few commands are searched, not the queue.
              .where(sql`earlier.status || ''`, '=', 'queued'),
          ),
        ),
      ),
    )
    .orderBy('due.next_attempt_at')
    .orderBy('due.id')
    .limit(limit)
    .forUpdate()
    .skipLocked();
}

/** A claim records how its row was before, in the statement that takes it. */
const HANDED = ' handed';
const TAKEN_OVER = ' taken over';
const claimOf = (token: string) => sql<string>`${token} ||
  case when handed_at is null then '' else ${sql.lit(HANDED)} end ||
  case when claimed_until is null then '' else ${sql.lit(TAKEN_OVER)} end`;

/**
 * Takes due commands for one worker, in order. A device's commands never overtake each other: while one is queued,
 * later ones wait. A queued one counts as possibly sent from here on, even if the process ends.
 */
export async function claimCommands(db: Database, given: Claim): Promise<readonly ClaimedCommand[]> {
  const rows = await db
    .with(
      (cte) => cte('due').materialized(),
      () => dueCommands(db, given),
    )
    .updateTable('commands')
    .set({
      claimed_until: given.until,
      claim: claimOf(given.token),
      ...(given.state === 'queued' ? { handed_at: sql<string>`coalesce(handed_at, ${given.now})` } : {}),
    })
    .where('id', 'in', (query) => query.selectFrom('due').select('due.id'))
    .returningAll()
    .returning((select) =>
      select
        .selectFrom('devices')
        .select('devices.claim_status')
        .whereRef('devices.imei1', '=', 'commands.imei')
        .as('claim_status'),
    )
    .execute();
  const inOrder = rows.toSorted((left, right) => left.id - right.id);
  return inOrder.map(({ claim_status: deviceIs, ...row }) => {
    const claim = row.claim ?? '';
    const handedBefore = claim.includes(HANDED) ? row.handed_at : null;
    return { ...row, uid: row.uid ?? '', claim, handedBefore, isTakenOver: claim.includes(TAKEN_OVER), deviceIs };
  });
}

export type CommandChange = Partial<
  Pick<CommandRow, Exclude<keyof Updateable<Schema['commands']>, 'id' | 'claim' | 'claimed_until' | 'updated_at'>>
>;

/** Also releases it. With `claim`, only while that is its claim, else false; without, a worker's attempt ends here. */
export async function changeCommand(
  db: Database,
  id: number,
  change: CommandChange,
  at: string,
  claim?: string,
): Promise<boolean> {
  const row = await db
    .updateTable('commands')
    .set({ ...change, claimed_until: null, claim: null, updated_at: at })
    .where('id', '=', id)
    .$if(claim !== undefined, (query) => query.where('claim', '=', claim ?? ''))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

interface TakenByAll {
  readonly status: 'sent' | 'acknowledged';
  readonly at: string;
  /** For `sent`: how often it was asked about, when it was sent and when it is asked about next. */
  readonly given: readonly {
    readonly id: number;
    readonly claim: string;
    readonly attempts: number;
    readonly sent_at: string | null;
    readonly next_attempt_at: string;
  }[];
}

/**
 * {@link changeCommand} of several that the provider has taken or their phones have done, each only while it has its
 * claim; returns the ids of those. Must be inside a transaction, which holds commands before devices, both in order, so
 * that it deadlocks with nobody.
 */
export async function changeClaimed(db: Database, { status, at, given: items }: TakenByAll) {
  const types = { id: 'bigint', claim: 'text', attempts: 'integer', sent_at: 'text', next_attempt_at: 'text' } as const;
  const { given, column } = givenRows(db, items, types);
  const isOwn = sql`commands.id = ${column.id} and commands.claim = ${column.claim}`;
  if (dialectOf(db) === 'postgres') {
    const { rows } = await sql<{ imei: string }>`
      select imei from commands join ${given} on ${isOwn} order by commands.id for update of commands`.execute(db);
    if (status === 'acknowledged') await holdNamed(db, [...new Set(rows.map(({ imei }) => imei))]);
  }
  const whenSent =
    status === 'sent'
      ? sql`attempts = ${column.attempts}, sent_at = ${column.sent_at}, next_attempt_at = ${column.next_attempt_at},`
      : sql``;
  const { rows } = await sql<{ id: number }>`
    update commands set status = ${status}, ${whenSent} failure = '', first_failure_at = null, claimed_until = null,
      claim = null, updated_at = ${at}
    from ${given} where ${isOwn} returning commands.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export function holdCommand(db: Database, uid: string): Promise<CommandRow | undefined> {
  return db.selectFrom('commands').selectAll().where('uid', '=', uid).forUpdate().executeTakeFirst();
}

/** The due time of commands that are no longer asked about. */
export const NEVER = '9999-12-31T00:00:00.000Z';

/** Makes up to `limit` commands due that wait beyond a time; returns their number. */
export async function bringForward(
  db: Database,
  { state, beyond, now, limit }: { readonly beyond: string } & Pick<Claim, 'state' | 'now' | 'limit'>,
): Promise<number> {
  const moved = await db
    .updateTable('commands')
    .set({ next_attempt_at: now })
    .where('id', 'in', (query) =>
      query
        .selectFrom('commands as far')
        .select('far.id')
        .where('far.status', '=', sql.lit(state))
        .where('far.next_attempt_at', '>', beyond)
        .where('far.next_attempt_at', '<', NEVER)
        .orderBy('far.next_attempt_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(moved.numUpdatedRows);
}

/** A worker's settings, and when the first command of each state is due, as stored text, in this epoch. */
export type Queue = Awaited<ReturnType<typeof lookAtQueue>>;

const firstDue = (state: OpenState) => sql<string | null>`(
  select next_attempt_at from commands where status = ${sql.lit(state)}
    and active_epoch = (select value from settings where name = ${EPOCH_SETTING})
  order by next_attempt_at limit 1)`;

/** One statement, the only one of a worker with nothing to do. */
export async function lookAtQueue(db: Database) {
  const { rows } = await sql<{ name: string; value: string | null }>`
    select name, value from settings where name in (${sql.join(controlSettings)})
    union all select 'queued', ${firstDue('queued')} union all select 'sent', ${firstDue('sent')}
    union all select 'unknown', ${firstDue('unknown')}`.execute(db);
  const found = new Map(rows.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])));
  const due = { queued: found.get('queued'), sent: found.get('sent'), unknown: found.get('unknown') };
  return { control: controlOf(found), due };
}
