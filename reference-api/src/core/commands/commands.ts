import { calls, commandByAction, type SendCallName } from '@device-console/shared-lib/contract';
import { isoTime } from '../time/clock.ts';
import { MalformedRequest } from '../errors/request-errors.ts';
import { findAccountById } from '../store/accounts.ts';
import { ALL_DEVICES, insertCommands, devicesOfCommand, requestedCommands } from '../store/commands.ts';
import { deEnrolDevice, findNamed, holdNamed, type NamedDevices, noteCommands } from '../store/devices.ts';
import { countOf } from '../devices/devices.ts';
import { theDevice } from '../devices/named-device.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import { countCommands, keptUntilAllowed } from './before-send.ts';
import type { CallContext, Service } from '../calls/context.ts';
import { commonOfCommands, missingMessage, notReachable, orderOf, uidOfRequest, type Order } from './orders.ts';

const REASON_MIN_LENGTH = 3;

interface Dispatch {
  readonly call: SendCallName;
  readonly order: Order;
  /** As it was typed: either of the device's. */
  readonly imei: string;
  readonly body: { readonly imei: string };
  readonly payload?: Readonly<Record<string, string | undefined>>;
  readonly reason?: string | undefined;
  /** `acknowledged`: the server itself carries it out. */
  readonly status?: 'queued' | 'acknowledged';
  /** Notes the command on its device, by default as the last one. */
  note?(imei1: string, at: string): Promise<void>;
}

/** The first IMEI of the device that takes a command by either of its IMEIs. Throws BusinessError. */
function takerOf(devices: NamedDevices, imei: string): string {
  const device = theDevice(devices, imei);
  if (!device) throw new BusinessError(`No device with IMEI ${imei} is registered. Nothing was sent.`);
  if (device.claim_status !== 'ENROLLED') throw new BusinessError(notReachable(imei, device.claim_status));
  return device.imei1;
}

/** Unless it was sent before or must wait; one that could not be sent is refused before it waits (C12). */
async function send(context: CallContext, dispatch: Dispatch) {
  const { db, actor, transactionId, platform, approvedBy } = context;
  const { call, order, imei, body, payload = {}, reason = '', status = 'queued' } = dispatch;
  const { reportedAs } = order.variant;
  const note = dispatch.note ?? ((imei1: string, noted: string) => noteCommands(db, [imei1], reportedAs, noted));
  const answer = { status: 'success', message: order.command.successText } as const;
  const { method, path } = calls[call];
  const uid = uidOfRequest(context, { accountId: actor.accountId, method, path, transactionId }, body);
  // Outcomes are kept for some time (D2), commands for ever.
  const isToAll = imei === ALL_DEVICES;
  const sent = (await requestedCommands(db, [uid])).get(transactionId);
  if (sent !== undefined) return { ...answer, ...(isToAll && (await devicesOfCommand(db, sent))) };
  const keep = keptUntilAllowed(context, order, call, body);
  if (keep) return keep(isToAll ? ALL_DEVICES : takerOf(await findNamed(db, [imei]), imei));
  await countCommands(context, 1);
  const at = isoTime(platform.clock.now());
  const taker = isToAll ? ALL_DEVICES : takerOf(await holdNamed(db, [imei]), imei);
  if (!isToAll) await note(taker, at);
  const devices = isToAll ? { devices: await countOf(db, 'ENROLLED') } : {};
  const common = { ...commonOfCommands(context, order, { reason, approvedBy }), ...devices };
  const command = { transaction_id: transactionId, imei: taker, payload: JSON.stringify(payload), uid };
  await insertCommands(db, common, [command], at, status);
  return { ...answer, ...devices };
}

/** One command to one device (C1 to C4, C8, C9). */
export const lockNotification: Service<'lockNotification'> = async (context, body) => {
  const { imei, action, clientof, retailerNumber, ...carried } = body;
  const order = orderOf(action);
  if (order.command.send !== 'lockNotification')
    throw new MalformedRequest(`The action "${order.variant.action}" is not sent by this call.`);
  const missing = missingMessage(order, carried.message);
  if (missing !== null) throw new BusinessError(missing);
  // The lender in whose name a command goes, if its call names one: always that of the account (D7).
  const isNamed = clientof !== undefined || retailerNumber !== undefined;
  const lender = isNamed ? await findAccountById(context.db, context.actor.accountId) : undefined;
  const payload = {
    ...carried,
    clientof: clientof === undefined ? undefined : lender?.client_of,
    retailerNumber: retailerNumber === undefined ? undefined : lender?.phone,
  };
  return send(context, { call: 'lockNotification', order, imei, body, payload });
};

/** Throws BusinessError for what is no device action (C5). */
export function deviceActionOf(action: string): Order {
  const order = commandByAction(action);
  if (order?.command.send !== 'adminLockNotification') throw new BusinessError('Please select a valid action');
  return order;
}

/** To one device, or to ALL, which is one command that the gateway broadcasts (C5, D6). */
export const sendDeviceAction: Service<'adminLockNotification'> = async (context, body) => {
  const { imei, action } = body;
  const order = deviceActionOf(action);
  const reason = body.reason?.trim() ?? '';
  if (imei === ALL_DEVICES && reason.length < REASON_MIN_LENGTH)
    throw new BusinessError('A command to ALL devices needs a reason.');
  return send(context, { call: 'adminLockNotification', order, imei, body, reason });
};

/** Only the server de-enrols: a formatted phone cannot be reached (C3). */
export const formattedDevice: Service<'formattedDevice'> = async (context, body) => {
  const order = orderOf(body.action);
  const note = (imei1: string, at: string) => deEnrolDevice(context.db, imei1, order.variant.reportedAs, at);
  return send(context, { call: 'formattedDevice', order, imei: body.imei, body, status: 'acknowledged', note });
};
