import { DAY, HOUR, isoAfter, isoTime, MINUTE, secondsUntil } from '../../core/time/clock.ts';
import { namedNumbers } from '../../core/configuration/named-numbers.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../core/store/store.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { NotNow, SendingHeld } from '../../core/errors/request-errors.ts';
import { countAttempt, isRemembered, rememberSubject } from '../../core/store/attempts.ts';
import { recordCall } from '../../core/audit/audit.ts';
import { tellSuperadmins } from '../people/notices.ts';
import type { BeforeSend } from '../../core/commands/before-send.ts';
import type { CallContext } from '../../core/calls/context.ts';

/** Days of an account's own history that a sudden rise is compared with. */
const USUAL_DAYS = 14;

declare module '../../core/calls/context.ts' {
  interface Platform {
    readonly budgets: ReturnType<typeof createBudgetRules>;
  }
}

export function createBudgetRules(budgets: CommandBudgets) {
  const refused = new Map<string, number>();
  return {
    budgets,
    /** True for an account's first refusal of a kind within an hour: a waiting batch retries every minute. */
    isFirstRefusal(accountId: number, why: string, now: Date): boolean {
      const key = `${accountId} ${why}`;
      if (Math.abs(now.getTime() - (refused.get(key) ?? 0)) < HOUR) return false;
      refused.set(key, now.getTime());
      return true;
    },
  };
}

export const hourOf = (time: string): string => time.slice(0, '2026-11-22T10'.length);

/** Returns the first of the 24 hours that a daily budget covers; the current hour is the last. */
export const dayBegins = (now: Date): string => hourOf(isoAfter(now, -23 * HOUR));

/** Returns the first hour whose counts are still needed. */
export const usualBegins = (now: Date): string => hourOf(isoAfter(now, -USUAL_DAYS * DAY));

/** Returns when enough of the oldest hours are a day old for the rest to fit into a budget, in milliseconds. */
function roomAt({ of, used, hours }: Use, budget: number): number {
  let left = used;
  const last = hours.find((hour) => {
    left -= hour[of];
    return left <= budget;
  });
  return last === undefined ? 0 : Date.parse(`${last.hour}:00:00.000Z`) + DAY;
}

