import { v7 } from 'uuid';
import { updateAccount, type Account } from '../../core/store/accounts.ts';
import { endRequest, refusalText, waitingAt } from '../approvals/ask-approval.ts';
import type { Database } from '../../core/store/store.ts';
import { cancelUnsent, idsAfter } from '../operations/command-decisions.ts';
import { closePasswordResets } from '../../core/store/password-resets.ts';
import { deleteFactors } from '../second-factors/factors.ts';
import { unlinkAccount } from '../single-sign-on/index.ts';
import { HOUR, isoAfter, isoTime } from '../../core/time/clock.ts';
import type { CallContext } from '../../core/calls/context.ts';
import { withdrawAccess } from '../../core/accounts/withdraw-access.ts';
import { whyNoPassword } from '../../core/accounts/account-passwords.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { pausedSince } from '../budgets/index.ts';
import { letInMail, mailInvitation } from '../people/index.ts';

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
} as const;

export type Taken = Readonly<Record<keyof typeof takenLabels, number>>;
export const takenNames = Object.keys(takenLabels) as (keyof Taken)[];

export interface Containment {
  /** Removes factors, links to an identity provider and approvals added since then; '' for all. */
  readonly since: string;
  readonly passwordHash: string;
}

export type Containable = Pick<Account, 'id' | 'email' | 'contained_at'>;

/** For whoever wants to continue a batch that a contained account held. */
const PLACE = 'held, because its account is contained';
const WHY = 'The account of who asked is contained';

/** Refuses the requests of an account that wait for approval. Retries of their calls get the refusal. */
async function refuseRequests({ db, actor }: CallContext, accountId: number, at: string): Promise<number> {
  const waiting = waitingAt(db, at).selectAll().where('account_id', '=', accountId);
  const requests = await waiting.orderBy('id').forUpdate().execute();
  const refused = { state: 'refused', why: WHY, decided_by: actor.accountId, decided_at: at } as const;
  const told = refusalText('refused', actor.email, WHY);
  for (const request of requests) await endRequest(db, request, refused, told);
  return requests.length;
}

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

/** Unfinished batches that an account approved wait again, until `expiresAt`; returns how many. */
async function withdrawApprovals(db: Database, decider: number, since: string, expiresAt: string): Promise<number> {
  const rows = await db
    .updateTable('approvals')
    .set({ state: 'waiting', why: '', expires_at: expiresAt })
    .where('decided_by', '=', decider)
    .where('decided_at', '>=', since)
    .where('state', '=', 'approved')
    .where('batch_id', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('batches')
            .select('batches.id')
            .whereRef('batches.batch_id', '=', 'approvals.batch_id')
            .where('batches.state', '=', 'complete'),
        ),
      ),
    )
    .returning('id')
    .execute();
  return rows.length;
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
  const now = platform.clock.now();
  const at = isoTime(now);
  // First: waits for the account's running calls, so that what they write is taken away too.
  const access = await withdrawAccess(context, id, 'contained', at);
  const change = { status: 'INACTIVE', password_hash: passwordHash, invited_at: null } as const;
  await updateAccount(db, id, { ...change, contained_at: account.contained_at ?? at }, at);
  return {
    ...access,
    links: await closePasswordResets(db, id, at),
    signOns: await unlinkAccount(db, id, since),
    ...(await deleteFactors(db, id, since)),
    requests: await refuseRequests(context, id, at),
    withdrawn: await withdrawApprovals(db, id, since, isoAfter(now, platform.approvals.hours * HOUR)),
    cancelled: await cancelUnsentOf(db, id, `Cancelled by ${actor.email}, who has contained ${email}`, at),
    batches: await holdBatches(context, id),
  };
}

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
  const pausedAt = await pausedSince(context, account.id);
  return [
    ENABLED,
    ...(needsPassword ? [`A link to choose a password is on its way to ${account.email}`] : []),
    ...(pausedAt !== null ? ['Sending is still paused; lift the pause under Operations'] : []),
  ].join('. ');
}
