import {
  commandByAction,
  type Command,
  type CommandVariant,
  type SendCallName,
} from '@device-console/shared-lib/contract';
import { isoTime } from '../time/clock.ts';
import { MalformedRequest } from '../errors/request-errors.ts';
import { ALL_DEVICES, insertCommand } from '../store/commands.ts';
import { claimStatusOf, deEnrolDevice, noteCommand } from '../store/devices.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import type { CallContext, Service } from './context.ts';

const REASON_MIN_LENGTH = 3;

interface Order {
  readonly command: Command;
  readonly variant: CommandVariant;
}

interface Dispatch {
  readonly imei: string;
  readonly payload: Readonly<Record<string, string | undefined>>;
  readonly filename?: string | undefined;
  readonly batchId?: string | undefined;
  readonly reason?: string | undefined;
}

function orderOf(action: string): Order {
  const order = commandByAction(action);
  if (!order) throw new MalformedRequest(`There is no command with action "${action}".`);
  return order;
}

/** Refuses a command that another call is for: each command keeps to the way its row names. */
function requireSendCall(order: Order, call: SendCallName): void {
  if (order.command.send !== call)
    throw new MalformedRequest(`The action "${order.variant.action}" is not sent by this call.`);
}

function requireMessage(order: Order, message: string | undefined): void {
  if (order.command.form === 'notification' && !message?.trim())
    throw new BusinessError('A notification needs its message.');
}

async function write(
  context: CallContext,
  order: Order,
  dispatch: Dispatch,
  status: 'queued' | 'acknowledged',
): Promise<void> {
  const { actor, transactionId, platform } = context;
  const inBatch = dispatch.filename !== undefined;
  await insertCommand(
    context.db,
    {
      transaction_id: transactionId,
      account_id: actor.accountId,
      user_email: actor.email,
      imei: dispatch.imei,
      interface: actor.via === 'key' ? 'A' : inBatch ? 'B' : 'S',
      action: order.variant.action,
      reported_as: order.variant.reportedAs,
      report: order.variant.report,
      payload: JSON.stringify(dispatch.payload),
      filename: dispatch.filename ?? '',
      batch_id: dispatch.batchId ?? null,
      reason: dispatch.reason ?? '',
    },
    status,
    isoTime(platform.clock.now()),
  );
}

/**
 * Queues a command for an enrolled device; false when the IMEI is unknown. Throws BusinessError for a device that no
 * longer takes commands.
 */
async function queue(context: CallContext, order: Order, dispatch: Dispatch): Promise<boolean> {
  const at = isoTime(context.platform.clock.now());
  if (!(await noteCommand(context.db, dispatch.imei, order.variant.reportedAs, at))) {
    const status = await claimStatusOf(context.db, dispatch.imei);
    if (status === undefined) return false;
    throw new BusinessError(notReachable(dispatch.imei, status));
  }
  await write(context, order, dispatch, 'queued');
  return true;
}

function notReachable(imei: string, status: string): string {
  return status === 'RELEASED'
    ? `Device ${imei} is released and takes no more commands.`
    : `Device ${imei} is de-enrolled. It must be registered again before it takes commands.`;
}

function unknownDevice(imei: string): BusinessError {
  return new BusinessError(`No device with IMEI ${imei} is registered. Nothing was sent.`);
}

/** One command to one device (C1 to C4, C8, C9). */
export const lockNotification: Service<'lockNotification'> = async (context, body) => {
  const { imei, action, ...payload } = body;
  const order = orderOf(action);
  requireSendCall(order, 'lockNotification');
  requireMessage(order, payload.message);
  if (!(await queue(context, order, { imei, payload }))) throw unknownDevice(imei);
  return { status: 'success', message: order.command.successText };
};

/** One IMEI of a batch: `found` and queued once, or `not found` (B6, D17). */
export const getImeiDetails: Service<'getImeiDetails'> = async (context, body) => {
  const { imei, action, filename, batchId, ...payload } = body;
  const order = orderOf(action);
  if (order.command.batch?.dispatch !== 'getImeiDetails')
    throw new MalformedRequest(`The action "${action}" is not sent by this call.`);
  requireMessage(order, payload.message);
  const found = await queue(context, order, { imei, payload, filename, batchId });
  return { status: 'success', message: found ? 'found' : 'not found' };
};

function requireReason(reason: string | undefined): string {
  const given = reason?.trim() ?? '';
  if (given.length < REASON_MIN_LENGTH) throw new BusinessError('A command to ALL devices needs a reason.');
  return given;
}

/**
 * A device action to one device, to one IMEI of a batch, or to ALL (C5, D6). ALL is one command, which the gateway
 * broadcasts.
 */
export const adminLockNotification: Service<'adminLockNotification'> = async (context, body) => {
  const { imei, action, filename, batchId } = body;
  const order = commandByAction(action);
  if (order?.command.send !== 'adminLockNotification') throw new BusinessError('Please select a valid action');
  if (imei === ALL_DEVICES) {
    if (filename !== undefined)
      throw new BusinessError('ALL is not possible in a batch. Send it from the single form.');
    await write(context, order, { imei, payload: {}, reason: requireReason(body.reason) }, 'queued');
    return { status: 'success', message: order.command.successText };
  }
  const found = await queue(context, order, { imei, payload: {}, filename, batchId, reason: body.reason?.trim() });
  // As an error the lookup's words are understood both by readers of the status and of the message.
  if (!found) throw filename === undefined ? unknownDevice(imei) : new BusinessError('not found');
  return { status: 'success', message: filename === undefined ? order.command.successText : 'found' };
};

/** De-enrols a device that was formatted (C3). The server does it itself: a formatted phone cannot be reached. */
export const formattedDevice: Service<'formattedDevice'> = async (context, body) => {
  const order = orderOf(body.action);
  const at = isoTime(context.platform.clock.now());
  if (!(await deEnrolDevice(context.db, body.imei, order.variant.reportedAs, at))) {
    const status = await claimStatusOf(context.db, body.imei);
    throw status === undefined ? unknownDevice(body.imei) : new BusinessError(notReachable(body.imei, status));
  }
  await write(context, order, { imei: body.imei, payload: {} }, 'acknowledged');
  return { status: 'success', message: order.command.successText };
};
