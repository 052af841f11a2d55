import type { BodyOf, calls } from '@device-console/shared-lib/contract';
import type { CallContext, Service, TokenCallName } from '../calls/context.ts';
import type { Item, Sending } from '../commands/item.ts';
import { orderOf, type Order } from '../commands/orders.ts';
import { sendItems } from '../commands/send-items.ts';
import { MalformedRequest, TransactionConflict } from '../errors/request-errors.ts';

type ItemBody = BodyOf<(typeof calls)['getImeiDetails']>;
type ActionBody = BodyOf<(typeof calls)['adminLockNotification']>;

/** Without the fields that only say which run sent the item, and of which row (D2c). */
function bodyOf<Body extends { run?: unknown; row?: unknown }>({ run: _run, row: _row, ...body }: Body) {
  return body;
}

/** An item's own call. Its service keeps outcome and audit like a chunk's, so that both count as one (D2c). */
export function isItemCall(name: TokenCallName, body: unknown): boolean {
  if (name === 'getImeiDetails' || name === 'batchItems') return true;
  return name === 'adminLockNotification' && typeof body === 'object' && body !== null && 'filename' in body;
}

async function sendOne(context: CallContext, sending: Sending, item: Omit<Item, 'transactionId'>) {
  const { transactionId } = context;
  const [result] = await sendItems(context, sending, [{ ...item, transactionId }]);
  if (result?.outcome === 'conflict') throw new TransactionConflict(transactionId);
  return {
    status: result?.outcome === 'answered' ? ('success' as const) : ('error' as const),
    message: result?.message ?? '',
  };
}

/** One IMEI of a batch: `found` and queued once, or `not found` (B6, D17). */
export const getImeiDetails: Service<'getImeiDetails'> = async (context, body) => {
  const { imei, action, filename, batchId, run, row, ...payload } = body;
  const order = orderOf(action);
  if (order.command.batch?.dispatch !== 'getImeiDetails')
    throw new MalformedRequest(`The action "${action}" is not sent by this call.`);
  const sending = { call: 'getImeiDetails', order, action, filename, batchId, run, reason: '' } as const;
  return sendOne(context, sending, { row, imei, payload, body: bodyOf<ItemBody>(body) });
};

/** One IMEI of a batch of device actions (D6). */
export async function deviceActionItem(context: CallContext, order: Order, body: ActionBody & { filename: string }) {
  const { imei, action, filename, batchId, run, row } = body;
  const reason = body.reason?.trim() ?? '';
  const sending = { call: 'adminLockNotification', order, action, filename, batchId, run, reason } as const;
  return sendOne(context, sending, { row, imei, payload: {}, body: bodyOf<ActionBody>(body) });
}
