import { APPROVALS_PERMISSION, calls, mayAccess, type SendCallName } from '@device-console/shared-lib/contract';
import * as v from 'valibot';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { NotAuthorised } from '../../core/errors/request-errors.ts';
import {
  type Approval,
  decideApproval as writeDecision,
  holdApproval,
  waitingAt,
  answerWaiting,
  endUnsent,
  isUsed,
  isWaitingCall,
  refusalText,
  stateNow,
} from './ask-approval.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';
import { requireAccess, requireCredential } from '../../core/calls/access.ts';
import { recordCall } from '../../core/audit/audit.ts';
import { tellLater } from '../people/notices.ts';
import { adminLockNotification, formattedDevice, lockNotification } from '../../core/commands/commands.ts';
import type { Actor, CallContext, Service } from '../../core/calls/context.ts';
import { findAccountById } from '../../core/store/accounts.ts';
import { permissionNamesOf } from '../../core/store/permissions.ts';

const ROWS = 200;

export const mayDecide = (actor: Actor): boolean => mayAccess(actor, { permission: APPROVALS_PERMISSION });

/** True if the account, or anyone for null, has a request of these. */
async function isOneOf(requests: ReturnType<typeof waitingAt>, accountId: number | null): Promise<boolean> {
  const own = accountId === null ? requests : requests.where('account_id', '=', accountId);
  return (await own.select('id').limit(1).executeTakeFirst()) !== undefined;
}

/**
 * True if the caller should see the Approvals screen: they may decide, or have made a request. If no command needs
 * approval now, only while a request that they may see is waiting (C15).
 */
export async function usesApprovals({ db, platform, actor }: CallContext): Promise<boolean> {
  if (!isUsed(platform.approvals.policy))
    return isOneOf(waitingAt(db, isoTime(platform.clock.now())), mayDecide(actor) ? null : actor.accountId);
  return mayDecide(actor) || isOneOf(db.selectFrom('approvals'), actor.accountId);
}

/** Lists the caller's own requests, and everyone's for callers who may decide (C15). */
export const approvals: Service<'approvals'> = async ({ db, platform, actor }) => {
  const rows = await db
    .selectFrom('approvals')
    .innerJoin('accounts as askers', 'askers.id', 'approvals.account_id')
    .leftJoin('accounts as deciders', 'deciders.id', 'approvals.decided_by')
    .selectAll('approvals')
    .select((select) => [
      select.fn.coalesce('askers.closed_email', 'askers.email').as('asker'),
      select.fn.coalesce('deciders.closed_email', 'deciders.email').as('decider'),
    ])
    .$if(!mayDecide(actor), (query) => query.where('approvals.account_id', '=', actor.accountId))
    .orderBy('approvals.id', 'desc')
    .limit(ROWS)
    .execute();
  const now = isoTime(platform.clock.now());
  return {
    status: 'success',
    message: '',
    off: isUsed(platform.approvals.policy) ? '' : 'yes',
    items: rows.map((row) => ({
      id: row.id,
      asker: row.asker,
      own: row.account_id === actor.accountId ? 'yes' : '',
      via: row.via,
      action: row.action,
      imei: row.imei,
      batchId: row.batch_id ?? '',
      devices: row.devices,
      state: stateNow(row, now),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      decider: row.decider ?? '',
      decidedAt: row.decided_at ?? '',
      why: row.why,
    })),
  };
};

const carried: { readonly [Name in SendCallName]: Service<Name> } = {
  lockNotification,
  adminLockNotification,
  formattedDevice,
};

function again<Name extends SendCallName>(name: Name, context: CallContext, kept: unknown): Promise<unknown> {
  return carried[name](context, v.parse<(typeof calls)[Name]['body']>(calls[name].body, kept));
}

/** Audits what became of a waiting command, under the asker's name. */
async function recordOutcome(
  context: CallContext,
  { call, body, transaction_id: transactionId }: Approval,
  actor: Pick<Actor, 'accountId' | 'email' | 'via'>,
  outcome: 'success' | 'error',
  message: string,
): Promise<void> {
  if (!isWaitingCall(call)) return;
  const kept: unknown = JSON.parse(body);
  await recordCall(context, { actor, call: calls[call].path, body: kept, outcome, message, transactionId });
}

/** Returns the asker with their current rights (C13). Throws BusinessError if the account or API key is inactive. */
async function askerOf(
  { db, platform }: CallContext,
  { account_id: accountId, via, credential_id: credentialId }: Approval,
): Promise<Actor> {
  const account = await findAccountById(db, accountId);
  if (account?.status !== 'ACTIVE')
    throw new BusinessError('The account of who asked is disabled or deleted. Nothing was sent.');
  const common = {
    accountId,
    email: account.email,
    userlevel: account.role,
    permissions: await permissionNamesOf(db, accountId),
    credentialId,
    // Identity was proved when asking.
    hasFactor: false,
  };
  if (via === 'session') return { ...common, via, opens: 'all' };
  const now = isoTime(platform.clock.now());
  const key = await db
    .selectFrom('api_keys')
    .select(['opens', 'commands', 'per_minute'])
    .where('id', '=', credentialId)
    .where('status', '=', 'active')
    .where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .executeTakeFirst();
  if (!key) throw new BusinessError('The API key that asked opens nothing any more. Nothing was sent.');
  const bounds = { commands: key.commands?.split(','), perMinute: key.per_minute ?? undefined };
  return { ...common, via, opens: key.opens, bounds };
}

