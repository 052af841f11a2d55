import { v7 } from 'uuid';
import { updateAccount, type Account } from '../../core/store/accounts.ts';
import type { Database } from '../../core/store/store.ts';
import { cancelUnsent, idsAfter } from '../../core/commands/cancel-unsent.ts';
import { closePasswordResets } from '../../core/store/password-resets.ts';
import { isoTime } from '../../core/time/clock.ts';
import type { CallContext } from '../../core/calls/context.ts';
import { withdrawAccess } from '../../core/accounts/withdraw-access.ts';
import { whyNoPassword } from '../../core/accounts/account-passwords.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import type { Taken } from '../../core/accounts/containment.ts';
import { mailInvitation } from '../../core/accounts/invitation.ts';
import type { Letter } from '../../core/accounts/send-mail.ts';

/** What is taken from accounts: the names of the counts in the answer, with their labels. */
export const takenLabels = {
  sessions: 'sessions ended',
  keys: 'API keys revoked',
  factors: 'second factors removed',
  codes: 'recovery codes removed',
  signOns: 'links to the identity provider removed',
  logins: 'half-open logins ended',
  links: 'mailed links closed',
  cancelled: 'commands cancelled',
  batches: 'batches held',
  requests: 'requests refused',
  withdrawn: 'approvals withdrawn',
} as const satisfies Readonly<Record<keyof Taken, string>>;

export const takenNames = Object.keys(takenLabels) as (keyof Taken)[];

const nothingTaken = Object.fromEntries(takenNames.map((name) => [name, 0])) as Taken;

export interface Containment {
  /** Removes factors, links to an identity provider and approvals added since then; '' for all. */
  readonly since: string;
  readonly passwordHash: string;
}

export type Containable = Pick<Account, 'id' | 'email' | 'contained_at'>;

/** For whoever wants to continue a batch that a contained account held. */
const PLACE = 'held, because its account is contained';

const PIECE = 2_000;

async function cancelUnsentOf(db: Database, accountId: number, reason: string, at: string): Promise<number> {
  let cancelled = 0;
  for (let after: number | undefined = 0; after !== undefined;) {
    const ids = await idsAfter(db, { state: 'queued', unsent: true, accountId }, after, PIECE);
    cancelled += (await cancelUnsent(db, ids, reason, at)).size;
    after = ids.at(-1);
  }
  return cancelled;
}

/** The caller holds an account's open batches, in a run that sends nothing; returns how many. */
async function holdBatches({ db, actor }: CallContext, accountId: number): Promise<number> {
  const held = { holder_id: actor.accountId, run: v7(), place: PLACE };
  const batches = db.updateTable('batches').set(held).where('holder_id', '=', accountId).where('state', '=', 'open');
  return (await batches.returning('id').execute()).length;
}

/**
 * Contains one account: its credentials no longer work, nobody knows its password, and its waiting commands are not
 * sent (S32, S33). Must be in a transaction that holds the lock of `holdManagement`.
 */
export async function containOne(
  context: CallContext,
  account: Containable,
  { since, passwordHash }: Containment,
): Promise<Taken> {
  const { db, platform, actor } = context;
  const { id, email } = account;
  const at = isoTime(platform.clock.now());
  // First: waits for the account's running calls, so that what they write is taken away too.
  const access = await withdrawAccess(context, id, 'contained', at);
  const change = { status: 'INACTIVE', password_hash: passwordHash, invited_at: null } as const;
  await updateAccount(db, id, { ...change, contained_at: account.contained_at ?? at }, at);
  const links = await closePasswordResets(db, id, at);
  const ofModules: Partial<Taken>[] = [];
  for (const { take } of platform.whenContained) ofModules.push((await take?.(context, id, since)) ?? {});
  return {
    ...nothingTaken,
    ...access,
    links,
    ...Object.assign({}, ...ofModules),
    cancelled: await cancelUnsentOf(db, id, `Cancelled by ${actor.email}, who has contained ${email}`, at),
    batches: await holdBatches(context, id),
  };
}

const letInMail = (superadmin: string): Letter => ({
  call: 'updateUserStatus.php',
  subject: 'choose a new password',
  lines: [
    `Your Device Console account was closed to everybody, because it was in the wrong hands. ${superadmin} has ` +
      'opened it for you again. Its password and API keys are gone.',
    '',
    'Open this link within 72 hours and choose a new password, which you use nowhere else. It works once:',
  ],
  after: ['', `If you do not know why, speak with ${superadmin} before you open it.`],
});

const ENABLED = 'User is ACTIVE now';

/**
 * Lets the owner of a contained account in again: by a mailed link to choose a password, or by single sign-on if that
 * is the only way (S36). Earlier credentials and links do not work again.
 */
export async function letIn(context: CallContext, account: Account): Promise<string> {
  const { db, platform, actor } = context;
  if (actor.userlevel !== 'SUPERADMIN')
    throw new BusinessError('A superadmin has contained this account. Only a superadmin can let it in again.');
  const needsPassword = whyNoPassword(platform, account.role) === undefined;
  if (needsPassword && !platform.mailsPeople)
    throw new BusinessError(
      'This server sends no mails, so the owner cannot choose a password. Delete the account, and add the user again.',
    );
  const at = isoTime(platform.clock.now());
  await withdrawAccess(context, account.id, 'contained', at);
  await closePasswordResets(db, account.id, at);
  const change = { status: 'ACTIVE', contained_at: null, invited_at: needsPassword ? at : null } as const;
  await updateAccount(db, account.id, change, at);
  if (needsPassword) await mailInvitation(context, account, letInMail(actor.email));
  const withheld: (string | undefined)[] = [];
  for (const { stillWithheld } of platform.whenContained) withheld.push(await stillWithheld?.(context, account.id));
  return [
    ENABLED,
    ...(needsPassword ? [`A link to choose a password is on its way to ${account.email}`] : []),
    ...withheld.filter((text) => text !== undefined),
  ].join('. ');
}
