import { calls } from '@device-console/shared-lib/contract';
import { sql } from 'kysely';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { newSecret } from '../../core/security/tokens.ts';
import { ALL_INTERFACES } from '../../core/store/commands.ts';
import { givenTexts } from '../../core/store/given-rows.ts';
import type { Database } from '../../core/store/store.ts';
import { DAY, isoAfter, isoTime } from '../../core/time/clock.ts';
import { type Containable, containOne, letIn, takenLabels, takenNames, type Containment } from './contain-one.ts';
import { changeOf, findPutBack } from './put-back.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { tellLater, tellSuperadmins } from '../../core/accounts/send-mail.ts';
import { otherAccount } from '../../core/accounts/users.ts';
import { type ReportedChange, type Taken, words } from '../../core/accounts/containment.ts';
import type { ApiModule } from '../../core/module.ts';
import { accountChange } from '../../core/calls/call.ts';

const NAMED_CHANGES = 50;

/** Accounts' successful calls since a time about no device. `imei` is a literal, as in its partial index. */
function actionsSince(db: Database, accountIds: readonly number[], since: string, paths: readonly string[]) {
  return db
    .selectFrom('audit_log')
    .where('account_id', 'in', accountIds)
    .where('at', '>=', since)
    .where('imei', '=', sql.lit(''))
    .where('outcome', '=', 'success')
    .where('call', 'in', paths);
}

async function namedOf(db: Database, accounts: readonly Containable[], since: string, path: string) {
  const emails = accounts.map(({ email }) => email);
  const ids = accounts.map(({ id }) => id);
  const first = actionsSince(db, ids, since, [path]).select(['at', 'action', 'detail']).orderBy('id');
  const named = [];
  const offered = new Set<string>();
  for (const { at, action, detail } of await first.limit(NAMED_CHANGES).execute()) {
    const change = changeOf(detail);
    const { owner = change.account, name = '', putBack } = await findPutBack(db, path, change, emails);
    const what = [words(action, name), change.message].filter((text) => text !== '').join(': ');
    // The first change of a user or key has the values from before all of them.
    const subject = change.account + change.keyId;
    named.push({ account: owner, what, at, putBack: offered.has(subject) ? undefined : putBack });
    if (putBack) offered.add(subject);
  }
  return named;
}

/** What accounts changed of people, keys, approvals and the queue: how many, and the first changes (S35). */
async function changesOf(
  { db, platform: { whenContained } }: CallContext,
  accounts: readonly Containable[],
  since: string,
  paths: readonly string[],
) {
  const ids = accounts.map(({ id }) => id);
  const changes: ReportedChange[] = [];
  const counted = await actionsSince(db, ids, since, paths)
    .select((select) => ['call', select.fn.countAll<number>().as('count')])
    .groupBy('call')
    .orderBy('call')
    .execute();
  for (const { call, count } of counted) changes.push({ call, count, named: await namedOf(db, accounts, since, call) });
  for (const { changesOf: more } of whenContained) changes.push(...((await more?.(db, ids, since)) ?? []));
  return changes;
}

const REASON_LENGTH = 3;
/** Most accounts that are contained along with one; another call continues. */
const MOST_MADE = 100;
const NAMED = 5;

const making = [calls.addUser, calls.inviteUser].map(({ path }) => path);

/** Calls by which an account changes its own access, that of others, or what others send. */
const telling = [
  ...making,
  ...[
    ...[calls.updateUser, calls.updateUserStatus, calls.updateLoginStatus, calls.changeRole, calls.closeAccount],
    ...[calls.resetFactors, calls.containAccount, calls.generateKey, calls.updateKeyStatus, calls.revokeKeys],
    ...[calls.changePassword, calls.confirmTotp, calls.confirmPasskey, calls.removeFactor, calls.renewRecoveryCodes],
    ...[calls.liftCommandPause, calls.operationsDecide, calls.operationsDispatch],
  ].map(({ path }) => path),
];

/** Accounts that an account created since a time, according to the audit. */
async function madeBy(db: Database, id: number, since: string): Promise<readonly Containable[]> {
  const made = await actionsSince(db, [id], since, making).select('detail').orderBy('id').execute();
  const emails = made.map(({ detail }) => changeOf(detail).account.trim().toLowerCase());
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'contained_at'])
    .where('email', 'in', givenTexts(db, [...new Set(emails)]))
    .where('created_at', '>=', since)
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
}

type Chain = Awaited<ReturnType<typeof containChain>>;

/**
 * Contains an account and, if requested, all accounts that it created, directly or through others: first the account
 * itself, each other after the one that created it.
 */
