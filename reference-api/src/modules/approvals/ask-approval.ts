import type { Insertable, Selectable } from 'kysely';
import type { ApprovalState, Schema } from '../../core/store/schema.ts';
import { type Database, inTransaction } from '../../core/store/store.ts';
import {
  calls,
  type Command,
  commandList,
  type SendCallName,
  WAITS_FOR_APPROVAL,
} from '@device-console/shared-lib/contract';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { SendingHeld } from '../../core/errors/request-errors.ts';
import type { Batch } from '../../core/store/batches.ts';
import { ALL_DEVICES } from '../../core/store/commands.ts';
import { storeAnswer } from '../../core/store/outcomes.ts';
import { findIntent, findIntentList } from '../../core/store/uploads.ts';
import { type Clock, HOUR, isoAfter, isoTime } from '../../core/time/clock.ts';
import type { BeforeSend, ItemsLeave, NotYet, RegisteredList } from '../../core/commands/before-send.ts';
import type { CallContext } from '../../core/calls/context.ts';
import { hashBody } from '../../core/calls/exactly-once.ts';
import type { Sending } from '../../core/commands/item.ts';
import type { Order } from '../../core/commands/orders.ts';
import { namedNumbers } from '../../core/configuration/named-numbers.ts';
import { numeric } from '../../core/configuration/variable-readers.ts';

export type Approval = Selectable<Schema['approvals']>;

/** Selects requests that wait, and have not expired. */
export const waitingAt = (db: Database, now: string) =>
  db.selectFrom('approvals').where('state', '=', 'waiting').where('expires_at', '>', now);

