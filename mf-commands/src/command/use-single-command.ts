import { useCallback, useRef, useState } from 'react';
import { ApiError } from '@device-console/shared-lib/api';
import { calls, type Command, type CommandVariant } from '@device-console/shared-lib/contract';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { useConsole } from '@device-console/shared-lib/console';

/** How a single command stands. */
export type SingleState =
  | { readonly status: 'editing' }
  | { readonly status: 'sending' }
  | { readonly status: 'done'; readonly imei: string }
  /** The server said no; nothing was done (C7). */
  | { readonly status: 'refused'; readonly message: string }
  /** Nothing is known for sure, or nothing was sent (D12). */
  | { readonly status: 'unconfirmed'; readonly maybeSent: boolean; readonly detail: string };

/**
 * Sends one command to one device. Sending the same again after an unknown outcome reuses its transactionId, so that the
 * server can do it once only (D2).
 */
export function useSingleCommand(command: Command, variant: CommandVariant) {
  const { api } = useConsole();
  const [state, setState] = useState<SingleState>({ status: 'editing' });
  // Ids of the commands whose outcome is unknown, by IMEI and action.
  const open = useRef(new Map<string, string>());

  const send = useCallback(
    async (imei: string): Promise<void> => {
      const key = `${imei} ${variant.action}`;
      const transactionId = open.current.get(key) ?? newTransactionId();
      open.current.set(key, transactionId);
      setState({ status: 'sending' });
      try {
        await sendCommand(api, command, variant, imei, transactionId);
        open.current.delete(key);
        setState({ status: 'done', imei });
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

async function sendCommand(api: Api, command: Command, { action }: CommandVariant, imei: string, transactionId: string): Promise<void> {
  if (command.send === 'formattedDevice') await api.call(calls.formattedDevice, { imei, action: 'formatteddevice' }, { transactionId });
  else await api.call(calls[command.send], { imei, action }, { transactionId });
}