async function containChain(
  context: CallContext,
  first: Containable,
  { how, since, isWhole }: { readonly how: Containment; readonly since: string; readonly isWhole: boolean },
) {
  const contained: Containable[] = [];
  const left: Containable[] = [];
  const taken: Taken[] = [];
  const known = new Set([first.id, context.actor.accountId]);
  const waiting = [first];
  for (let account = waiting.shift(); account; account = waiting.shift()) {
    // An account that an intruder created has no other owner: everything is taken from it, whatever its age.
    taken.push(await containOne(context, account, account === first ? how : { ...how, since: '' }));
    contained.push(account);
    for (const made of await madeBy(context.db, account.id, since)) {
      if (known.has(made.id)) continue;
      known.add(made.id);
      if (isWhole && contained.length + waiting.length <= MOST_MADE) waiting.push(made);
      else left.push(made);
    }
  }
  return { contained, left, taken };
}

function sentence({ contained: [first, ...others] }: Chain, taken: Taken, sent: number, since: string) {
  const counts = takenNames.flatMap((name) => (taken[name] === 0 ? [] : [`${takenLabels[name]}: ${taken[name]}`]));
  const named = others.slice(0, NAMED).map(({ email }) => email);
  const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
  return [
    `${first?.email ?? ''} is contained.`,
    counts.length === 0 ? 'There was nothing left to take away.' : `${counts.join(', ')}.`,
    `Commands since ${since} that may have reached phones: ${sent}.`,
    ...(others.length === 0 ? [] : [`Contained with it: ${named.join(', ')}${more}.`]),
  ].join(' ');
}

const OWN =
  'You cannot contain your own account. Ask another superadmin to, or end your other sessions and change your ' +
  'password under My account.';

function sinceOf({ platform }: CallContext, since: string | undefined): string {
  const now = platform.clock.now();
  if (since === undefined) return isoAfter(now, -DAY);
  if (Date.parse(since) > now.getTime())
    throw new BusinessError('The time lies ahead. Name when the account was last in the hands of its owner.');
  return isoTime(new Date(Date.parse(since)));
}

function tell(context: CallContext, account: Containable, message: string, reason: string): void {
  const { actor } = context;
  const call = calls.containAccount.path;
  const told =
    `${actor.email} has taken all access from your account, because it seems to be in the wrong hands. Your ` +
    'password, sessions and API keys count no more. Speak with your admin, who can let you in again.';
  tellLater(context, { call, subject: 'your account was closed to everybody', lines: [told] }, account);
  const lines = [message, `Contained by ${actor.email}: ${reason}`];
  tellSuperadmins(context, { call, subject: `${account.email} is contained`, lines, page: 'superadmin/operatorAudit' });
}

/**
 * Takes everything from an account that is in the wrong hands, in one transaction, and reports what it had done (S32 to
 * S36). Only for superadmins, and never for their own account, so that one of them always remains.
 */
const containAccount: Service<'containAccount'> = async (context, body) => {
  const { db, platform } = context;
  const reason = body.reason.trim();
  if (reason.length < REASON_LENGTH) throw new BusinessError('Please give a reason. Nothing was done.');
  const since = sinceOf(context, body.since);
  const account = await otherAccount(context, body.email, OWN);
  const passwordHash = await platform.passwords.hash(newSecret());
  const how = { since: body.since === undefined ? '' : since, passwordHash };
  const chain = await containChain(context, account, { how, since, isWhole: body.made !== false });
  const ids = chain.contained.map(({ id }) => id);
  const sums = takenNames.map((name) => [name, chain.taken.reduce((sum, taken) => sum + taken[name], 0)]);
  const taken = Object.fromEntries(sums) as Taken;
  if (taken.cancelled > 0) await platform.commandsCancelled(db, taken.cancelled);
  const sent = await db
    .selectFrom('commands')
    .select((select) => ['action', select.fn.countAll<number>().as('count')])
    .where('account_id', 'in', ids)
    .where('interface', 'in', ALL_INTERFACES)
    .where('created_at', '>=', since)
    .where((where) => where.or([where('handed_at', 'is not', null), where('status', '=', 'acknowledged')]))
    .groupBy('action')
    .orderBy('action')
    .execute();
  const reached = sent.reduce((sum, { count }) => sum + count, 0);
  const message = sentence(chain, taken, reached, since);
  tell(context, account, message, reason);
  return {
    ...{ message, since, ...taken, sent },
    changes: await changesOf(context, chain.contained, since, telling),
    accounts: [
      ...chain.contained.slice(1).map(({ email }) => ({ email, contained: 'yes' })),
      ...chain.left.map(({ email }) => ({ email, contained: '' })),
    ],
  };
};

export const containment = {
  name: 'containment',
  platform: () => ({ letIn }),
  calls: { containAccount: { ...accountChange, run: containAccount } },
} as const satisfies ApiModule;
