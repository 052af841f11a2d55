import { useCallback, useContext } from 'react';
import { useConsole } from '../console/index.ts';
import { RemoteContext } from '../console/remote-storage.ts';
import { useSends, type SendResult } from '../data/react/index.ts';
import { sendCommand, type CommandAnswer, type CommandOrigin, type CommandSending } from './send-command.ts';

/**
 * Sends commands from a screen; `source` says from where, as in `SentCommand`. Resolves once the outcome is known, as
 * far as it can be.
 */
export function useSendCommand(
  source: string,
): (
  sending: CommandSending,
  options?: Pick<CommandOrigin, 'queue' | 'keepsSession'>,
) => Promise<SendResult<CommandAnswer>> {
  const { api } = useConsole();
  const sends = useSends();
  const remote = useContext(RemoteContext)?.id ?? null;
  return useCallback(
    (sending, options) => sendCommand(sends, api, sending, { source, remote, ...options }),
    [sends, api, source, remote],
  );
}
