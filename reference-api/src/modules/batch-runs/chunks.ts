import { type BodyOf, calls } from '@device-console/shared-lib/contract';
import { requireAccess } from '../../core/calls/access.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { orderOf } from '../../core/commands/orders.ts';
import { sendItems } from '../../core/commands/send-items.ts';
import { MalformedRequest } from '../../core/errors/request-errors.ts';

/** A batch's command and the call that sends it. Throws for an action without a batch, or without the right. */
export function permittedBatch({ actor }: CallContext, body: { readonly action: string }) {
  const order = orderOf(body.action);
  const call = order.command.batch?.dispatch;
  if (!call) throw new MalformedRequest(`The action "${body.action}" has no batch.`);
  requireAccess(actor, calls[call].access, body);
  return { order, call };
}

type ChunkItem = BodyOf<(typeof calls)['batchItems']>['items'][number];

function requireDistinct(items: readonly ChunkItem[], field: 'transactionId' | 'row'): void {
  const seen = new Set<string | number>();
  for (const { [field]: value } of items) {
    if (seen.has(value)) throw new MalformedRequest(`The ${field} ${value} is that of two items.`);
    seen.add(value);
  }
}

/** Sends items of a batch in one transaction, each as a call of its own would be (D2c). */
export const batchItems: Service<'batchItems'> = async (context, body) => {
  const { action, filename, batchId, run, items } = body;
  const { order, call } = permittedBatch(context, body);
  requireDistinct(items, 'transactionId');
  requireDistinct(items, 'row');
  const sent = items.map(({ row, imei, transactionId, ...message }) => {
    const payload = call === 'getImeiDetails' ? message : {};
    return { row, imei, transactionId, payload, body: { imei, action, filename, ...payload, batchId } };
  });
  const results = await sendItems(context, { call, order, action, filename, batchId, run, reason: '' }, sent);
  return {
    items: results.map(({ outcome, message }, index) => ({ row: items[index]?.row ?? 0, outcome, message })),
  };
};
