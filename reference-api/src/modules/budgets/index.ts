import { recordCall } from '../../core/audit/audit.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { numbersByName } from '../../core/configuration/named-numbers.ts';
import { optional, type VariablesOf } from '../../core/configuration/variable-readers.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { SendingHeld } from '../../core/errors/request-errors.ts';
import type { ApiModule } from '../../core/module.ts';
import { findAccountByEmail } from '../../core/store/accounts.ts';
import { dialectOf } from '../../core/store/dialect.ts';
import { DAY, HOUR, isoAfter, isoTime } from '../../core/time/clock.ts';
import { tellSuperadmins } from '../../core/accounts/send-mail.ts';
import { countsInMemory } from '../../core/security/counts.ts';
import {
  allCounts,
  beginOf,
  countApart,
  type CountedLimit,
  countTogether,
  lengthOf,
  type Limit,
  readUse,
  tidyCounts,
  type Use,
  USUAL_DAYS,
} from './counts.ts';
import { schema } from './schema.ts';
import { change, polledRead } from '../../core/calls/call.ts';

declare module '../../core/calls/context.ts' {
  interface Platform {
    readonly budgets: ReturnType<typeof createBudgetRules>;
  }
}

declare module '../../core/module-settings.ts' {
  interface ModuleSettings {
    readonly budgets: CommandBudgets | undefined;
  }
}

/** Undefined: nothing is counted but the minutes of keys that are bounded by them. */
export function createBudgetRules(budgets: CommandBudgets | undefined) {
  const refusals = countsInMemory();
  return {
    budgets,
    /** True for an account's first refusal of a kind within an hour: a waiting batch retries every minute. */
    isFirstRefusal(accountId: number, why: string, now: Date): boolean {
      return refusals.add(`${accountId} ${why}`, { now, window: HOUR }) === 1;
    },
  };
}

/** The names in COMMAND_BUDGETS, with their defaults; operations.md explains the numbers. */
export const budgetTable = {
  /** Commands of an account in a day, its keys included. */
  'account-day': { standard: 2_000_000, least: 1 },
  /** Commands of an API key in a day. */
  'key-day': { standard: 500_000, least: 1 },
  /** Commands of all accounts in a day. */
  'deployment-day': { standard: 10_000_000, least: 1 },
  /** With fewer commands of an account in a day, nothing is a sudden rise. */
  'rise-least': { standard: 1_500_000, least: 1 },
  /** A day with more than this many times the account's busiest of the last 14 days is a sudden rise. */
  'rise-times': { standard: 10, least: 1 },
} as const;

export type CommandBudgets = Readonly<Record<keyof typeof budgetTable, number>>;

/** Where no budget is set, no pause counts. */
async function stillPaused({ db, platform }: CallContext, accountId: number) {
  if (platform.budgets.budgets === undefined) return undefined;
  const { pausedAt } = await readUse(db, accountId, platform.clock.now());
  return pausedAt === null ? undefined : 'Sending is still paused; lift the pause under Operations';
}

/** The fraction of a budget at which superadmins are warned. */
const WARNING = 0.8;
const PAUSED =
  'Sending is paused for this account: far more commands than usual. A superadmin can lift it. Nothing was sent.';

const OPERATIONS = 'superadmin/operations';
/** The audit records a pause under this path. */
const PAUSE_PATH = 'commandPause';

const countText = (value: number): string => value.toLocaleString('en-US');

function spanText(seconds: number): string {
  if (seconds <= 60) return `${seconds} seconds`;
  return seconds < 7_200 ? `${Math.ceil(seconds / 60)} minutes` : `${Math.ceil(seconds / 3_600)} hours`;
}

const owners = {
  account: 'This account',
  key: 'This API key',
  minute: 'This API key',
  deployment: 'All accounts together',
} as const;

function limitsOf({ actor }: CallContext, budgets: CommandBudgets | undefined): readonly CountedLimit[] {
  const { accountId, credentialId, via, bounds } = actor;
  const isKey = via === 'key';
  const minute = isKey ? bounds?.perMinute : undefined;
  return [
    ...(minute === undefined ? [] : [{ kind: 'minute', id: credentialId, most: minute } as const]),
    ...(budgets && isKey ? [{ kind: 'key', id: credentialId, most: budgets['key-day'] } as const] : []),
    ...(budgets ? [{ kind: 'account', id: accountId, most: budgets['account-day'] } as const] : []),
  ];
}

