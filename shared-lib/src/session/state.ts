import { atom } from 'jotai';
import type { Session } from './session.ts';

/**
 * Why there is no session any more. `storage-cleared`: the wallpaper row action's authorisation failure, which clears all that the
 * console stores (S8, D7). `other-tab`: another tab removed it.
 */
export type SessionEnd = 'signed-out' | 'login-screen' | 'expired' | 'authorization-failed' | 'storage-cleared' | 'other-tab' | 'not-restored';

/** The session's state; `text` is what this tab knows to stand under `userSession`. */
export type SessionState =
  | { readonly status: 'none'; readonly end: SessionEnd | null }
  | { readonly status: 'present'; readonly session: Session; readonly text: string };

/** Written by the session's actions alone; not exported from the package. */
export const sessionStateAtom = atom<SessionState>({ status: 'none', end: null });

/** The session, or null when nobody is logged in (S9, S10). */
export const sessionAtom = atom((get): Session | null => {
  const state = get(sessionStateAtom);
  return state.status === 'present' ? state.session : null;
});

/** Why the last session of this tab ended; null while there is one, and before there was any. */
export const sessionEndAtom = atom((get): SessionEnd | null => {
  const state = get(sessionStateAtom);
  return state.status === 'none' ? state.end : null;
});
