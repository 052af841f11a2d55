import * as v from 'valibot';
import { v7 } from 'uuid';
import { updateAccount, type Account, findAccountByEmail } from '../../core/store/accounts.ts';
import { endRequest, refusalText, waitingAt } from '../approvals/ask-approval.ts';
import type { Database } from '../../core/store/store.ts';
import { cancelUnsent, idsAfter } from '../operations/command-decisions.ts';
import { closePasswordResets } from '../../core/store/password-resets.ts';
import { deleteFactors } from '../second-factors/factor-rows.ts';
import { unlinkAccount } from '../single-sign-on/sign-on-parts.ts';
import { HOUR, isoAfter, isoTime } from '../../core/time/clock.ts';
import type { CallContext } from '../../core/calls/context.ts';
import { withdrawAccess } from '../../core/accounts/withdraw-access.ts';
import { calls, roles, type PutBack } from '@device-console/shared-lib/contract';
import { findApiKey } from '../../core/store/api-keys.ts';
import { readControl } from '../../core/store/dispatch.ts';
import { listPermissions, permissionIdsOf } from '../../core/store/permissions.ts';

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

/** What was taken from one account, and the requests whose approval by this account was withdrawn. */
export interface Contained extends Taken {
  readonly reopened: readonly number[];
}

export interface Containment {
  /** Removes factors, links to an identity provider and approvals added since then; '' for all. */
  readonly since: string;
  readonly passwordHash: string;
}

type Containable = Pick<Account, 'id' | 'email' | 'contained_at'>;

/** What anyone is told who wants to continue a batch that a contained account held. */
const PLACE = 'held, because its account is contained';
const WHY = 'The account of who asked is contained';

/** Refuses the requests of an account that wait for approval. Retries of their calls get the refusal. */
async function refuseRequests({ db, actor }: CallContext, accountId: number, at: string): Promise<number> {
  const requests = await waitingAt(db, at)
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const refused = { state: 'refused', why: WHY, by: actor.accountId, at } as const;
  const told = refusalText('refused', actor.email, WHY);
  for (const request of requests) await endRequest(db, request, refused, told);
  return requests.length;
}

const PIECE = 2_000;

/** Cancels an account's commands that certainly were not sent; returns how many. */
async function cancelUnsentOf(db: Database, accountId: number, reason: string, at: string): Promise<number> {
  let cancelled = 0;
  for (let after: number | undefined = 0; after !== undefined;) {
    const ids = await idsAfter(db, { state: 'queued', unsent: true, accountId }, after, PIECE);
    cancelled += (await cancelUnsent(db, ids, reason, at)).size;
    after = ids.at(-1);
  }
  return cancelled;
}

/** Withdraws an account's approvals for unfinished batches; the requests wait again until `expiresAt`. Returns ids. */
async function withdrawApprovals(db: Database, decider: number, since: string, expiresAt: string) {
  const rows = await db
    .updateTable('approvals')
    .set({ state: 'waiting', why: '', decided_by: null, decided_at: null, expires_at: expiresAt })
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
  return rows.map(({ id }) => id);
}