/** Throws if a call of `more` commands is beyond a limit; warns superadmins when a day's is four fifths used. */
function keepWithin(context: CallContext, { kind, most }: Limit, used: number, more: number): void {
  const { platform, actor } = context;
  const rule = `${owners[kind]} may send ${countText(most)} commands a ${kind === 'minute' ? 'minute' : 'day'}`;
  if (more > most)
    throw new BusinessError(
      `${rule}, and this call holds ${countText(more)}. Nothing was sent; send at most ${countText(most)} in one call.`,
    );
  if (used > most) {
    const now = platform.clock.now();
    const seconds = Math.ceil((lengthOf(kind) - (now.getTime() % lengthOf(kind))) / 1000);
    throw new SendingHeld(
      `${rule}. Nothing was sent; there is room again in ${spanText(seconds)}.`,
      { reason: 'budget', retryAfterSeconds: seconds },
      platform.budgets.isFirstRefusal(actor.accountId, kind, now),
    );
  }
  if (kind === 'minute' || used < most * WARNING || used - more >= most * WARNING) return;
  const budget = `${kind}-day`;
  platform.log.warn({ budget, accountId: actor.accountId, used }, 'a budget of commands is nearly used');
  const whose = kind === 'deployment' ? '' : ` (${actor.email})`;
  tellSuperadmins(context, {
    call: budget,
    subject: 'a budget of commands is nearly used',
    lines: [`${rule}${whose}; ${countText(used)} are used. Beyond it nothing more is sent.`],
    page: OPERATIONS,
  });
}

/** From the account's next call on: this one passes, so that the pause is committed with it (C11). */
async function pauseAtRise(
  context: CallContext,
  use: Use,
  { 'rise-least': least, 'rise-times': times }: CommandBudgets,
): Promise<void> {
  const { account: used, usual, liftedAt } = use;
  const { db, platform, actor } = context;
  const now = platform.clock.now();
  if (used < least || used <= usual * times) return;
  if (liftedAt !== null && liftedAt > isoAfter(now, -DAY)) return;
  const before = `the busiest of the ${USUAL_DAYS} days before had ${countText(usual)}.`;
  const why = `${countText(used)} commands today; ${before}`;
  const pause = { paused_at: isoTime(now), why, lifted_at: null };
  await db
    .insertInto('command_pauses')
    .values({ account_id: actor.accountId, ...pause })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(pause))
    .execute();
  const message = `Sending of ${actor.email} is paused: ${why}`;
  await recordCall(context, { call: PAUSE_PATH, body: { email: actor.email }, message });
  platform.log.warn({ accountId: actor.accountId, used, usual }, 'the sending of an account is paused');
  const advice = 'Ask what it sends. Lift the pause under Operations, or contain the account under User Management.';
  tellSuperadmins(context, {
    call: PAUSE_PATH,
    subject: `sending of ${actor.email} is paused`,
    lines: [message, advice],
    page: OPERATIONS,
  });
}

/** Commands that others may have under way, uncounted, while a budget is far from used. */
const UNDER_WAY = 50_000;

/**
 * True while no limit, warning or rise is within reach, whatever others send at the moment: then each connection counts
 * by itself, and nobody waits for another.
 */
function isFar(use: Use, more: number, limits: readonly CountedLimit[], budgets: CommandBudgets): boolean {
  const bounds = [
    ...limits.map(({ kind, most }) => ({ used: kind === 'minute' ? most : use[kind], most: most * WARNING })),
    { used: use.deployment, most: budgets['deployment-day'] * WARNING },
    { used: use.account, most: budgets['rise-least'] },
  ];
  return bounds.every(({ used, most }) => used + more + UNDER_WAY < most);
}

function refusePaused({ platform, actor }: CallContext, { pausedAt }: Use, now: Date): void {
  if (pausedAt === null) return;
  const isFirst = platform.budgets.isFirstRefusal(actor.accountId, 'pause', now);
  throw new SendingHeld(PAUSED, { reason: 'paused', retryAfterSeconds: 60 }, isFirst);
}

