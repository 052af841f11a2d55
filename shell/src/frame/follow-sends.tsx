import { useCallback } from 'react';
import { useConsole, useRead, useSendLog, useSends, type Sent } from '@device-console/shared-lib/console';
import { ASKED_COMMANDS, calls, isOnItsWay } from '@device-console/shared-lib/contract';
import { useFollowing } from '@device-console/shared-lib/records';

const NO_DEVICES: readonly string[] = [];

/** The server has it, or may have it, and its phone has not answered yet as far as is known. */
const isAwaited = ({ about, phase, outcome, status }: Sent): boolean =>
  about !== null &&
  phase === 'ended' &&
  (outcome === 'taken' || outcome === 'unstated' || outcome === 'unknown') &&
  (status === '' || isOnItsWay(status));

/**
 * Learns what became of the commands that this operator has sent by hand, on every screen: some fail after they were
 * sent (D17d). Draws nothing.
 */
export function FollowSends(): null {
  const { api } = useConsole();
  const read = useRead();
  const sends = useSends();
  const open = useSendLog().filter(isAwaited).slice(0, ASKED_COMMANDS);
  const isOffered = api.offers(calls.ownCommands);
  const ids = open.map(({ id }) => id).join();
  const ask = useCallback((): void => {
    if (!isOffered || ids === '') return;
    read(calls.ownCommands, { transactionIds: ids.split(',') }, { inBackground: true }).then(
      ({ items }) => {
        const known = new Map(sends.getSnapshot().map(({ id, status }) => [id, status]));
        for (const { transactionId, status } of items)
          if (known.has(transactionId) && known.get(transactionId) !== status) void sends.learn(transactionId, status);
      },
      // It is asked again.
      () => undefined,
    );
  }, [isOffered, ids, read, sends]);
  useFollowing({ refetch: ask, imei: null, isOpen: isOffered && ids !== '', watched: NO_DEVICES });
  return null;
}
