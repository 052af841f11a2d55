import {
  APPROVALS_PERMISSION,
  calls,
  mayAccess,
  sentences,
  type SendCallName,
} from '@device-console/shared-lib/contract';
import * as v from 'valibot';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { NotAuthorised } from '../../core/errors/request-errors.ts';
import {
  type Approval,
  approvalSettings,
  approvalVariables,
  askApproval,
  endRequest,
  expireApprovals,
  expireAtRestore,
  isUsed,
  refusalText,
  stateNow,
  waitingAt,
} from './ask-approval.ts';
import { whenContained } from './contained.ts';
import { schema } from './schema.ts';
import type { ApiModule } from '../../core/module.ts';
import { inTransaction } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';
import { requireAccess, requireCredential } from '../../core/calls/access.ts';
import { actorOfKey } from '../../core/http/authenticate.ts';
import { recordCall } from '../../core/audit/audit.ts';
import { tellLater } from '../../core/accounts/send-mail.ts';
import { adminLockNotification } from '../../core/batches/batch-items.ts';
import { formattedDevice, lockNotification } from '../../core/commands/commands.ts';
import type { Actor, CallContext, Platform, Service } from '../../core/calls/context.ts';
import { findAccountById } from '../../core/store/accounts.ts';
import { usableKeys } from '../../core/store/api-keys.ts';
import { countRows, exists } from '../../core/store/count-rows.ts';
import type { AccessEnd, SessionEnd } from '../../core/store/schema.ts';
import { permissionsOf } from '../../core/store/permissions.ts';
import { polledRead, stepwiseChange } from '../../core/calls/call.ts';

const ROWS = 200;

const mayDecide = (actor: Actor): boolean => mayAccess(actor, { permission: APPROVALS_PERMISSION });

/** Those who may decide or have asked; if no command needs approval now, only while a visible request waits (C15). */
async function usesApprovals({ db, platform, actor }: CallContext): Promise<boolean> {
  const isOn = isUsed(platform.approvals.policy);
  if (isOn && mayDecide(actor)) return true;
  const requests = isOn ? db.selectFrom('approvals') : waitingAt(db, isoTime(platform.clock.now()));
  const visible = mayDecide(actor) ? requests : requests.where('account_id', '=', actor.accountId);
  return (await visible.select('id').limit(1).executeTakeFirst()) !== undefined;
}

const approvalsFor: Platform['approvalsFor'] = async (context) => {
  const { db, platform, actor } = context;
  const ofOthers = waitingAt(db, isoTime(platform.clock.now())).where('account_id', '<>', actor.accountId);
  return {
    waiting: mayDecide(actor) ? await countRows(ofOthers) : null,
    approvals: (await usesApprovals(context)) ? 'yes' : '',
  };
};

