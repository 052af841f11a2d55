import type { Insertable, Selectable } from 'kysely';
import { calls, commandList, sentences, WAITS_FOR_APPROVAL } from '@device-console/shared-lib/contract';
import type { Schema } from '../../core/store/schema.ts';
import { type Database, inTransaction } from '../../core/store/store.ts';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { SendingHeld } from '../../core/errors/request-errors.ts';
import type { Batch } from '../../core/store/batches.ts';
import { ALL_DEVICES } from '../../core/store/commands.ts';
import { storeAnswers } from '../../core/store/outcomes.ts';
import { findIntent, findIntentList } from '../../core/store/uploads.ts';
import { type Clock, HOUR, isoAfter, isoTime } from '../../core/time/clock.ts';
import type { BeforeSend, ItemsLeave, RegisteredList } from '../../core/commands/before-send.ts';
import type { CallContext } from '../../core/calls/context.ts';
import { hashBody } from '../../core/calls/exactly-once.ts';
import type { Sending } from '../../core/commands/item.ts';
import type { Order } from '../../core/commands/orders.ts';
import { namedNumbers } from '../../core/configuration/named-numbers.ts';
import { numeric, type VariablesOf } from '../../core/configuration/variable-readers.ts';

export type Approval = Selectable<Schema['approvals']>;

export const waitingAt = (db: Database, now: string) =>
  db.selectFrom('approvals').where('state', '=', 'waiting').where('expires_at', '>', now);

/** Ends a request. A retry of its call gets the message. */
export async function endRequest(
  db: Database,
  { id, call, account_id: accountId, transaction_id: transactionId }: Approval,
  decision: Pick<Approval, 'state' | 'why' | 'decided_by' | 'decided_at'>,
  message: string,
): Promise<void> {
  await db.updateTable('approvals').set(decision).where('id', '=', id).execute();
  if (call === '') return;
  const { method, path } = calls[call];
  const status = decision.state === 'approved' ? 'success' : 'error';
  await storeAnswers(db, { accountId, method, path }, [transactionId], JSON.stringify({ status, message }));
}