function spanText(seconds: number): string {
  if (seconds <= 60) return `${seconds} seconds`;
  return seconds < 7_200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3_600)} hours`;
}

const countText = (value: number): string => value.toLocaleString('en-US');

/** The names in COMMAND_BUDGETS, with their defaults; operations.md explains the numbers. */
export const budgetTable = {
  /** Commands of an account in 24 hours, its keys included. */
  'account-day': { standard: 2_000_000, least: 1 },
  /** Commands of an API key in 24 hours. */
  'key-day': { standard: 500_000, least: 1 },
  /** Commands of all accounts in 24 hours. */
  'deployment-day': { standard: 10_000_000, least: 1 },
  /** With fewer commands of an account in an hour, nothing is a sudden rise. */
  'rise-least': { standard: 1_500_000, least: 1 },
  /** An hour with more than this many times the account's busiest hour in the last 14 days is a sudden rise. */
  'rise-times': { standard: 10, least: 1 },
} as const;

type BudgetName = keyof typeof budgetTable;

export type CommandBudgets = Readonly<Record<BudgetName, number>>;

export const budgetVariables = {
  COMMAND_BUDGETS: namedNumbers(budgetTable, { most: 1_000_000_000, unit: 'number' }),
} as const;

/** Whose commands are counted: an account's, including those of its keys, or one key's. */
type CountedKind = 'account' | 'key';

interface Counted {
  readonly kind: CountedKind;
  readonly id: number;
}

/**
 * Adds commands to the counts of an account, and of the key that sends them; returns the new count of each for the
 * hour. Others who count there wait until the transaction ends.
 */
export async function addCommands(db: Database, counted: readonly Counted[], hour: string, more: number) {
  return db
    .insertInto('command_counts')
    .values(counted.map((one) => ({ ...one, hour, commands: more })))
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'id', 'hour'])
        .doUpdateSet((update) => ({ commands: update('command_counts.commands', '+', more) })),
    )
    .returning(['kind', 'id', 'commands'])
    .execute();
}

interface CountedHour {
  readonly hour: string;
  /** Of all accounts, without counts that are not committed yet. */
  readonly deployment: number;
  readonly account: number;
  readonly key: number;
  readonly paused_at: string | null;
  readonly lifted_at: string | null;
}

/**
 * Reads the hours from one on, oldest first, with the counts of an account and of its key. After an account has counted
 * there is at least one hour, so its pause is known too.
 */
export async function countedHours(
  db: Database,
  { accountId, keyId = 0 }: { readonly accountId: number; readonly keyId?: number | undefined },
  from: string,
): Promise<readonly CountedHour[]> {
  const sumWhere = (condition: RawBuilder<unknown>) =>
    sql`cast(coalesce(sum(case when ${condition} then commands end), 0) as bigint)`;
  const pause = (column: string) =>
    sql`(select ${sql.ref(column)} from command_pauses where account_id = ${accountId}) as ${sql.ref(column)}`;
  const { rows } = await sql<CountedHour>`
    select hour, ${sumWhere(sql`kind = 'account'`)} as deployment,
      ${sumWhere(sql`kind = 'account' and id = ${accountId}`)} as account,
      ${sumWhere(sql`kind = 'key' and id = ${keyId}`)} as key,
      ${pause('paused_at')}, ${pause('lifted_at')}
    from command_counts where kind in ('account', 'key') and hour >= ${from} group by hour order by hour`.execute(db);
  return rows;
}

export function findPause(db: Database, accountId: number) {
  return db.selectFrom('command_pauses').selectAll().where('account_id', '=', accountId).executeTakeFirst();
}

/** The fraction of a budget at which superadmins are warned. */
export const WARNING = 0.8;
/** Seconds until the batch of a paused account tries again. */
const PAUSE_LOOK = 60;
const PAUSED =
  'Sending is paused for this account: far more commands than usual. A superadmin can lift it. Nothing was sent.';

const OPERATIONS = 'superadmin/operations';
/** The audit records a pause under this path. */
const PAUSE_PATH = 'commandPause';

const owners = {
  account: 'This account',
  key: 'This API key',
  deployment: 'All accounts together',
} as const;

interface Use {
  readonly of: keyof typeof owners;
  /** Including the commands of this call. */
  readonly used: number;
  readonly more: number;
  readonly hours: readonly CountedHour[];
}

function ruleOf({ of }: Use, budget: number): string {
  return `${owners[of]} may send ${countText(budget)} commands in 24 hours`;
}

/** Warns superadmins that a budget is four fifths used, at most once a day for each budget and account. */
async function warn(context: CallContext, name: BudgetName, use: Use, budget: number): Promise<void> {
  const { db, platform, actor } = context;
  const now = platform.clock.now();
  const isAll = use.of === 'deployment';
  const subject = `warned of ${name}${isAll ? '' : ` ${actor.accountId}`}`;
  if (await isRemembered(db, subject, isoTime(now))) return;
  await rememberSubject(db, subject, isoAfter(now, DAY));
  const fields = { budget: name, accountId: actor.accountId, used: use.used };
  platform.log.warn(fields, 'a budget of commands is nearly used');
  const whose = isAll ? '' : ` (${actor.email})`;
  const line = `${ruleOf(use, budget)}${whose}; ${countText(use.used)} are used. Beyond it nothing more is sent.`;
  tellSuperadmins(context, {
    call: name,
    subject: 'a budget of commands is nearly used',
    lines: [line],
    page: OPERATIONS,
  });
}

async function keepWithin(context: CallContext, use: Use): Promise<void> {
  const { platform, actor } = context;
  const name = `${use.of}-day` as const;
  const budget = platform.budgets.budgets[name];
  if (use.used > budget) {
    const now = platform.clock.now();
    const seconds = Math.max(1, Math.ceil((roomAt(use, budget) - now.getTime()) / 1000));
    throw new SendingHeld(
      `${ruleOf(use, budget)}. Nothing was sent; there is room again in ${spanText(seconds)}.`,
      { reason: 'budget', retryAfterSeconds: seconds },
      platform.budgets.isFirstRefusal(actor.accountId, name, now),
    );
  }
  if (use.used >= budget * WARNING && use.used - use.more < budget * WARNING) await warn(context, name, use, budget);
}

/**
 * Pauses an account that sends far more than usual, from its next call on. This call passes, so that the pause is
 * committed with it (C11). For a day after a pause was lifted, there is no other.
 */
async function pauseAtRise(context: CallContext, inHour: number, liftedAt: string | null): Promise<void> {
  const { db, platform, actor } = context;
  const { 'rise-least': least, 'rise-times': times } = platform.budgets.budgets;
  const now = platform.clock.now();
  if (inHour < least || (liftedAt !== null && liftedAt > isoAfter(now, -DAY))) return;
  const at = isoTime(now);
  const before = await db
    .selectFrom('command_counts')
    .select((select) => select.fn.max<number | null>('commands').as('commands'))
    .where('kind', '=', 'account')
    .where('id', '=', actor.accountId)
    .where('hour', '>=', usualBegins(now))
    .where('hour', '<', hourOf(at))
    .executeTakeFirst();
  const usual = before?.commands ?? 0;
  if (inHour <= usual * times) return;
  const why =
    `${countText(inHour)} commands within the hour; the busiest hour of the ${USUAL_DAYS} days before had ` +
    `${countText(usual)}.`;
  const pause = { paused_at: at, why, lifted_at: null, lifted_by: null };
  await db
    .insertInto('command_pauses')
    .values({ account_id: actor.accountId, ...pause })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(pause))
    .execute();
  const message = `Sending of ${actor.email} is paused: ${why}`;
  await recordCall(context, { call: PAUSE_PATH, body: { email: actor.email }, message });
  platform.log.warn({ accountId: actor.accountId, inHour, usual }, 'the sending of an account is paused');
  const advice = 'Ask what it sends. Lift the pause under Operations, or contain the account under User Management.';
  tellSuperadmins(context, {
    call: PAUSE_PATH,
    subject: `sending of ${actor.email} is paused`,
    lines: [message, advice],
    page: OPERATIONS,
  });
}

/** Throws BusinessError for more commands than a day allows: such a call would wait for ever. */
function requirePossible({ platform, actor }: CallContext, commands: number): void {
  const names: readonly BudgetName[] = [
    'account-day',
    'deployment-day',
    ...(actor.via === 'key' ? (['key-day'] as const) : []),
  ];
  const most = Math.min(...names.map((name) => platform.budgets.budgets[name]));
  if (commands > most)
    throw new BusinessError(
      `At most ${countText(most)} commands may be sent here at once, and this call holds ${countText(commands)}. ` +
        'Nothing was sent; send fewer in one call.',
    );
}

function dayOf(of: Use['of'], hours: readonly CountedHour[], more: number): Use {
  return { of, used: hours.reduce((sum, hour) => sum + hour[of], 0), more, hours };
}

/**
 * Counts commands that are about to be sent, for the API key, its account and all accounts (K2, C10, C11). Beyond a
 * budget, or while the account is paused, it throws, and nothing is counted or sent. Must come before the transaction
 * locks any device: commands of one account wait for each other here.
 */
async function countCommands(context: CallContext, more: number): Promise<void> {
  await countKeyCommands(context, more);
  const { db, platform, actor } = context;
  const now = platform.clock.now();
  const keyId = actor.via === 'key' ? actor.credentialId : undefined;
  const key: readonly Counted[] = keyId === undefined ? [] : [{ kind: 'key', id: keyId }];
  const counted = await addCommands(db, [...key, { kind: 'account', id: actor.accountId }], hourOf(isoTime(now)), more);
  // Read after the account's count is locked, so that earlier pauses and counts are committed.
  const hours = await countedHours(db, { accountId: actor.accountId, keyId }, dayBegins(now));
  for (const { kind } of counted) await keepWithin(context, dayOf(kind, hours, more));
  const pause = hours.at(-1);
  if (pause?.paused_at !== null && pause?.lifted_at === null) {
    const isFirst = platform.budgets.isFirstRefusal(actor.accountId, 'pause', now);
    throw new SendingHeld(PAUSED, { reason: 'paused', retryAfterSeconds: PAUSE_LOOK }, isFirst);
  }
  await keepWithin(context, dayOf('deployment', hours, more));
  const inHour = counted.find(({ kind }) => kind === 'account')?.commands ?? 0;
  await pauseAtRise(context, inHour, pause?.lifted_at ?? null);
}

export const keepBudgets: BeforeSend = { possible: requirePossible, count: countCommands };

/**
 * Counts commands that an API key is about to send, if it has a limit per minute (K2). Beyond the limit it throws, and
 * nothing is counted or sent. Must come before the transaction locks any device: commands of one key wait for each
 * other here.
 */
async function countKeyCommands({ db, platform, actor }: CallContext, commands: number): Promise<void> {
  const most = actor.bounds?.perMinute;
  if (most === undefined || commands === 0) return;
  if (commands > most)
    throw new BusinessError(
      `This API key may send ${most} commands a minute, and this call holds ${commands}. Nothing was sent; send ` +
        `at most ${most} in one call.`,
    );
  const now = platform.clock.now();
  const subject = `commands of key ${actor.credentialId}`;
  const { attempts, windowEndsAt } = await countAttempt(db, subject, isoTime(now), isoAfter(now, MINUTE), commands);
  if (attempts <= most) return;
  const seconds = secondsUntil(windowEndsAt, now);
  throw new NotNow(
    `This API key may send ${most} commands a minute. Nothing was sent; please try again in ${seconds} seconds.`,
    seconds,
  );
}
