import { calls, type BodyOf } from '@device-console/shared-lib/contract';
import { MalformedRequest, TransactionConflict } from '../errors/request-errors.ts';
import { requireAccess } from '../calls/access.ts';
import type { CallContext, Service, TokenCallName } from '../calls/context.ts';
import type { Item, Sending } from '../commands/item.ts';
import { orderOf, type Order } from '../commands/orders.ts';
import { sendItems } from '../commands/send-items.ts';

type ItemBody = BodyOf<(typeof calls)['getImeiDetails']>;
type ActionBody = BodyOf<(typeof calls)['adminLockNotification']>;
type ChunkItem = BodyOf<(typeof calls)['batchItems']>['items'][number];

/** An item's body without what says only which run sent it, and of which row (D2c). */
function bodyOf<Body extends { run?: unknown; row?: unknown }>({ run: _run, row: _row, ...body }: Body) {
  return body;
}

/**
 * True for a call of one item of a batch. Its service keeps outcome and audit as that of a chunk does, so that the two
 * are one (D2c).
 */
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

function requireDistinct(values: readonly (string | number)[], what: string): void {
  const seen = new Set<string | number>();
  for (const value of values) {
    if (seen.has(value)) throw new MalformedRequest(`The ${what} ${value} is that of two items.`);
    seen.add(value);
  }
}

/** What an item of a chunk carries to its device, field by field in the order of a call of its own. */
function carriedBy({ call }: Sending, item: ChunkItem): Item['payload'] {
  if (call !== 'getImeiDetails') return {};
  return Object.fromEntries(
    (['message', 'header', 'template'] as const).flatMap((name) =>
      item[name] === undefined ? [] : [[name, item[name]]],
    ),
  );
}

/** Items of a batch in one transaction, each as a call of its own would be (D2c). */
export const batchItems: Service<'batchItems'> = async (context, body) => {
  const { action, filename, batchId, run, items } = body;
  const order = orderOf(action);
  const call = order.command.batch?.dispatch;
  if (!call) throw new MalformedRequest(`The action "${action}" has no batch.`);
  requireAccess(context.actor, calls[call].access, body);
  requireDistinct(
    items.map(({ transactionId }) => transactionId),
    'transactionId',
  );
  requireDistinct(
    items.map(({ row }) => row),
    'row',
  );
  const sending: Sending = { call, order, action, filename, batchId, run, reason: '' };
  const results = await sendItems(
    context,
    sending,
    items.map((item) => {
      const { row, imei, transactionId } = item;
      const payload = carriedBy(sending, item);
      return { row, imei, transactionId, payload, body: { imei, action, filename, ...payload, batchId } };
    }),
  );
  return {
    status: 'success',
    message: '',
    items: results.map(({ outcome, message }, index) => ({ row: items[index]?.row ?? 0, outcome, message })),
  };
};