/** Reads a request and locks it until the transaction ends. */
export function holdApproval(db: Database, id: number): Promise<Approval | undefined> {
  return db.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function decideApproval(
  db: Database,
  id: number,
  decision: { readonly state: ApprovalState; readonly why: string; readonly by: number | null; readonly at: string },
): Promise<void> {
  const { state, why, by, at } = decision;
  await db.updateTable('approvals').set({ state, why, decided_by: by, decided_at: at }).where('id', '=', id).execute();
}

const LOOK_AGAIN = 30;

/** The answer for a waiting command: an error, so that clients that do not know `reason` see that nothing was sent. */
const WAITING = {
  status: 'error',
  reason: WAITS_FOR_APPROVAL,
  message: 'This command waits for the approval of a second person. Nothing has been sent yet.',
} as const;

const waitingCalls: readonly SendCallName[] = ['lockNotification', 'adminLockNotification', 'formattedDevice'];

/** False for a batch's request, whose call is ''. */
export const isWaitingCall = (name: string): name is SendCallName => waitingCalls.some((call) => call === name);

function common({ platform, actor, transactionId }: CallContext) {
  const now = platform.clock.now();
  return {
    account_id: actor.accountId,
    via: actor.via,
    credential_id: actor.credentialId,
    transaction_id: transactionId,
    created_at: isoTime(now),
    expires_at: isoAfter(now, platform.approvals.hours * HOUR),
  };
}

function mustWait({ platform, approvedBy }: CallContext, { command }: Order, imei: string): boolean {
  const devices = imei === ALL_DEVICES ? ALL_DEVICES : 1;
  return approvedBy === undefined && needsApproval(platform.approvals.policy, command, devices);
}

/** Stores a waiting request, unless the batch already has one. */
async function insertWaiting(db: Database, request: Omit<Insertable<Schema['approvals']>, 'state' | 'why'>) {
  await db
    .insertInto('approvals')
    .values({ ...request, state: 'waiting', why: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Finds the request for a batch, with its decider's e-mail; it cannot be decided until the transaction ends. */
function findBatchApproval(db: Database, accountId: number, batchId: string) {
  return db
    .selectFrom('approvals')
    .leftJoin('accounts', 'accounts.id', 'approvals.decided_by')
    .selectAll('approvals')
    .select((select) => select.fn.coalesce('accounts.closed_email', 'accounts.email').as('decider'))
    .where('approvals.account_id', '=', accountId)
    .where('approvals.batch_id', '=', batchId)
    .forShare('approvals')
    .executeTakeFirst();
}

/** Stores a command until a second person decides. Sending the same command again adds no second request (C12). */
async function askForSingle(
  context: CallContext,
  { variant }: Order,
  call: SendCallName,
  body: { readonly imei: string },
): Promise<NotYet> {
  const request = {
    ...common(context),
    ...{ call, body: JSON.stringify(body), body_hash: hashBody(body), action: variant.action },
    ...{ imei: body.imei, batch_id: null, devices: 1 },
  };
  const waiting = await waitingAt(context.db, request.created_at)
    .select('id')
    .where('account_id', '=', request.account_id)
    .where('call', '=', call)
    .where('body_hash', '=', request.body_hash)
    .executeTakeFirst();
  if (!waiting) await insertWaiting(context.db, request);
  return WAITING;
}

/**
 * Requests approval of a batch's list if it needs one (C14). Throws BusinessError if the batch's request is for another
 * list or action: an approval covers exactly one list.
 */
async function askForList(context: CallContext, { command, variant }: Order, asked: RegisteredList): Promise<void> {
  const { db, platform } = context;
  const { accountId, batchId, list, devices } = asked;
  if (!needsApproval(platform.approvals.policy, command, devices)) return;
  const before = await findBatchApproval(db, accountId, batchId);
  const hash = hashBody(list);
  if (before && (before.body_hash !== hash || before.action !== variant.action))
    throw new BusinessError(
      'The list of this batch was put before a second person and cannot be another. Begin a new batch.',
    );
  if (before) return;
  await insertWaiting(db, {
    ...common(context),
    ...{ account_id: accountId, call: '', body: '', body_hash: hash, action: variant.action, imei: '' },
    ...{ batch_id: batchId, devices },
  });
}

/** Does {@link askForList} for a known batch, whose list may have been registered before it needed approval. */
async function askForBatch(context: CallContext, order: Order, batch: Batch): Promise<void> {
  if (!needsApproval(context.platform.approvals.policy, order.command, batch.devices)) return;
  const { account_id: accountId, batch_id: batchId, devices } = batch;
  const list = await findIntentList(context.db, accountId, batchId);
  if (list) await askForList(context, order, { accountId, batchId, list, devices });
}

/** Returns the state of a request; one that nobody decided in time has expired, even if that is not stored yet. */
export function stateNow({ state, expires_at }: Pick<Approval, 'state' | 'expires_at'>, now: string) {
  return state === 'waiting' && expires_at <= now ? 'expired' : state;
}

export function refusalText(state: Approval['state'], decider: string, why: string): string {
  if (state === 'expired' && why !== '') return why;
  if (state === 'expired') return 'Nobody approved this in time. Nothing was sent; ask again.';
  return `${decider} has not approved this${why === '' ? '' : `: ${why}`}. Nothing was sent.`;
}

/** Stores the result of a waiting command, so that a retry of its call gets it. */
export async function answerWaiting(
  db: Database,
  { call, account_id: accountId, transaction_id: transactionId }: Approval,
  answer: { readonly status: 'success' | 'error'; readonly message: string },
): Promise<void> {
  if (!isWaitingCall(call)) return;
  const { method, path } = calls[call];
  await storeAnswer(db, { accountId, method, path, transactionId }, JSON.stringify(answer));
}

/** Ends a request without sending anything. A retry of its call gets the refusal. */
export async function endUnsent(
  db: Database,
  request: Approval,
  decision: Parameters<typeof decideApproval>[2],
  decider = '',
): Promise<void> {
  await decideApproval(db, request.id, decision);
  const message = refusalText(decision.state, decider, decision.why);
  await answerWaiting(db, request, { status: 'error', message });
}

/** Counts the devices of a list that no run has claimed; without a batch id, of the account's last such list, or 1. */
async function registeredDevices({ db, actor }: CallContext, { batchId, action }: Sending): Promise<number> {
  const { accountId } = actor;
  if (batchId !== undefined) return (await findIntent(db, accountId, batchId))?.devices ?? 1;
  // Existing clients register their lists without a batch id.
  const last = await db
    .selectFrom('intents')
    .select('devices')
    .where('account_id', '=', accountId)
    .where('batch_id', 'is', null)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.devices ?? 1;
}

/**
 * Decides whether items may be sent if their batch needs approval (C14). Refuses items of an unknown batch: nobody can
 * have approved their list. Throws SendingHeld while the request is waiting.
 */
async function approvalOfItems(context: CallContext, sending: Sending, batch: Batch | undefined): Promise<ItemsLeave> {
  const { db, platform } = context;
  const { policy } = platform.approvals;
  if (!isUsed(policy)) return {};
  const devices = batch?.devices ?? (await registeredDevices(context, sending));
  if (!needsApproval(policy, sending.order.command, devices)) return {};
  if (!batch)
    return { refusal: 'This needs the approval of a second person. Send it as a batch of the console, or alone.' };
  const approval = await findBatchApproval(db, batch.account_id, batch.batch_id);
  const state = approval ? stateNow(approval, isoTime(platform.clock.now())) : 'waiting';
  if (state === 'waiting')
    throw new SendingHeld(
      'This batch waits for the approval of a second person. Nothing was sent; it goes on by itself.',
      { reason: WAITS_FOR_APPROVAL, retryAfterSeconds: LOOK_AGAIN },
      false,
    );
  const decider = approval?.decider ?? '';
  return state === 'approved' ? { approvedBy: decider } : { refusal: refusalText(state, decider, approval?.why ?? '') };
}

export const askApproval: BeforeSend = {
  list: askForList,
  claim: askForBatch,
  newItems: approvalOfItems,
  single: (context, order, call, body) =>
    mustWait(context, order, body.imei) ? () => askForSingle(context, order, call, body) : undefined,
};

/** From how many devices a command needs approval, by command id; `any` applies to every command. */
type ApprovalPolicy = Readonly<Record<string, number>>;

declare module '../../core/calls/context.ts' {
  interface Platform {
    readonly approvals: { readonly policy: ApprovalPolicy; readonly hours: number };
  }
}

const names = [ALL_DEVICES, 'any', ...commandList.map(({ id }) => id)];

export const approvalVariables = {
  /** By default, no command needs approval. */
  FOUR_EYES: namedNumbers<string>(Object.fromEntries(names.map((name) => [name, { least: 1 }])), {
    most: 1_000_000,
    unit: 'devices',
  }),
  APPROVAL_HOURS: numeric(24, 1, 720),
} as const;

export function isUsed(policy: ApprovalPolicy): boolean {
  return Object.keys(policy).length > 0;
}

/** True if a command to this many devices needs approval (C12). ALL exceeds every number. */
function needsApproval(
  policy: ApprovalPolicy,
  { id }: Pick<Command, 'id'>,
  devices: number | typeof ALL_DEVICES,
): boolean {
  if (devices === ALL_DEVICES) return [ALL_DEVICES, id, 'any'].some((name) => policy[name] !== undefined);
  return [policy[id], policy['any']].some((from) => from !== undefined && devices >= from);
}

const PIECE = 100;

/** Expires all requests that nobody decided in time (C13). `closing` stops it between two requests. */
export async function expireApprovals(db: Database, clock: Clock, closing?: AbortSignal): Promise<void> {
  const at = isoTime(clock.now());
  for (let found = PIECE; found === PIECE;) {
    const overdue = await db
      .selectFrom('approvals')
      .select('id')
      .where('state', '=', 'waiting')
      .where('expires_at', '<=', at)
      .orderBy('expires_at')
      .limit(PIECE)
      .execute();
    found = overdue.length;
    for (const { id } of overdue) {
      if (closing?.aborted) return;
      await inTransaction(db, async (tx) => {
        const request = await holdApproval(tx, id);
        if (request?.state === 'waiting')
          await endUnsent(tx, request, { state: 'expired', why: request.why, by: null, at });
      });
    }
  }
}
