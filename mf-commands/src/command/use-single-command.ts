import { useCallback, useRef, useState } from 'react';
import type { ApiError } from '@device-console/shared-lib/api';
import { calls, type BodyOf, type Command, type CommandVariant } from '@device-console/shared-lib/contract';
import { RepeatableSender, useConsole } from '@device-console/shared-lib/console';

/** How a single command stands. */
export type SingleState =
  | { readonly status: 'editing' }
  | { readonly status: 'sending' }
  | { readonly status: 'done'; readonly imei: string }
  /** The server took it, and its reply said nothing of how it went (D1b). */
  | { readonly status: 'accepted'; readonly imei: string }
  /** The server said no; nothing was done (C7). */
  | { readonly status: 'refused'; readonly message: string }
  /** Nothing is known for sure, or nothing was sent (D12). */
  | { readonly status: 'unconfirmed'; readonly maybeSent: boolean; readonly detail: string };

/** What a command may carry beyond IMEI and action, such as the reason for all devices (D6). */
export type CommandFields = Omit<BodyOf<typeof calls.lockNotification>, 'imei' | 'action'> &
  Pick<BodyOf<typeof calls.adminLockNotification>, 'reason'>;

/**
 * Sends one command to one device. Sending the same again after an unknown outcome reuses its transactionId, so that
 * the server can do it once only (D2).
 */
export function useSingleCommand(command: Command, variant: CommandVariant) {
  const { api } = useConsole();
  const [state, setState] = useState<SingleState>({ status: 'editing' });
  const sender = useRef(new RepeatableSender());

  const send = useCallback(
    async (imei: string, fields: CommandFields = {}): Promise<void> => {
      const body = { imei, action: variant.action, ...fields };
      setState({ status: 'sending' });
      const result = await sender.current.send({ key: imei, content: body }, (transactionId) =>
        sendCommand(api, command, body, transactionId),
      );
      if (result.kind === 'failed') setState(stateOfFailure(result.error));
      else setState({ status: result.answer ? 'done' : 'accepted', imei });
    },
    [api, command, variant],
  );

  const edit = useCallback(() => setState({ status: 'editing' }), []);
  return { state, send, edit };
}

/** Returns how a command stands that was not carried out, or of which that is not known (C7, D12). */
export function stateOfFailure({ outcome, message }: ApiError): SingleState {
  if (outcome === 'refused') return { status: 'refused', message };
  return { status: 'unconfirmed', maybeSent: outcome === 'unknown', detail: message };
}

type Api = ReturnType<typeof useConsole>['api'];

type CommandBody = CommandFields & { readonly imei: string; readonly action: string };

/** Sends it; true when the answer says how it went. */
async function sendCommand(api: Api, command: Command, body: CommandBody, transactionId: string): Promise<boolean> {
  if (command.send === 'adminLockNotification')
    return (await api.call(calls.adminLockNotification, body, { transactionId })).isStated;
  if (command.send === 'formattedDevice') {
    await api.call(calls.formattedDevice, { imei: body.imei, action: 'formatteddevice' }, { transactionId });
  } else await api.call(calls.lockNotification, body, { transactionId });
  return true;
}
