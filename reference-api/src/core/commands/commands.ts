import { calls, commandByAction, type SendCallName } from '@device-console/shared-lib/contract';
import { isoTime } from '../time/clock.ts';
import { MalformedRequest } from '../errors/request-errors.ts';
import { findAccountById } from '../store/accounts.ts';
import { ALL_DEVICES, insertCommands } from '../store/commands.ts';
import { claimStatusOf, deEnrolDevice, noteCommand } from '../store/devices.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import { deviceActionItem } from '../batches/batch-items.ts';
import { countCommands, keptUntilAllowed } from './before-send.ts';
import type { CallContext, Service } from '../calls/context.ts';
import { wasSentBefore } from './forgotten-outcomes.ts';
import { commonOfCommands, missingMessage, notReachable, orderOf, uidOfRequest, type Order } from './orders.ts';

const REASON_MIN_LENGTH = 3;

interface Dispatch {
  readonly call: SendCallName;
  readonly body: object;
  readonly imei: string;
  readonly payload: Readonly<Record<string, string | undefined>>;
  readonly reason?: string | undefined;
}

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
  const { actor, transactionId, platform, approvedBy } = context;
  const { call, body, imei, payload, reason = '' } = dispatch;
  const { method, path } = calls[call];
  const uid = uidOfRequest(context, { accountId: actor.accountId, method, path, transactionId }, body);
  await insertCommands(
    context.db,
    commonOfCommands(context, order, { reason, approvedBy }),
    [{ transaction_id: transactionId, imei, payload: JSON.stringify(payload), uid }],
    isoTime(platform.clock.now()),
    status,
  );
}

/** Throws the reason why a device takes no command. */
async function refuseDevice({ db }: CallContext, imei: string): Promise<never> {
  const status = await claimStatusOf(db, imei);
  const refusal = status === undefined ? null : notReachable(imei, status);
  throw new BusinessError(refusal ?? `No device with IMEI ${imei} is registered. Nothing was sent.`);
}

/** The message for a command that may not be sent yet. One that could not be sent is refused before it waits (C12). */
async function waitWhereAsked(context: CallContext, call: SendCallName, order: Order, body: { readonly imei: string }) {
  const keep = keptUntilAllowed(context, order, call, body);
  if (!keep) return undefined;
  const status = await claimStatusOf(context.db, body.imei);
  if (body.imei !== ALL_DEVICES && status !== 'ENROLLED') await refuseDevice(context, body.imei);
  return keep();
}

/** Throws BusinessError if the device is not enrolled. */
async function queue(context: CallContext, order: Order, dispatch: Dispatch): Promise<void> {
  await countCommands(context, 1);
  const at = isoTime(context.platform.clock.now());
  if (!(await noteCommand(context.db, dispatch.imei, order.variant.reportedAs, at)))
    await refuseDevice(context, dispatch.imei);
  await write(context, order, dispatch, 'queued');
}

/** The lender in whose name a command goes, if its call names one: always that of the account (D7). */
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
  const answer = { status: 'success', message: order.command.successText } as const;
  if (await wasSentBefore(context, order, imei)) return answer;
  const waits = await waitWhereAsked(context, 'lockNotification', order, body);
  if (waits) return waits;
  const payload = { ...carried, ...(await lenderOf(context, { clientof, retailerNumber })) };
  await queue(context, order, { call: 'lockNotification', body, imei, payload });
  return answer;
};

function requireReason(reason: string | undefined): string {
  const given = reason?.trim() ?? '';
  if (given.length < REASON_MIN_LENGTH) throw new BusinessError('A command to ALL devices needs a reason.');
  return given;
}

/** To one device, one IMEI of a batch, or ALL, which is one command that the gateway broadcasts (C5, D6). */
export const adminLockNotification: Service<'adminLockNotification'> = async (context, body) => {
  const { imei, action, filename } = body;
  const order = commandByAction(action);
  if (order?.command.send !== 'adminLockNotification') throw new BusinessError('Please select a valid action');
  const answer = { status: 'success', message: order.command.successText } as const;
  const isToAll = imei === ALL_DEVICES;
  if (isToAll && filename !== undefined)
    throw new BusinessError('ALL is not possible in a batch. Send it from the single form.');
  if (filename !== undefined) return deviceActionItem(context, order, { ...body, filename });
  const reason = isToAll ? requireReason(body.reason) : body.reason?.trim();
  if (await wasSentBefore(context, order, imei)) return answer;
  const waits = await waitWhereAsked(context, 'adminLockNotification', order, body);
  if (waits) return waits;
  const dispatch = { call: 'adminLockNotification', body, imei, payload: {}, reason } as const;
  if (isToAll) {
    await countCommands(context, 1);
    await write(context, order, dispatch, 'queued');
  } else await queue(context, order, dispatch);
  return answer;
};

/** Only the server de-enrols: a formatted phone cannot be reached (C3). */
export const formattedDevice: Service<'formattedDevice'> = async (context, body) => {
  const order = orderOf(body.action);
  const answer = { status: 'success' as const, message: order.command.successText };
  if (await wasSentBefore(context, order, body.imei)) return answer;
  const waits = await waitWhereAsked(context, 'formattedDevice', order, body);
  if (waits) return waits;
  await countCommands(context, 1);
  const at = isoTime(context.platform.clock.now());
  if (!(await deEnrolDevice(context.db, body.imei, order.variant.reportedAs, at)))
    await refuseDevice(context, body.imei);
  const dispatch = { call: 'formattedDevice', body, imei: body.imei, payload: {} } as const;
  await write(context, order, dispatch, 'acknowledged');
  return answer;
};
