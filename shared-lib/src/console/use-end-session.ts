import { useStore } from 'jotai';
import { useCallback } from 'react';
import { type Session } from '../session/index.ts';
import { endSessionAtom, sessionAtom, type SessionEnd } from '../session/host.ts';

/** Ends the session that a screen's call was made with (S8, D7). A late answer does not end a later session. */
export function useEndSession(): (session: Session, reason: SessionEnd) => void {
  const store = useStore();
  return useCallback(
    (session, reason) => {
      if (store.get(sessionAtom)?.token === session.token) store.set(endSessionAtom, reason);
    },
    [store],
  );
}
