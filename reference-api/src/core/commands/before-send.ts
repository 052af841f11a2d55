import type { SendCallName } from '@device-console/shared-lib/contract';
import type { Batch } from '../store/batches.ts';
import type { CallContext } from '../calls/context.ts';
import type { Sending } from './item.ts';
import type { Order } from './orders.ts';

interface NotYet {
  readonly status: 'error';
  readonly reason: string;
  readonly message: string;
}

export interface RegisteredList {
  readonly accountId: number;
  readonly batchId: string;
  /** Comma-joined. */
  readonly list: string;
  readonly devices: number;
}

/** Who approved the items of a batch, or why they may never be sent. */
export type ItemsLeave = { readonly approvedBy?: string | undefined } | { readonly refusal: string };

/** Before commands are sent. Each implements only the hooks it needs, throws to refuse, and asks nothing while off. */
export interface BeforeSend {
  list?(context: CallContext, order: Order, list: RegisteredList): Promise<void>;
  claim?(context: CallContext, order: Order, batch: Batch): Promise<void>;
  takeOver?(context: CallContext, batch: Batch): Promise<void>;
  items?(context: CallContext, sending: Sending, batch: Batch | undefined): Promise<void>;
  newItems?(context: CallContext, sending: Sending, batch: Batch | undefined): Promise<ItemsLeave>;
  /** For a single command that must wait: how to keep it, for its device's first IMEI, until it may be sent. */
  single?(
    context: CallContext,
    order: Order,
    call: SendCallName,
    body: { readonly imei: string },
  ): ((imei: string) => Promise<NotYet>) | undefined;
  /** Counts commands that are sent now. */
  count?(context: CallContext, commands: number): Promise<void>;
}

declare module '../calls/context.ts' {
  interface Platform {
    /** In order. */
    readonly beforeSend: readonly BeforeSend[];
  }
}

/** After one step refuses, no other is asked. */
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

export function keptUntilAllowed(...[context, order, call, body]: Parameters<NonNullable<BeforeSend['single']>>) {
  for (const step of context.platform.beforeSend) {
    const keep = step.single?.(context, order, call, body);
    if (keep) return keep;
  }
  return undefined;
}

/** Throws if they are too many. Before any device is held: commands of one account may wait for each other here. */
export async function countCommands(context: CallContext, commands: number): Promise<void> {
  if (commands === 0) return;
  for (const step of context.platform.beforeSend) await step.count?.(context, commands);
}
