import type { BodyOf, calls } from '@device-console/shared-lib/contract';
import type { CallContext, Service } from '../calls/context.ts';
import type { Item, Sending } from '../commands/item.ts';
import { orderOf, type Order } from '../commands/orders.ts';
import { sendItems } from '../commands/send-items.ts';
import { MalformedRequest, TransactionConflict } from '../errors/request-errors.ts';

/** True for an item's own call. Its outcome and audit are kept like a chunk's, so that both count as one (D2c). */
export const isItem = (body: Pick<ActionBody, 'filename'>): body is { readonly filename: string } =>
  body.filename !== undefined;

/** The item's body is without the fields that only say which run sent it, and of which row (D2c). */
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
  const { run, row, ...own } = body;
  const { imei, action, filename, batchId, ...payload } = own;
  const order = orderOf(action);
  if (order.command.batch?.dispatch !== 'getImeiDetails')
    throw new MalformedRequest(`The action "${action}" is not sent by this call.`);
  const sending = { call: 'getImeiDetails', order, action, filename, batchId, run, reason: '' } as const;
  return sendOne(context, sending, { row, imei, payload, body: own });
};

type ActionBody = BodyOf<(typeof calls)['adminLockNotification']>;

/** One IMEI of a batch of device actions (D6). */
export async function deviceActionItem(context: CallContext, order: Order, body: ActionBody & { filename: string }) {
  const { run, row, ...own } = body;
  const { imei, action, filename, batchId } = own;
  const reason = body.reason?.trim() ?? '';
  const sending = { call: 'adminLockNotification', order, action, filename, batchId, run, reason } as const;
  return sendOne(context, sending, { row, imei, payload: {}, body: own });
}
