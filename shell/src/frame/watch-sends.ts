import type { Sends, Sent } from '@device-console/shared-lib/console';
import { commandStateOf } from '@device-console/shared-lib/contract';

/** It was sent, and its phone will not do it. */
const isUndoneLater = ({ status }: Sent): boolean => {
  const state = commandStateOf(status);
  return state === 'failed' || state === 'expired' || state === 'cancelled';
};

/** Its screen was left before the answer, which says that it was not done, or perhaps not. */
const isRefusedUnseen = ({ isNews, phase, outcome }: Sent): boolean =>
  isNews && phase === 'ended' && (outcome === 'refused' || outcome === 'not-sent' || outcome === 'unknown');

const isBad = (sent: Sent): boolean => isUndoneLater(sent) || isRefusedUnseen(sent);

/**
 * Calls back once for each command of this page that turns out not to be done where nobody sees it: after it was sent,
 * or after its screen was left (C7, D12). Returns an unsubscribe function.
 */
export function watchSends(
  sends: Pick<Sends, 'subscribe' | 'getSnapshot'>,
  onUndone: (sent: Sent) => void,
): () => void {
  let before = sends.getSnapshot();
  return sends.subscribe(() => {
    const past = new Map(before.map((sent) => [sent.id, sent]));
    before = sends.getSnapshot();
    for (const sent of before) {
      const earlier = past.get(sent.id);
      if (sent.about !== null && earlier && isBad(sent) && !isBad(earlier)) onUndone(sent);
    }
  });
}
