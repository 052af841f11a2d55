import type { SendCallName } from '@device-console/shared-lib/contract';
import type { Batch } from '../store/batches.ts';
import type { CallContext } from '../calls/context.ts';
import type { Sending } from './item.ts';
import type { Order } from './orders.ts';

/** The message for a single command that is not sent yet. */
export interface NotYet {
  readonly status: 'error';
  readonly reason: string;
  readonly message: string;
}

/** The list of a batch that is being registered. */
export interface RegisteredList {
  readonly accountId: number;
  readonly batchId: string;
  /** Joined by commas. */
  readonly list: string;
  readonly devices: number;
}

/** Whether items of a batch may be sent: approved by whom, or why never. */
export type ItemsLeave = { readonly approvedBy?: string | undefined } | { readonly refusal: string };

/**
 * What a command must pass before it is sent. The app gives the steps in one written order; each has of this what it
 * asks, throws what it refuses, and where it is off makes no statement.
 */
export interface BeforeSend {
  /** For a batch's list, before it is registered. */
  list?(context: CallContext, order: Order, list: RegisteredList): Promise<void>;
  /** For a known batch that a run continues or asks for. */
  claim?(context: CallContext, order: Order, batch: Batch): Promise<void>;
  /** For a batch that a run takes over. */
  takeOver?(context: CallContext, batch: Batch): Promise<void>;
  /** For items, before any is examined. */
  items?(context: CallContext, sending: Sending, batch: Batch | undefined): Promise<void>;
  /** For items that were not sent before. */
  newItems?(context: CallContext, sending: Sending, batch: Batch | undefined): Promise<ItemsLeave>;
  /** For a single command: how to keep it until it may be sent, if it has to wait. */
  single?(
    context: CallContext,
    order: Order,
    call: SendCallName,
    body: { readonly imei: string },
  ): (() => Promise<NotYet>) | undefined;
  /** For several commands in one call: whether they can be sent at once at all. */
  possible?(context: CallContext, commands: number): void;
  /** For commands that are sent now: counts them. */
  count?(context: CallContext, commands: number): Promise<void>;
}

declare module '../calls/context.ts' {
  interface Platform {
    /** What a command must pass before it is sent, in this order. */
    readonly beforeSend: readonly BeforeSend[];
  }
}

/** Whether items of a batch may be sent; after one step refuses, no other is asked. */
export async function leaveOfItems(
  context: CallContext,
  sending: Sending,
  batch: Batch | undefined,
): Promise<ItemsLeave> {
  let leave: ItemsLeave = {};
  for (const step of context.platform.beforeSend) {
    const given = await step.newItems?.(context, sending, batch);
    if (given && 'refusal' in given) return given;
    leave = { ...leave, ...given };
  }
  return leave;
}

/** How to keep a single command that has to wait; undefined for one that is sent now. */
export function keptUntilAllowed(...[context, order, call, body]: Parameters<NonNullable<BeforeSend['single']>>) {
  for (const step of context.platform.beforeSend) {
    const keep = step.single?.(context, order, call, body);
    if (keep) return keep;
  }
  return undefined;
}

/**
 * Counts commands that are about to be sent. Throws, and nothing is counted or sent then, for what is too much. Must
 * come before the transaction holds any device: commands of one account wait for each other here.
 */
export async function countCommands(context: CallContext, commands: number): Promise<void> {
  if (commands === 0) return;
  const { beforeSend } = context.platform;
  for (const step of beforeSend) step.possible?.(context, commands);
  for (const step of beforeSend) await step.count?.(context, commands);
}
