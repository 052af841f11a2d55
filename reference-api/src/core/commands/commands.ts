import { calls, commandByAction, type SendCallName } from '@device-console/shared-lib/contract';
import { isoTime } from '../time/clock.ts';
import { MalformedRequest } from '../errors/request-errors.ts';
import { findAccountById } from '../store/accounts.ts';
import { ALL_DEVICES, insertCommands, requestedCommands } from '../store/commands.ts';
import { claimStatusOf, deEnrolDevice, noteCommand } from '../store/devices.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import { deviceActionItem } from '../batches/batch-items.ts';
import { countCommands, keptUntilAllowed } from './before-send.ts';
import type { CallContext, Service } from '../calls/context.ts';
import { commonOfCommands, missingMessage, notReachable, orderOf, uidOfRequest, type Order } from './orders.ts';

const REASON_MIN_LENGTH = 3;

interface Dispatch {
  readonly call: SendCallName;
  readonly order: Order;
  readonly body: { readonly imei: string };
  readonly payload?: Readonly<Record<string, string | undefined>>;
  readonly reason?: string | undefined;
  /** `acknowledged`: the server itself carries it out. */
  readonly status?: 'queued' | 'acknowledged';
  /** Notes the command on its device; false if no such device takes it. */
  note(at: string): Promise<boolean>;
}

async function refuseDevice({ db }: CallContext, imei: string): Promise<never> {
  const status = await claimStatusOf(db, imei);
  if (status === undefined || status === 'ENROLLED')
    throw new BusinessError(`No device with IMEI ${imei} is registered. Nothing was sent.`);
  throw new BusinessError(notReachable(imei, status));
}

/** Unless it was sent before or must wait; one that could not be sent is refused before it waits (C12). */
async function send(context: CallContext, dispatch: Dispatch) {
  const { db, actor, transactionId, platform, approvedBy } = context;
  const { call, order, body, payload = {}, reason = '', status = 'queued', note } = dispatch;
  const { imei } = body;
  const answer = { status: 'success', message: order.command.successText } as const;
  const { method, path } = calls[call];
  const uid = uidOfRequest(context, { accountId: actor.accountId, method, path, transactionId }, body);
  // Outcomes are kept for some time (D2), commands for ever.
  if ((await requestedCommands(db, [uid])).has(transactionId)) return answer;
  const keep = keptUntilAllowed(context, order, call, body);
  if (keep) {
    if (imei !== ALL_DEVICES && (await claimStatusOf(db, imei)) !== 'ENROLLED') await refuseDevice(context, imei);
    return keep();
  }
  await countCommands(context, 1);
  const at = isoTime(platform.clock.now());
  if (!(await note(at))) await refuseDevice(context, imei);
  const common = commonOfCommands(context, order, { reason, approvedBy });
  const command = { transaction_id: transactionId, imei, payload: JSON.stringify(payload), uid };
  await insertCommands(db, common, [command], at, status);
  return answer;
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
  const note = (at: string) => noteCommand(context.db, imei, order.variant.reportedAs, at);
  return send(context, { call: 'lockNotification', order, body, payload, note });
};

/** To one device, one IMEI of a batch, or ALL, which is one command that the gateway broadcasts (C5, D6). */
export const adminLockNotification: Service<'adminLockNotification'> = async (context, body) => {
  const { imei, action, filename } = body;
  const order = commandByAction(action);
  if (order?.command.send !== 'adminLockNotification') throw new BusinessError('Please select a valid action');
  const isToAll = imei === ALL_DEVICES;
  if (isToAll && filename !== undefined)
    throw new BusinessError('ALL is not possible in a batch. Send it from the single form.');
  if (filename !== undefined) return deviceActionItem(context, order, { ...body, filename });
  const reason = body.reason?.trim() ?? '';
  if (isToAll && reason.length < REASON_MIN_LENGTH) throw new BusinessError('A command to ALL devices needs a reason.');
  const note = async (at: string) => isToAll || noteCommand(context.db, imei, order.variant.reportedAs, at);
  return send(context, { call: 'adminLockNotification', order, body, reason, note });
};

/** Only the server de-enrols: a formatted phone cannot be reached (C3). */
export const formattedDevice: Service<'formattedDevice'> = async (context, body) => {
  const order = orderOf(body.action);
  const note = (at: string) => deEnrolDevice(context.db, body.imei, order.variant.reportedAs, at);
  return send(context, { call: 'formattedDevice', order, body, status: 'acknowledged', note });
};
