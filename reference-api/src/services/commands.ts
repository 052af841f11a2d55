import { commandByAction, type SendCallName } from '@device-console/shared-lib/contract';
import { isoTime } from '../time/clock.ts';
import { MalformedRequest } from '../errors/request-errors.ts';
import { findAccountById } from '../store/accounts.ts';
import { ALL_DEVICES, insertCommands } from '../store/commands.ts';
import { claimStatusOf, deEnrolDevice, noteCommand } from '../store/devices.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import { deviceActionItem } from './batch-items.ts';
import type { CallContext, Service } from './context.ts';
import { wasSentBefore } from './forgotten-outcomes.ts';
import { countKeyCommands } from './key-rate.ts';
import { commonOfCommands, missingMessage, notReachable, orderOf, type Order } from './orders.ts';

const REASON_MIN_LENGTH = 3;

interface Dispatch {
  readonly imei: string;
  readonly payload: Readonly<Record<string, string | undefined>>;
  readonly reason?: string | undefined;
}

/** Refuses a command that another call is for: each command keeps to the way its row names. */
function requireSendCall(order: Order, call: SendCallName): void {
  if (order.command.send !== call)
    throw new MalformedRequest(`The action "${order.variant.action}" is not sent by this call.`);
}

async function write(
  context: CallContext,
  order: Order,
  dispatch: Dispatch,
  status: 'queued' | 'acknowledged',
): Promise<void> {
  const { actor, transactionId, platform } = context;
  const reason = dispatch.reason ?? '';
  await insertCommands(
    context.db,
    commonOfCommands(actor, order, { reason }),
    [{ transaction_id: transactionId, imei: dispatch.imei, payload: JSON.stringify(dispatch.payload) }],
    isoTime(platform.clock.now()),
    status,
  );
}

/** Throws why a device takes no command. */
async function refuseDevice({ db }: CallContext, imei: string): Promise<never> {
  const status = await claimStatusOf(db, imei);
  const refusal = status === undefined ? null : notReachable(imei, status);
  throw new BusinessError(refusal ?? `No device with IMEI ${imei} is registered. Nothing was sent.`);
}

/** Queues a command for an enrolled device; throws BusinessError where there is none. */
async function queue(context: CallContext, order: Order, dispatch: Dispatch): Promise<void> {
  await countKeyCommands(context, 1);
  const at = isoTime(context.platform.clock.now());
  if (!(await noteCommand(context.db, dispatch.imei, order.variant.reportedAs, at)))
    await refuseDevice(context, dispatch.imei);
  await write(context, order, dispatch, 'queued');
}

/**
 * The lender in whose name a command goes, where its call names one: that of the account, whatever the call says (D7).
 */
async function lenderOf(
  { db, actor }: CallContext,
  {
    clientof,
    retailerNumber,
  }: { readonly clientof?: string | undefined; readonly retailerNumber?: string | undefined },
) {
  if (clientof === undefined && retailerNumber === undefined) return {};
  const account = await findAccountById(db, actor.accountId);
  return {
    ...(clientof === undefined ? {} : { clientof: account?.client_of }),
    ...(retailerNumber === undefined ? {} : { retailerNumber: account?.phone }),
  };
}

/** One command to one device (C1 to C4, C8, C9). */
export const lockNotification: Service<'lockNotification'> = async (context, body) => {
  const { imei, action, clientof, retailerNumber, ...carried } = body;
  const order = orderOf(action);
  requireSendCall(order, 'lockNotification');
  const missing = missingMessage(order, carried.message);
  if (missing !== null) throw new BusinessError(missing);
  const payload = { ...carried, ...(await lenderOf(context, { clientof, retailerNumber })) };
  if (!(await wasSentBefore(context, order, imei))) await queue(context, order, { imei, payload });
  return { status: 'success', message: order.command.successText };
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
export const adminLockNotification: Service<'adminLockNotification'> = async (context, body, received) => {
  const { imei, action, filename } = body;
  const order = commandByAction(action);
  if (order?.command.send !== 'adminLockNotification') throw new BusinessError('Please select a valid action');
  if (imei === ALL_DEVICES) {
    if (filename !== undefined)
      throw new BusinessError('ALL is not possible in a batch. Send it from the single form.');
    const reason = requireReason(body.reason);
    if (!(await wasSentBefore(context, order, imei)))
      await write(context, order, { imei, payload: {}, reason }, 'queued');
    return { status: 'success', message: order.command.successText };
  }
  if (filename !== undefined) return deviceActionItem(context, order, { ...body, filename }, received);
  if (!(await wasSentBefore(context, order, imei)))
    await queue(context, order, { imei, payload: {}, reason: body.reason?.trim() });
  return { status: 'success', message: order.command.successText };
};

/** De-enrols a device that was formatted (C3). The server does it itself: a formatted phone cannot be reached. */
export const formattedDevice: Service<'formattedDevice'> = async (context, body) => {
  const order = orderOf(body.action);
  const answer = { status: 'success' as const, message: order.command.successText };
  if (await wasSentBefore(context, order, body.imei)) return answer;
  await countKeyCommands(context, 1);
  const at = isoTime(context.platform.clock.now());
  if (!(await deEnrolDevice(context.db, body.imei, order.variant.reportedAs, at)))
    await refuseDevice(context, body.imei);
  await write(context, order, { imei: body.imei, payload: {} }, 'acknowledged');
  return answer;
};