/** Before the transaction locks any device (K2, C10, C11). */
async function countCommands(context: CallContext, more: number): Promise<void> {
  const { db, platform, actor } = context;
  const now = platform.clock.now();
  const { budgets } = platform.budgets;
  const limits = limitsOf(context, budgets);
  if (limits.length === 0) return;
  const keyId = actor.via === 'key' ? actor.credentialId : 0;
  // SQLite has one writer, so nobody waits for a row; a limit by the minute is always near.
  if (budgets && dialectOf(db) === 'postgres' && limits.every(({ most }) => most * WARNING > UNDER_WAY)) {
    const use = await readUse(db, actor.accountId, now, keyId);
    if (isFar(use, more, limits, budgets)) {
      refusePaused(context, use, now);
      return countApart(db, limits, now, more);
    }
  }
  const inMinute = await countTogether(db, limits, now, more);
  const minute = limits.find(({ kind }) => kind === 'minute');
  if (minute) keepWithin(context, minute, inMinute, more);
  if (budgets === undefined) return;
  // Read after the account's count is locked, so that earlier pauses and counts are committed.
  const use = await readUse(db, actor.accountId, now, keyId);
  for (const limit of limits) if (limit.kind !== 'minute') keepWithin(context, limit, use[limit.kind], more);
  refusePaused(context, use, now);
  keepWithin(context, { kind: 'deployment', most: budgets['deployment-day'] }, use.deployment, more);
  await pauseAtRise(context, use, budgets);
}

async function accountsToWatch({ db, platform }: CallContext, budgets: CommandBudgets) {
  const today = db
    .selectFrom(allCounts(db).as('counts'))
    .select(({ fn }) => ['counts.id', fn.sum<number>('commands').as('commands')])
    .where('kind', '=', 'account')
    .where('begins_at', '=', beginOf(platform.clock.now(), DAY))
    .groupBy('counts.id');
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('command_pauses', (join) =>
      join.onRef('command_pauses.account_id', '=', 'accounts.id').on('lifted_at', 'is', null),
    )
    .leftJoin(today.as('today'), 'today.id', 'accounts.id')
    .select(['email', 'paused_at', 'why', 'commands'])
    .where('closed_at', 'is', null)
    .where((where) =>
      where.or([
        where('paused_at', 'is not', null),
        where('commands', '>=', Math.ceil(budgets['account-day'] * WARNING)),
      ]),
    )
    .orderBy('paused_at', (order) => order.asc().nullsLast())
    .execute();
  return rows.map(({ email, paused_at, why, commands }) => ({
    account: email,
    pausedAt: paused_at ?? '',
    why: why ?? '',
    inDay: commands,
  }));
}

const commandUse: Service<'commandUse'> = async (context) => {
  const { db, platform, actor } = context;
  const now = platform.clock.now();
  const { budgets } = platform.budgets;
  const isSuperadmin = actor.userlevel === 'SUPERADMIN';
  const others = await platform.approvalsFor(context);
  if (budgets === undefined)
    return { ...others, pausedAt: '', inDay: null, dayBudget: null, allInDay: null, allDayBudget: null, items: [] };
  const use = await readUse(db, actor.accountId, now);
  return {
    ...others,
    pausedAt: use.pausedAt ?? '',
    inDay: use.account,
    dayBudget: budgets['account-day'],
    allInDay: isSuperadmin ? use.deployment : null,
    allDayBudget: isSuperadmin ? budgets['deployment-day'] : null,
    items: isSuperadmin ? await accountsToWatch(context, budgets) : [],
  };
};

/** For a day, no rise pauses it again (C11). */
const liftCommandPause: Service<'liftCommandPause'> = async ({ db, platform }, { email }) => {
  const account = await findAccountByEmail(db, email.trim().toLowerCase());
  const lifted = await db
    .updateTable('command_pauses')
    .set({ lifted_at: isoTime(platform.clock.now()) })
    .where('account_id', '=', account?.id ?? 0)
    .where('lifted_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst();
  if (!account || !lifted) throw new BusinessError('Sending is not paused for this account. Please reload the page.');
  return { message: `${account.email} may send again` };
};

const variables = { COMMAND_BUDGETS: optional(numbersByName(budgetTable, { most: 1_000_000_000, unit: 'number' })) };
type BudgetVariables = VariablesOf<typeof variables>;

/** Limits the commands of an account, a key and all together, and pauses an account at a sudden rise (C10, C11). */
export const budgets = {
  name: 'budgets',
  schema,
  calls: {
    commandUse: { ...polledRead, run: commandUse },
    liftCommandPause: { ...change, run: liftCommandPause },
  },
  variables,
  hardened: { COMMAND_BUDGETS: 'account-day=2000000' },
  settings: ({ COMMAND_BUDGETS: budgets }: BudgetVariables) => ({ budgets }),
  platform: ({ settings }) => ({ budgets: createBudgetRules(settings.budgets) }),
  housekeeping: {
    'counts of commands': ({ db, clock, closing }) => tidyCounts(db, clock.now(), closing),
  },
  whenContained: { stillWithheld: stillPaused },
  beforeSend: { count: countCommands },
} as const satisfies ApiModule;