const listed: Service<'approvals'> = async ({ db, platform, actor }) => {
  const rows = await db
    .selectFrom('approvals')
    .innerJoin('accounts as askers', 'askers.id', 'approvals.account_id')
    // An approval that was withdrawn waits again.
    .leftJoin('accounts as deciders', (join) =>
      join.onRef('deciders.id', '=', 'approvals.decided_by').on('state', '<>', 'waiting'),
    )
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

async function askerOf({ db, platform }: CallContext, request: Approval): Promise<Actor> {
  const { account_id: accountId, via, credential_id: credentialId } = request;
  const account = await findAccountById(db, accountId);
  if (account?.status !== 'ACTIVE')
    throw new BusinessError('The account of who asked is disabled or deleted. Nothing was sent.');
  if (via === 'key') {
    const keys = usableKeys(db, isoTime(platform.clock.now()));
    const key = await keys.where('api_keys.id', '=', credentialId).executeTakeFirst();
    if (!key) throw new BusinessError('The API key that asked opens nothing any more. Nothing was sent.');
    return actorOfKey(key);
  }
  const permissions = (await permissionsOf(db, accountId)).map(({ name }) => name);
  const { email, role: userlevel } = account;
  // Identity was proved when asking.
  return { accountId, email, userlevel, permissions, via, opens: 'all', credentialId, hasFactor: false };
}

/** Locks the accounts of asker and decider first, so that neither can be contained meanwhile. */
async function holdRequest({ db, platform, actor }: CallContext, id: number) {
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
  const request = await db
    .selectFrom('approvals')
    .innerJoin('accounts', 'accounts.id', 'approvals.account_id')
    .selectAll('approvals')
    .select((select) => select.fn.coalesce('closed_email', 'email').as('email'))
    .where('approvals.id', '=', id)
    .forUpdate('approvals')
    .executeTakeFirst();
  if (!request) throw new BusinessError('There is no such request. Please reload the list.');
  if (request.account_id === actor.accountId)
    throw new BusinessError('You asked for this yourself. Somebody else has to decide.');
  const state = stateNow(request, isoTime(platform.clock.now()));
  if (state !== 'waiting') throw new BusinessError(`This request is ${state} already. Please reload the list.`);
  return request;
}

type HeldRequest = Awaited<ReturnType<typeof holdRequest>>;

const ACCESS_ENDED = 'The access of who asked was taken away after that. Nothing was sent; they can ask again.';

/** Ends of any session of an account that say that it was in the wrong hands, or may have been. */
const endsOfAccount: readonly AccessEnd[] = ['forced logout', 'disabled', 'closed', 'contained'];
/** Of the session that asked, also what its owner did. */
const endsOfSession: readonly SessionEnd[] = ['ended by its owner', 'new password', 'changed factors'];

/** Refuses what was asked before the asker's access was taken away, even if it was given back (C13). */
async function requireAccessSince({ db }: CallContext, request: HeldRequest): Promise<void> {
  const { account_id: accountId, credential_id: credentialId, via, created_at: at } = request;
  // A key that was revoked opens nothing, whoever holds it.
  if (via === 'key') return;
  const ended = db
    .selectFrom('sessions')
    .where('account_id', '=', accountId)
    .where('revoked_at', '>=', at)
    .where((where) =>
      where.or([
        where('ended_because', 'in', endsOfAccount),
        where.and([where('id', '=', credentialId), where('ended_because', 'in', endsOfSession)]),
      ]),
    );
  if (await exists(ended)) throw new BusinessError(ACCESS_ENDED);
}

/** Once, with the asker's current rights (C13). */
async function carryOut(context: CallContext, request: HeldRequest): Promise<string> {
  const { call, transaction_id: transactionId } = request;
  const asker = await askerOf(context, request);
  await requireAccessSince(context, request);
  if (call === '') return '';
  const body: unknown = JSON.parse(request.body);
  requireAccess(asker, calls[call].access, body);
  const answer = await again(call, { ...context, actor: asker, transactionId, approvedBy: context.actor.email }, body);
  return v.parse(v.object({ message: v.string() }), answer).message;
}

interface Outcome {
  readonly state: 'approved' | 'refused' | 'failed';
  readonly why: string;
  /** What the decider is told. */
  readonly message: string;
  /** What the asker's call answers from now on. */
  readonly answer: string;
}

/** Stores, audits and mails a decision. The audit has it under both names. */
async function write(context: CallContext, request: HeldRequest, { state, why, message, answer }: Outcome) {
  const { db, platform, actor } = context;
  const { id, account_id: accountId, email, via, call, action, imei, batch_id: batchId } = request;
  const decision = { state, why, decided_by: actor.accountId, decided_at: isoTime(platform.clock.now()) };
  await endRequest(db, request, decision, answer);
  const isApproved = state === 'approved';
  if (call !== '')
    await recordCall(context, {
      actor: { accountId, email, via },
      call: calls[call].path,
      body: JSON.parse(request.body),
      outcome: isApproved ? 'success' : 'error',
      message: isApproved ? sentences(answer, `Approved by ${actor.email}`) : answer,
      transactionId: request.transaction_id,
    });
  const path = calls.decideApproval.path;
  const lines = [isApproved ? `${actor.email} has approved this.` : answer];
  const subject = `your request (${action}) was ${state}`;
  tellLater(context, { call: path, subject, lines, page: 'approvals' }, { id: accountId, email });
  await recordCall(context, { call: path, body: { id, action, imei, batchId, reason: why }, message });
}

function decide(context: CallContext, id: number, outcome: (held: HeldRequest, tx: CallContext) => Promise<Outcome>) {
  return inTransaction(context.db, async (db) => {
    const within = { ...context, db };
    const request = await holdRequest(within, id);
    const decided = await outcome(request, within);
    await write(within, request, decided);
    return decided.message;
  });
}

/** Executes the command in the same transaction. If that is impossible, the request fails. */
async function approve(context: CallContext, id: number): Promise<string> {
  let isHeld = false;
  try {
    return await decide(context, id, async (request, within) => {
      isHeld = true;
      const message = request.batch_id === null ? 'Approved and sent' : 'Approved; the batch continues automatically';
      return { state: 'approved', why: '', message, answer: await carryOut(within, request) };
    });
  } catch (error) {
    // A request that could not be held may wait again by now: nothing is written of it.
    if (!isHeld || !(error instanceof BusinessError || error instanceof NotAuthorised)) throw error;
    const why = error instanceof NotAuthorised ? 'Who asked may not send this command any more.' : error.message;
    const answer = refusalText('failed', context.actor.email, why);
    await decide(context, id, async () => ({ state: 'failed', why, message: why, answer }));
    throw new BusinessError(why);
  }
}

/** The command is executed once, or never (C13, C14). */
const decideApproval: Service<'decideApproval'> = async (context, { id, decision, reason = '' }) => {
  if (decision === 'approve') return { message: await approve(context, Number(id)) };
  const why = reason.trim();
  const answer = refusalText('refused', context.actor.email, why);
  const message = 'Refused; nothing was sent';
  await decide(context, Number(id), async () => ({ state: 'refused', why, message, answer }));
  return { message };
};

/** Commands and batches that wait for a second person (C12 to C16). */
export const approvals = {
  name: 'approvals',
  schema,
  calls: {
    approvals: { ...polledRead, run: listed },
    decideApproval: { ...stepwiseChange, run: decideApproval },
  },
  variables: approvalVariables,
  settings: approvalSettings,
  platform: ({ settings: { approvals } }) => ({ approvals, approvalsFor }),
  housekeeping: { approvals: ({ db, clock }) => expireApprovals(db, clock) },
  epochBegun: expireAtRestore,
  whenContained,
  beforeSend: askApproval,
} as const satisfies ApiModule;
