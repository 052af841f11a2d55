import { useCallback, useRef, useState } from 'react';
import type { ApiClient, ApiError } from '../api/index.ts';
import { failureNotice, RepeatableSender, tellSent, useConsole, type FailureNotice } from '../console/index.ts';
import { calls, WAITS_FOR_APPROVAL, type BodyOf, type Command, type CommandVariant } from '../contract/index.ts';

/** How a single command stands. */
export type SingleState =
  | { readonly status: 'editing' }
  | { readonly status: 'sending' }
  | { readonly status: 'done'; readonly imei: string }
  /** The server took it, and its reply said nothing of how it went (D1b). */
  | { readonly status: 'accepted'; readonly imei: string }
  /** The server said no, or keeps it until a second person has decided (C12); nothing was sent (C7). */
  | { readonly status: 'refused'; readonly failure: FailureNotice; readonly waits: boolean }
  /** Nothing is known for sure, or nothing was sent (D12). */
  | { readonly status: 'unconfirmed'; readonly maybeSent: boolean; readonly failure: FailureNotice };

/** What a command may carry beyond IMEI and action, such as the reason for all devices (D6). */
export type CommandFields = Omit<BodyOf<typeof calls.lockNotification>, 'imei' | 'action'> &
  Pick<BodyOf<typeof calls.adminLockNotification>, 'reason'>;

/** What {@link useSingleCommand} gives: how the command stands, and the ways to send it and to begin anew. */
export interface SingleCommand {
  readonly state: SingleState;
  readonly send: (imei: string, fields?: CommandFields) => Promise<void>;
  /** Another target is being chosen: the last outcome is no longer shown. */
  readonly edit: () => void;
}

/**
 * Sends one command to one device. Sending the same again after an unknown outcome reuses its transactionId, so that
 * the server can do it once only (D2). The sender remembers what is open: the form's own, or one that outlives it.
 */
export function useSingleCommand(command: Command, variant: CommandVariant, given?: RepeatableSender): SingleCommand {
  const { api } = useConsole();
  const [state, setState] = useState<SingleState>({ status: 'editing' });
  const own = useRef(new RepeatableSender());
  const send = useCallback(
    async (imei: string, fields: CommandFields = {}): Promise<void> => {
      setState({ status: 'sending' });
      setState(await sendSingleCommand({ api, sender: given ?? own.current, command, variant, imei, fields }));
    },
    [api, command, variant, given],
  );
  const edit = useCallback(() => setState({ status: 'editing' }), []);
  return { state, send, edit };
}

/** One sending of a command to one device. */
export interface SingleSending {
  readonly api: ApiClient;
  readonly sender: RepeatableSender;
  readonly command: Command;
  readonly variant: CommandVariant;
  readonly imei: string;
  readonly fields?: CommandFields | undefined;
}

/** Sends it once, and returns how it stands then (C6, C7, D2, D12). What shows the device looks at it again. */
export async function sendSingleCommand(sending: SingleSending): Promise<SingleState> {
  const { api, sender, command, variant, imei, fields } = sending;
  const body = { imei, action: variant.action, ...fields };
  const result = await sender.send({ key: imei, content: body }, (transactionId) =>
    sendCommand(api, command, body, transactionId),
  );
  if (result.kind !== 'failed' || result.error.outcome === 'unknown') tellSent(imei);
  if (result.kind === 'failed') return stateOfFailure(result.error);
  return { status: result.answer ? 'done' : 'accepted', imei };
}

/** Returns how a command stands that was not carried out, or of which that is not known (C7, D12). */
export function stateOfFailure(error: ApiError): SingleState {
  if (error.outcome === 'refused') {
    const waits = error.reason === WAITS_FOR_APPROVAL;
    return { status: 'refused', failure: failureNotice(error), waits };
  }
  return { status: 'unconfirmed', maybeSent: error.outcome === 'unknown', failure: failureNotice(error) };
}

type CommandBody = CommandFields & { readonly imei: string; readonly action: string };

/** Sends it; true when the answer says how it went. */
async function sendCommand(
  api: ApiClient,
  command: Command,
  body: CommandBody,
  transactionId: string,
): Promise<boolean> {
  if (command.send === 'adminLockNotification')
    return (await api.call(calls.adminLockNotification, body, { transactionId })).isStated;
  if (command.send === 'formattedDevice') {
    await api.call(calls.formattedDevice, { imei: body.imei, action: 'formatteddevice' }, { transactionId });
  } else await api.call(calls.lockNotification, body, { transactionId });
  return true;
}
