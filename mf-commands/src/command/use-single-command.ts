import { useCallback, useRef, useState } from 'react';
import { ApiError } from '@device-console/shared-lib/api';
import { calls, type BodyOf, type Command, type CommandVariant } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { useConsole } from '@device-console/shared-lib/console';

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
  // Ids of the commands whose outcome is unknown, by all that their bodies say.
  const open = useRef(new Map<string, string>());

  const send = useCallback(
    async (imei: string, fields: CommandFields = {}): Promise<void> => {
      const key = JSON.stringify([imei, variant.action, fields]);
      const transactionId = open.current.get(key) ?? newTransactionId();
      open.current.set(key, transactionId);
      setState({ status: 'sending' });
      try {
        const isStated = await sendCommand(api, command, { imei, action: variant.action, ...fields }, transactionId);
        open.current.delete(key);
        setState({ status: isStated ? 'done' : 'accepted', imei });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.outcome === 'refused') open.current.delete(key);
        setState(stateOfFailure(error));
      }
    },
    [api, command, variant],
  );

  const edit = useCallback(() => setState({ status: 'editing' }), []);
  return { state, send, edit };
}

function stateOfFailure(error: ApiError): SingleState {
  if (error.outcome === 'refused') return { status: 'refused', message: error.message };
  return { status: 'unconfirmed', maybeSent: error.outcome === 'unknown', detail: error.message };
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
