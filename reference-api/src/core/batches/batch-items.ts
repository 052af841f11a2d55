import type { BodyOf, calls } from '@device-console/shared-lib/contract';
import type { CallContext, Service } from '../calls/context.ts';
import type { Item, Sending } from '../commands/item.ts';
import { orderOf } from '../commands/orders.ts';
import { deviceActionOf, sendDeviceAction } from '../commands/commands.ts';
import { sendItems } from './send-items.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import { MalformedRequest, TransactionConflict } from '../errors/request-errors.ts';
import { ALL_DEVICES } from '../store/commands.ts';

/** The item's body is without the fields that only say which run sent it, and of which row (D2c). */
async function sendOne(context: CallContext, sending: Sending, item: Omit<Item, 'transactionId'>) {
  const { transactionId } = context;
  const [result] = (await sendItems(context, sending, [{ ...item, transactionId }])) ?? [];
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
type ActionItem = ActionBody & { readonly filename: string };

/** True for an item's own call. Its outcome and audit are kept like a chunk's, so that both count as one (D2c). */
export const isItem = (body: ActionBody): body is ActionItem => body.filename !== undefined;

/** One IMEI of a batch of device actions (D6). */
async function deviceActionItem(context: CallContext, body: ActionItem) {
  const { run, row, ...own } = body;
  const { imei, action, filename, batchId } = own;
  const order = deviceActionOf(action);
  if (imei === ALL_DEVICES) throw new BusinessError('ALL is not possible in a batch. Send it from the single form.');
  const reason = body.reason?.trim() ?? '';
  const sending = { call: 'adminLockNotification', order, action, filename, batchId, run, reason } as const;
  return sendOne(context, sending, { row, imei, payload: {}, body: own });
}

/** To one device, to ALL, or to one IMEI of a batch (C5, D6). */
export const adminLockNotification: Service<'adminLockNotification'> = async (context, body) =>
  isItem(body) ? deviceActionItem(context, body) : sendDeviceAction(context, body);