/** Executes an approved command once, with the asker's current rights (C13). */
async function carryOut(context: CallContext, request: Approval): Promise<void> {
  if (!isWaitingCall(request.call)) return;
  const asker = await askerOf(context, request);
  const body: unknown = JSON.parse(request.body);
  const { call, transaction_id: transactionId } = request;
  requireAccess(asker, calls[call].access, body);
  const approvedBy = context.actor.email;
  const answer = await again(call, { ...context, actor: asker, transactionId, approvedBy }, body);
  const { message } = v.parse(v.object({ message: v.string() }), answer);
  await answerWaiting(context.db, request, { status: 'success', message });
  await recordOutcome(context, request, asker, 'success', `${message} Approved by ${approvedBy}.`);
}

/**
 * Locks and returns the request to decide on. The accounts of asker and decider are locked first, so that neither can
 * be contained meanwhile. Throws if the caller may not decide, or the request is no longer waiting.
 */
async function heldRequest({ db, platform, actor }: CallContext, id: number): Promise<Approval> {
  const asker = db.selectFrom('approvals').select('account_id').where('id', '=', id);
  await db
    .selectFrom('accounts')
    .select('id')
    .where((where) => where.or([where('id', '=', actor.accountId), where('id', '=', asker)]))
    // As their own calls do.
    .orderBy('id')
    .forKeyShare()
    .execute();
  await requireCredential(db, actor);
  const request = await holdApproval(db, id);
  if (!request) throw new BusinessError('There is no such request. Please reload the list.');
  if (request.account_id === actor.accountId)
    throw new BusinessError('You asked for this yourself. Somebody else has to decide.');
  const state = stateNow(request, isoTime(platform.clock.now()));
  if (state !== 'waiting') throw new BusinessError(`This request is ${state} already. Please reload the list.`);
  return request;
}

interface Decision {
  readonly state: 'approved' | 'refused' | 'failed';
  readonly why: string;
  readonly message: string;
}

/** Stores and audits a decision. Unless it is an approval, a retry of the call gets the refusal. */
async function write(context: CallContext, request: Approval, { state, why, message }: Decision): Promise<void> {
  const { db, platform, actor } = context;
  const at = isoTime(platform.clock.now());
  const decision = { state, why, by: actor.accountId, at };
  const asker = { accountId: request.account_id, email: await emailOf(db, request.account_id), via: request.via };
  const said = state === 'approved' ? `${actor.email} has approved this.` : refusalText(state, actor.email, why);
  if (state === 'approved') {
    await writeDecision(db, request.id, decision);
  } else {
    await endUnsent(db, request, decision, actor.email);
    await recordOutcome(context, request, asker, 'error', said);
  }
  const call = calls.decideApproval.path;
  const subject = `your request (${request.action}) was ${state}`;
  const owner = { id: request.account_id, email: asker.email };
  tellLater(context, { call, subject, lines: [said], page: 'approvals' }, owner);
  const body = { id: request.id, action: request.action, imei: request.imei, batchId: request.batch_id, reason: why };
  await recordCall(context, { call, body, message });
}

async function emailOf(db: Database, accountId: number): Promise<string> {
  const { email } = await db
    .selectFrom('accounts')
    .select((select) => select.fn.coalesce('closed_email', 'email').as('email'))
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return email;
}

/** Runs `work` with a request that is held, in one transaction. */
function withHeld<Result>(
  context: CallContext,
  id: number,
  work: (within: CallContext, request: Approval) => Promise<Result>,
): Promise<Result> {
  return inTransaction(context.db, async (tx) => {
    const within = { ...context, db: tx };
    return work(within, await heldRequest(within, id));
  });
}

/** Approves a request and executes its command in the same transaction. If that is impossible, the request fails. */
async function approve(context: CallContext, id: number): Promise<string> {
  let isApproved = false;
  try {
    return await withHeld(context, id, async (within, request) => {
      const message = request.batch_id === null ? 'Approved and sent' : 'Approved; the batch goes on by itself';
      await write(within, request, { state: 'approved', why: '', message });
      isApproved = true;
      await carryOut(within, request);
      return message;
    });
  } catch (error) {
    if (!isApproved || !(error instanceof BusinessError || error instanceof NotAuthorised)) throw error;
    const why = error instanceof NotAuthorised ? 'Who asked may not send this command any more.' : error.message;
    await withHeld(context, id, (within, request) => write(within, request, { state: 'failed', why, message: why }));
    throw new BusinessError(why);
  }
}

/** Decides on somebody else's request: its command is executed once, or never (C13, C14). */
export const decideApproval: Service<'decideApproval'> = async (context, { id, decision, reason = '' }) => {
  const number = Number(id);
  if (decision === 'approve') return { status: 'success', message: await approve(context, number) };
  const refusal = { state: 'refused', why: reason.trim(), message: 'Refused; nothing was sent' } as const;
  await withHeld(context, number, (within, request) => write(within, request, refusal));
  return { status: 'success', message: refusal.message };
};