/** Cancels an account's unsent commands, holds its batches and withdraws its approvals of others' batches. */
async function stopWork({ db, platform, actor }: CallContext, { id, email }: Containable, since: string) {
  const now = platform.clock.now();
  const at = isoTime(now);
  const reason = `Cancelled by ${actor.email}, who has contained ${email}`;
  const reopened = await withdrawApprovals(db, id, since, isoAfter(now, platform.approvals.hours * HOUR));
  const cancelled = await cancelUnsentOf(db, id, reason, at);
  // Another holder's run, which sends nothing.
  const held = await db
    .updateTable('batches')
    .set({ holder_id: actor.accountId, run: v7(), place: PLACE })
    .where('holder_id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .execute();
  return {
    reopened,
    withdrawn: reopened.length,
    cancelled,
    batches: held.length,
  };
}

/**
 * Contains one account: its credentials no longer work, nobody knows its password, and its waiting commands are not
 * sent (S32, S33). Must be in a transaction that holds the lock of `holdManagement`.
 */
export async function containOne(
  context: CallContext,
  account: Containable,
  { since, passwordHash }: Containment,
): Promise<Contained> {
  const { db, platform } = context;
  const { id } = account;
  const at = isoTime(platform.clock.now());
  // First: waits for the account's running calls, so that what they write is taken away too.
  const { logins, sessions, keys } = await withdrawAccess(context, id, 'contained', at);
  const change = { status: 'INACTIVE', password_hash: passwordHash, invited_at: null } as const;
  await updateAccount(db, id, { ...change, contained_at: account.contained_at ?? at }, at);
  const links = await closePasswordResets(db, id, at);
  const signOns = await unlinkAccount(db, id, since);
  const { factors, codes } = await deleteFactors(db, id, since);
  const requests = await refuseRequests(context, id, at);
  const work = await stopWork(context, account, since);
  return { sessions, keys, factors, codes, signOns, logins, links, requests, ...work };
}

/** What reverts a change; for an API key also its `owner` and `name`. */
interface Found {
  readonly owner?: string;
  readonly name?: string;
  readonly putBack?: PutBack | undefined;
}

/** Finds what reverts a change in the audit: nothing if it is already reverted, or an earlier change has the same. */
export type PutBackFinder = (path: string, detail: unknown) => Promise<Found>;

const ofAccount = { account: v.string() };
const userStatus = v.object({ ...ofAccount, before: v.object({ status: v.picklist(['ACTIVE', 'INACTIVE']) }) });
const role = v.object({ ...ofAccount, before: v.object({ role: v.picklist(roles) }) });
const permissions = v.object({ ...ofAccount, before: v.object({ permissions: v.array(v.number()) }) });
const keyStatus = v.object({ keyId: v.string(), before: v.object({ status: v.picklist(['active', 'inactive']) }) });
const dispatch = v.object({ before: v.object({ dispatch: v.picklist(['running', 'paused']) }) });

type Reader = (db: Database, detail: unknown, contained: ReadonlySet<string>) => Promise<Found>;

/** Reads a change of an account. Finds nothing if the account is missing or contained. */
function ofUser<Change extends v.GenericSchema<unknown, { readonly account: string }>>(
  schema: Change,
  putBackOf: (db: Database, account: Account, change: v.InferOutput<Change>) => Promise<PutBack | undefined>,
): Reader {
  return async (db, detail) => {
    const { success, output: change } = v.safeParse(schema, detail);
    const account = success ? await findAccountByEmail(db, change.account.trim().toLowerCase()) : undefined;
    if (!success || !account || account.contained_at !== null) return {};
    return { putBack: await putBackOf(db, account, change) };
  };
}

const readers: Readonly<Record<string, Reader>> = {
  [calls.updateUserStatus.path]: ofUser(userStatus, async (_db, { email, status }, { before }) =>
    status === before.status ? undefined : { call: 'updateUserStatus', email, status: before.status },
  ),
  [calls.changeRole.path]: ofUser(role, async (_db, account, { before }) =>
    account.role === before.role ? undefined : { call: 'changeRole', email: account.email, role: before.role },
  ),
  [calls.updateUser.path]: ofUser(permissions, async (db, { id, email, phone }, { before }) => {
    const now = await permissionIdsOf(db, id);
    if (now.join() === before.permissions.join()) return undefined;
    const given = (await listPermissions(db)).filter((row) => before.permissions.includes(row.id));
    const names = given.map(({ name }) => name).join(', ');
    return { call: 'updateUser', ...{ id: String(id), email, phone, names, permissions: before.permissions } };
  }),
  [calls.updateKeyStatus.path]: async (db, detail) => {
    const { success, output } = v.safeParse(keyStatus, detail);
    const key = success ? await findApiKey(db, Number(output.keyId)) : undefined;
    if (!success || !key) return {};
    const { email: owner, name, status, revoked_at: revokedAt } = key;
    if (revokedAt !== null || status === output.before.status) return { owner, name };
    return {
      ...{ owner, name },
      putBack: { call: 'updateKeyStatus', keyId: output.keyId, name, status: output.before.status },
    };
  },
  [calls.operationsDispatch.path]: async (db, detail, contained) => {
    const { success, output } = v.safeParse(dispatch, detail);
    const { state, by } = (await readControl(db)).dispatch;
    if (!success || state === output.before.dispatch || !contained.has(by)) return {};
    return { putBack: { call: 'operationsDispatch', dispatch: output.before.dispatch } };
  },
};

function subjectOf(putBack: PutBack): string {
  if (putBack.call === 'operationsDispatch') return '';
  return putBack.call === 'updateKeyStatus' ? putBack.keyId : putBack.email;
}

/** Makes a finder for the changes of contained accounts; pass it the changes in order. */
export function putBackFinder(db: Database, contained: readonly Pick<Account, 'email'>[]): PutBackFinder {
  const emails = new Set(contained.map(({ email }) => email));
  const told = new Set<string>();
  return async (path, detail) => {
    const found = (await readers[path]?.(db, detail, emails)) ?? {};
    if (!found.putBack) return found;
    const subject = `${path} ${subjectOf(found.putBack)}`;
    if (told.has(subject)) return { ...found, putBack: undefined };
    told.add(subject);
    return found;
  };
}
