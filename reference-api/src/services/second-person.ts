import { WAITS_FOR_APPROVAL } from '@device-console/shared-lib/contract';
import { BusinessError } from '../errors/expected-errors.ts';
import { SendingHeld } from '../errors/request-errors.ts';
import { findBatchApproval, findWaiting, insertApproval, type Approval } from '../store/approvals.ts';
import type { Batch } from '../store/batches.ts';
import { ALL_DEVICES } from '../store/commands.ts';
import { findIntent, findIntentList, lastUnnamedIntent } from '../store/uploads.ts';
import { HOUR, isoAfter, isoTime } from '../time/clock.ts';
import type { CallContext } from './context.ts';
import { hashBody } from './exactly-once.ts';
import { needsSecondPerson } from './four-eyes.ts';
import type { Sending } from './item.ts';
import type { Order } from './orders.ts';

/** Seconds after which a batch that waits asks again. */
const LOOK_AGAIN = 30;

/** What a command is told that waits: an error for whoever does not know `reason`, because nothing was sent. */
export const WAITING = {
  status: 'error',
  reason: WAITS_FOR_APPROVAL,
  message: 'This command waits for the approval of a second person. Nothing has been sent yet.',
} as const;

const waitingCalls = ['lockNotification', 'adminLockNotification', 'formattedDevice'] as const;

/** Calls of single commands that may wait. */
export type WaitingCall = (typeof waitingCalls)[number];

/** False of a batch's request, whose call is ''. */
export const isWaitingCall = (name: string): name is WaitingCall => waitingCalls.some((call) => call === name);

function common({ platform, actor, transactionId }: CallContext) {
  const now = platform.clock.now();
  return {
    account_id: actor.accountId,
    via: actor.via,
    credential_id: actor.credentialId,
    transaction_id: transactionId,
    created_at: isoTime(now),
    expires_at: isoAfter(now, platform.fourEyes.hours * HOUR),
  };
}

/** Whether a command to one device, or to ALL, waits; one that was approved does not. */
export function mustWait({ platform, approvedBy }: CallContext, { command }: Order, imei: string): boolean {
  const devices = imei === ALL_DEVICES ? ALL_DEVICES : 1;
  return approvedBy === undefined && needsSecondPerson(platform.fourEyes.policy, command, devices);
}

/** Keeps a command until a second person has decided; the same again waits once (C12). */
export async function askFirst(
  context: CallContext,
  call: WaitingCall,
  { variant }: Order,
  body: { readonly imei: string },
): Promise<typeof WAITING> {
  const request = {
    ...common(context),
    ...{ call, body: JSON.stringify(body), body_hash: hashBody(body), action: variant.action },
    ...{ imei: body.imei, batch_id: null, devices: 1 },
  };
  if (!(await findWaiting(context.db, request, request.created_at))) await insertApproval(context.db, request);
  return WAITING;
}

/** A list that is put before a second person. */
interface AskedList {
  readonly accountId: number;
  readonly batchId: string;
  /** Joined by commas. */
  readonly list: string;
  readonly devices: number;
}

/**
 * Puts the list of a batch before a second person, where it needs one (C14). Throws for another list than the one that
 * was put before: what is approved is exactly that.
 */
export async function askForList(context: CallContext, { command, variant }: Order, asked: AskedList): Promise<void> {
  const { db, platform } = context;
  const { accountId, batchId, list, devices } = asked;
  if (!needsSecondPerson(platform.fourEyes.policy, command, devices)) return;
  const before = await findBatchApproval(db, accountId, batchId);
  const hash = hashBody(list);
  if (before && (before.body_hash !== hash || before.action !== variant.action))
    throw new BusinessError(
      'The list of this batch was put before a second person and cannot be another. Begin a new batch.',
    );
  if (before) return;
  await insertApproval(db, {
    ...common(context),
    ...{ account_id: accountId, call: '', body: '', body_hash: hash, action: variant.action, imei: '' },
    ...{ batch_id: batchId, devices },
  });
}

/** As {@link askForList}, of a batch whose list was registered before lists were put before anybody. */
export async function askForBatch(context: CallContext, order: Order, batch: Batch): Promise<void> {
  if (!needsSecondPerson(context.platform.fourEyes.policy, order.command, batch.devices)) return;
  const { account_id: accountId, batch_id: batchId, devices } = batch;
  const list = await findIntentList(context.db, accountId, batchId);
  if (list) await askForList(context, order, { accountId, batchId, list, devices });
}

/** How a request stands now; one that nobody decided in time is expired, whether or not that is written down. */
export function stateNow({ state, expires_at }: Pick<Approval, 'state' | 'expires_at'>, now: string) {
  return state === 'waiting' && expires_at <= now ? 'expired' : state;
}

/** What is told of a request that is over without anything being sent. */
export function refusalText(state: Approval['state'], decider: string, why: string): string {
  if (state === 'expired' && why !== '') return why;
  if (state === 'expired') return 'Nobody approved this in time. Nothing was sent; ask again.';
  return `${decider} has not approved this${why === '' ? '' : `: ${why}`}. Nothing was sent.`;
}

/** Whether items of a batch may be sent: by whose approval, or why never. */
export type ItemsApproval = { readonly approvedBy?: string | undefined } | { readonly refusal: string };

/** Devices of a list that no run has claimed; who names no batch goes by the list that came last, if there is one. */
async function registeredDevices({ db, actor }: CallContext, { batchId, action }: Sending): Promise<number> {
  const { accountId } = actor;
  const intent =
    batchId === undefined ? await lastUnnamedIntent(db, accountId, action) : await findIntent(db, accountId, batchId);
  return intent?.devices ?? 1;
}

/**
 * Whether items may be sent, where their batch needs a second person (C14). Throws SendingHeld while it waits. Needs
 * the batch to be known: what stands in no list cannot have been approved.
 */
export async function approvalOfItems(
  context: CallContext,
  sending: Sending,
  batch: Batch | undefined,
): Promise<ItemsApproval> {
  const { db, platform } = context;
  const { policy } = platform.fourEyes;
  if (Object.keys(policy).length === 0) return {};
  const devices = batch?.devices ?? (await registeredDevices(context, sending));
  if (!needsSecondPerson(policy, sending.order.command, devices)) return {};
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
