import { recordCall } from '../../core/audit/audit.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { numbersByName } from '../../core/configuration/named-numbers.ts';
import { optional, type VariablesOf } from '../../core/configuration/variable-readers.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { SendingHeld } from '../../core/errors/request-errors.ts';
import type { ApiModule } from '../../core/module.ts';
import { findAccountByEmail } from '../../core/store/accounts.ts';
import type { Database } from '../../core/store/store.ts';
import { DAY, HOUR, isoAfter, isoTime, MINUTE } from '../../core/time/clock.ts';
import { tellSuperadmins } from '../../core/accounts/send-mail.ts';
import { countsInMemory } from '../../core/security/counts.ts';
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

export const beginOf = (now: Date, length: number): string => isoAfter(now, -(now.getTime() % length));

/** Days of an account's own history that a sudden rise is compared with. */
const USUAL_DAYS = 14;

const usualBegins = (now: Date): string => beginOf(new Date(now.getTime() - USUAL_DAYS * DAY), DAY);

export async function readUse(db: Database, accountId: number, now: Date) {
  const today = beginOf(now, DAY);
  const { paused_at, lifted_at, ...counts } = await db
    .selectFrom('accounts')
    .leftJoin('command_pauses', 'command_pauses.account_id', 'accounts.id')
    .select(['paused_at', 'lifted_at'])
    .select(({ selectFrom }) => {
      const ofAccounts = selectFrom('command_counts').where('kind', '=', 'account');
      const own = ofAccounts.where('command_counts.id', '=', accountId);
      return [
        ofAccounts
          .select(({ fn }) => fn.sum<number | null>('commands').as('commands'))
          .where('begins_at', '=', today)
          .as('deployment'),
        own.select('commands').where('begins_at', '=', today).as('account'),
        own
          .select(({ fn }) => fn.max<number | null>('commands').as('commands'))
          .where('begins_at', '>=', usualBegins(now))
          .where('begins_at', '<', today)
          .as('usual'),
      ];
    })
    .where('accounts.id', '=', accountId)
    .executeTakeFirstOrThrow();
  return {
    account: counts.account ?? 0,
    deployment: counts.deployment ?? 0,
    usual: counts.usual ?? 0,
    pausedAt: lifted_at === null ? paused_at : null,
    liftedAt: lifted_at,
  };
}

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

interface Limit {
  readonly kind: keyof typeof owners;
  readonly most: number;
}

interface CountedLimit extends Limit {
  readonly kind: Exclude<Limit['kind'], 'deployment'>;
  /** Of the account or key. */
  readonly id: number;
}

const lengthOf = (kind: Limit['kind']): number => (kind === 'minute' ? MINUTE : DAY);

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
  use: Awaited<ReturnType<typeof readUse>>,
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

/** Before the transaction locks any device: commands of one account wait for each other here (K2, C10, C11). */
async function countCommands(context: CallContext, more: number): Promise<void> {
  const { db, platform, actor } = context;
  const now = platform.clock.now();
  const { budgets } = platform.budgets;
  const limits = limitsOf(context, budgets);
  if (limits.length === 0) return;
  const counted = await db
    .insertInto('command_counts')
    .values(limits.map(({ kind, id }) => ({ kind, id, begins_at: beginOf(now, lengthOf(kind)), commands: more })))
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'id', 'begins_at'])
        .doUpdateSet((update) => ({ commands: update('command_counts.commands', '+', more) })),
    )
    .returning(['kind', 'commands'])
    .execute();
  for (const limit of limits)
    keepWithin(context, limit, counted.find(({ kind }) => kind === limit.kind)?.commands ?? 0, more);
  if (budgets === undefined) return;
  // Read after the account's count is locked, so that earlier pauses and counts are committed.
  const use = await readUse(db, actor.accountId, now);
  if (use.pausedAt !== null) {
    const isFirst = platform.budgets.isFirstRefusal(actor.accountId, 'pause', now);
    throw new SendingHeld(PAUSED, { reason: 'paused', retryAfterSeconds: 60 }, isFirst);
  }
  keepWithin(context, { kind: 'deployment', most: budgets['deployment-day'] }, use.deployment, more);
  await pauseAtRise(context, use, budgets);
}

async function accountsToWatch({ db, platform }: CallContext, budgets: CommandBudgets) {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('command_pauses', (join) =>
      join.onRef('command_pauses.account_id', '=', 'accounts.id').on('lifted_at', 'is', null),
    )
    .leftJoin('command_counts', (join) =>
      join
        .onRef('command_counts.id', '=', 'accounts.id')
        .on('kind', '=', 'account')
        .on('begins_at', '=', beginOf(platform.clock.now(), DAY)),
    )
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
    async 'counts of commands'({ db, clock }) {
      const now = clock.now();
      await db
        .deleteFrom('command_counts')
        .where((where) =>
          where.or([
            where('begins_at', '<', usualBegins(now)),
            where.and([where('kind', '=', 'minute'), where('begins_at', '<', beginOf(now, MINUTE))]),
          ]),
        )
        .execute();
    },
  },
  whenContained: { stillWithheld: stillPaused },
  beforeSend: { count: countCommands },
} as const satisfies ApiModule;