/** Stores a request of the caller, unless the batch already has one. */
async function ask(
  { db, platform, actor, transactionId }: CallContext,
  request: Pick<
    Insertable<Schema['approvals']>,
    'account_id' | 'call' | 'body' | 'body_hash' | 'action' | 'imei' | 'batch_id' | 'devices'
  >,
): Promise<void> {
  const now = platform.clock.now();
  const asker = { via: actor.via, credential_id: actor.credentialId, transaction_id: transactionId };
  const times = { created_at: isoTime(now), expires_at: isoAfter(now, platform.approvals.hours * HOUR) };
  await db
    .insertInto('approvals')
    .values({ ...request, ...asker, ...times, state: 'waiting', why: '' })
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

/** Throws BusinessError if the batch's request is for another list or action: an approval covers one list (C14). */
async function askForList(
  context: CallContext,
  { command, variant }: Order,
  { accountId, batchId, list, devices }: RegisteredList,
): Promise<void> {
  const { db, platform } = context;
  if (!needsApproval(platform.approvals.policy, command.id, devices)) return;
  const asked = { account_id: accountId, batch_id: batchId, body_hash: hashBody(list), action: variant.action };
  await ask(context, { ...asked, call: '', body: '', imei: '', devices });
  const request = await findBatchApproval(db, accountId, batchId);
  if (request?.body_hash !== asked.body_hash || request.action !== asked.action)
    throw new BusinessError(
      'The list of this batch was put before a second person and cannot be another. Begin a new batch.',
    );
}

/** Does {@link askForList} for a known batch, whose list may have been registered before it needed approval. */
async function askForBatch(context: CallContext, order: Order, batch: Batch): Promise<void> {
  if (!needsApproval(context.platform.approvals.policy, order.command.id, batch.devices)) return;
  const { account_id: accountId, batch_id: batchId, devices } = batch;
  const list = await findIntentList(context.db, accountId, batchId);
  if (list) await askForList(context, order, { accountId, batchId, list, devices });
}

/** One that nobody decided in time has expired, even if that is not stored yet. */
export function stateNow({ state, expires_at }: Pick<Approval, 'state' | 'expires_at'>, now: string) {
  return state === 'waiting' && expires_at <= now ? 'expired' : state;
}

export function refusalText(state: Approval['state'], decider: string, why: string): string {
  if (state === 'expired' && why !== '') return why;
  if (state === 'expired') return 'Nobody approved this in time. Nothing was sent; ask again.';
  const decided = state === 'failed' ? 'has approved this, but it could not be sent' : 'has not approved this';
  return sentences(`${decider} ${decided}${why === '' ? '' : `: ${why}`}`, 'Nothing was sent.');
}

/** Of a list that no run has claimed; without a batch id, of the account's last such list, or 1. */
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

/** Refuses items of an unknown batch: nobody can have approved their list (C14). */
async function approvalOfItems(context: CallContext, sending: Sending, batch: Batch | undefined): Promise<ItemsLeave> {
  const { db, platform } = context;
  const { policy } = platform.approvals;
  if (!isUsed(policy)) return {};
  const devices = batch?.devices ?? (await registeredDevices(context, sending));
  if (!needsApproval(policy, sending.order.command.id, devices)) return {};
  if (!batch)
    return { refusal: 'This needs the approval of a second person. Send it as a batch of the console, or alone.' };
  const approval = await findBatchApproval(db, batch.account_id, batch.batch_id);
  const state = approval ? stateNow(approval, isoTime(platform.clock.now())) : 'waiting';
  if (state === 'waiting')
    throw new SendingHeld(
      'This batch waits for the approval of a second person. Nothing was sent; it continues automatically.',
      { reason: WAITS_FOR_APPROVAL, retryAfterSeconds: 30 },
      false,
    );
  const decider = approval?.decider ?? '';
  return state === 'approved' ? { approvedBy: decider } : { refusal: refusalText(state, decider, approval?.why ?? '') };
}

export const askApproval: BeforeSend = {
  list: askForList,
  claim: askForBatch,
  newItems: approvalOfItems,
  /** Sending the same command again adds no second request (C12). */
  single(context, { command, variant }, call, body) {
    const { db, platform, actor, approvedBy } = context;
    const devices = body.imei === ALL_DEVICES ? ALL_DEVICES : 1;
    if (approvedBy !== undefined || !needsApproval(platform.approvals.policy, command.id, devices)) return undefined;
    return async (imei) => {
      const kept = { ...body, imei };
      const bodyHash = hashBody(kept);
      const waiting = await waitingAt(db, isoTime(platform.clock.now()))
        .select('id')
        .where('account_id', '=', actor.accountId)
        .where('body_hash', '=', bodyHash)
        .executeTakeFirst();
      if (!waiting)
        await ask(context, {
          ...{ account_id: actor.accountId, call, body: JSON.stringify(kept), body_hash: bodyHash },
          ...{ action: variant.action, imei, batch_id: null, devices: 1 },
        });
      // An error, so that clients that do not know `reason` see that nothing was sent.
      return {
        status: 'error',
        reason: WAITS_FOR_APPROVAL,
        message: 'This command waits for the approval of a second person. Nothing has been sent yet.',
      };
    };
  },
};

/** From how many devices a command needs approval, by command id; `any` applies to every command. */
type ApprovalPolicy = Readonly<Record<string, number>>;

interface ApprovalSettings {
  readonly policy: ApprovalPolicy;
  readonly hours: number;
}

declare module '../../core/calls/context.ts' {
  interface Platform {
    readonly approvals: ApprovalSettings;
  }
}

declare module '../../core/module-settings.ts' {
  interface ModuleSettings {
    readonly approvals: ApprovalSettings;
  }
}

const names = [ALL_DEVICES, 'any', ...commandList.map(({ id }) => id)];

export const approvalVariables = {
  FOUR_EYES: namedNumbers<string>(Object.fromEntries(names.map((name) => [name, { least: 1 }])), {
    most: 1_000_000,
    unit: 'devices',
  }),
  APPROVAL_HOURS: numeric(24, 1, 720),
} as const;

export const approvalSettings = ({
  FOUR_EYES: policy,
  APPROVAL_HOURS: hours,
}: VariablesOf<typeof approvalVariables>) => ({
  approvals: { policy, hours },
});

export function isUsed(policy: ApprovalPolicy): boolean {
  return Object.keys(policy).length > 0;
}

/** ALL exceeds every number (C12). */
export function needsApproval(policy: ApprovalPolicy, id: string, devices: number | typeof ALL_DEVICES): boolean {
  if (devices === ALL_DEVICES) return [ALL_DEVICES, id, 'any'].some((name) => policy[name] !== undefined);
  return [policy[id], policy['any']].some((from) => from !== undefined && devices >= from);
}

export async function expireApprovals(db: Database, clock: Clock): Promise<void> {
  const at = isoTime(clock.now());
  await inTransaction(db, async (tx) => {
    const overdue = tx.selectFrom('approvals').selectAll().where('state', '=', 'waiting').where('expires_at', '<=', at);
    for (const request of await overdue.orderBy('id').forUpdate().execute()) {
      const expired = { state: 'expired', why: request.why, decided_by: null, decided_at: at } as const;
      await endRequest(tx, request, expired, refusalText('expired', '', request.why));
    }
  });
}

export const OPEN_AT_RESTORE =
  'This request was open when the database was restored from a backup. Whether it was approved and sent since is not ' +
  'known here: look at what became of the device, then ask again.';

/** After a restore, requests that waited for a second person expire: what they ask for may have been sent since. */
export async function expireAtRestore(tx: Database): Promise<void> {
  await tx
    .updateTable('approvals')
    .set(({ ref }) => ({ expires_at: ref('created_at'), why: OPEN_AT_RESTORE }))
    .where('state', '=', 'waiting')
    .execute();
}
