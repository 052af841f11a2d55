import { sql, type ExpressionBuilder } from 'kysely';
import { newCommandUid, uidsOfRetries, type CommandRow } from './commands.ts';
import { givenRows, givenTexts } from './given-rows.ts';
import type { Schema } from './schema.ts';
import { dialectOf, inTransaction, type Database } from './store.ts';

/** States that a worker has something to do about. */
type OpenState = 'queued' | 'sent' | 'unknown';

interface Claim {
  readonly state: OpenState;
  readonly now: string;
  /** Commands that were due by then. */
  readonly dueBy: string;
  /** Until then no other worker takes the rows; after a crash another may. */
  readonly until: string;
  /** No claim lasts beyond it: what does was made by a clock that was ahead, and counts as over. */
  readonly longest: string;
  readonly limit: number;
  /** Marks the rows as this attempt's own. */
  readonly token: string;
  readonly epoch: string;
}

/** A command in a worker's hand. */
export interface ClaimedCommand extends CommandRow {
  readonly uid: string;
  readonly claim: string;
  /** When it may first have left before this attempt; null for one that surely had not. */
  readonly handedBefore: string | null;
  /** It was in a hand that did not say how that ended: a request of that attempt may still be on its way. */
  readonly isTakenOver: boolean;
}

/** Due commands of this epoch; while a command of a device is queued, its later ones wait. */
function dueCommands(tx: Database, { state, now, dueBy, longest, epoch, limit }: Claim) {
  return tx
    .selectFrom('commands as due')
    .select(['due.id', 'due.handed_at', 'due.claimed_until'])
    .where('due.status', '=', sql.lit(state))
    .where('due.next_attempt_at', '<=', dueBy)
    .where('due.active_epoch', 'in', [epoch, ''])
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
              // An expression, so that the device's own few commands are looked through and not the queue.
              .where(sql`earlier.status || ''`, '=', 'queued'),
          ),
        ),
      ),
    )
    .orderBy('due.next_attempt_at')
    .orderBy('due.id')
    .limit(limit)
    .$if(dialectOf(tx) === 'postgres', (query) => query.forUpdate().skipLocked())
    .execute();
}

/** Gives what an earlier version made its identity, before it can be sent. */
async function identified(tx: Database, row: CommandRow, epoch: string): Promise<CommandRow> {
  if (row.uid !== null && row.active_epoch !== '') return row;
  const uid = row.uid ?? newCommandUid(row.created_at);
  const known = { uid, epoch: row.epoch === '' ? epoch : row.epoch, active_epoch: epoch };
  await tx.updateTable('commands').set(known).where('id', '=', row.id).execute();
  return { ...row, ...known };
}

/**
 * Takes due commands for one worker, in order. A device's commands never overtake each other: while one is queued,
 * later ones wait. What is queued counts from here on as perhaps sent, also where the process ends in between.
 */
export function claimCommands(db: Database, claim: Claim): Promise<readonly ClaimedCommand[]> {
  return inTransaction(db, async (tx) => {
    const due = await dueCommands(tx, claim);
    if (due.length === 0) return [];
    const given = givenRows(
      tx,
      due.map(({ id }) => [id]),
    );
    const rows = await tx
      .updateTable('commands')
      .set({
        claimed_until: claim.until,
        claim: claim.token,
        ...(claim.state === 'queued' ? { handed_at: sql<string>`coalesce(handed_at, ${claim.now})` } : {}),
      })
      .where('id', 'in', sql<number>`(select cast(value ->> 0 as bigint) from ${given})`)
      .returningAll()
      .execute();
    const before = new Map(due.map((row) => [row.id, row]));
    const claimed: ClaimedCommand[] = [];
    for (const row of rows.toSorted((left, right) => left.id - right.id)) {
      const known = await identified(tx, row, claim.epoch);
      const { handed_at: handedBefore = null, claimed_until: until = null } = before.get(row.id) ?? {};
      claimed.push({ ...known, uid: known.uid ?? '', claim: claim.token, handedBefore, isTakenOver: until !== null });
    }
    return claimed;
  });
}

/** What an attempt, a callback or a decision changes of a command. */
export type CommandChange = Partial<
  Pick<
    CommandRow,
    | 'status'
    | 'failure'
    | 'attempts'
    | 'next_attempt_at'
    | 'handed_at'
    | 'sent_at'
    | 'first_failure_at'
    | 'expires_at'
    | 'uid'
    | 'epoch'
    | 'active_epoch'
  >
>;

/** Writes how far a claimed command has come, and gives it free; false when the claim is no longer this one's. */
export async function settleCommand(
  db: Database,
  { id, claim }: Pick<ClaimedCommand, 'id' | 'claim'>,
  change: CommandChange,
  at: string,
): Promise<boolean> {
  const row = await db
    .updateTable('commands')
    .set({ ...change, claimed_until: null, claim: null, updated_at: at })
    .where('id', '=', id)
    .where('claim', '=', claim)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes how far a command has come whoever has it in hand: the worker's attempt then counts no more. */
export async function changeCommand(db: Database, id: number, change: CommandChange, at: string): Promise<void> {
  await db
    .updateTable('commands')
    .set({ ...change, claimed_until: null, claim: null, updated_at: at })
    .where('id', '=', id)
    .execute();
}

/** Holds a command until the transaction ends, by its identity, or by one that it had before a retry. */
export async function holdCommand(db: Database, uid: string): Promise<CommandRow | undefined> {
  const held = db
    .selectFrom('commands')
    .selectAll()
    .$if(dialectOf(db) === 'postgres', (query) => query.forUpdate());
  return (
    (await held.where('uid', '=', uid).executeTakeFirst()) ??
    (await held.where('uid', 'in', givenTexts(db, uidsOfRetries(uid))).executeTakeFirst())
  );
}

/** The due time of what nobody asks about by himself any more. */
export const NEVER = '9999-12-31T00:00:00.000Z';

/** Makes commands due now that wait beyond a time, up to `limit`; returns how many those were. */
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

/** When the next command in one of the states is due, as stored text; undefined when there is none. */
export async function nextDueTime(
  db: Database,
  states: readonly OpenState[],
  epoch: string,
): Promise<string | undefined> {
  const times = await Promise.all(
    states.map((state) =>
      db
        .selectFrom('commands')
        .select('next_attempt_at')
        .where('status', '=', sql.lit(state))
        .where('active_epoch', 'in', [epoch, ''])
        .orderBy('next_attempt_at')
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  return times.flatMap((row) => (row ? [row.next_attempt_at] : [])).toSorted()[0];
}

/** The claim status of devices, by their first IMEI; unknown ones are left out. */
export async function claimStatusesOf(db: Database, imeis: readonly string[]) {
  const rows = await db
    .selectFrom('devices')
    .select(['imei1', 'claim_status'])
    .where('imei1', 'in', givenTexts(db, imeis))
    .execute();
  return new Map(rows.map((row) => [row.imei1, row.claim_status]));
}

/** No worker has it in hand. */
export const isFree = (where: ExpressionBuilder<Schema, 'commands'>, now: string) =>
  where.or([where('claimed_until', 'is', null), where('claimed_until', '<=', now)]);
