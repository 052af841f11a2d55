import { useStore } from 'jotai';
import { useCallback } from 'react';
import { endSessionAtom, sessionAtom, type Session, type SessionEnd } from '../session/index.ts';

/**
 * A way for a screen to end the session that a call of its own was made with (S8, D7). Nothing happens when someone has
 * logged in anew since, because a late answer says nothing of the present session.
 */
export function useEndSession(): (session: Session, reason: SessionEnd) => void {
  const store = useStore();
  return useCallback(
    (session, reason) => {
      if (store.get(sessionAtom)?.token === session.token) store.set(endSessionAtom, reason);
    },
    [store],
  );
}
