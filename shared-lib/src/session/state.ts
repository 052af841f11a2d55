import { atom } from 'jotai';
import type { Session } from './session.ts';
import type { ApiClient } from '../api/index.ts';
import type { EnvelopeCodec } from '../crypto/index.ts';
import type { StoragePort } from './storage.ts';
import type { MeasureOffset } from './watch.ts';

/**
 * Why there is no session. `storage-cleared`: after an authorisation failure of the wallpaper row action, which clears
 * all that the console stores (S8, D7). `other-tab`: another tab removed it.
 */
export type SessionEnd =
  | 'signed-out'
  | 'login-screen'
  | 'expired'
  | 'authorization-failed'
  | 'storage-cleared'
  | 'other-tab'
  | 'not-restored';

/** Why a session ended whose page waits for a login in place (D9a). */
export type SessionHold = Extract<SessionEnd, 'expired' | 'authorization-failed' | 'other-tab'>;

/**
 * `text` is this tab's view of `userSession`. `held`: the session is over and gone from storage, but its page stays
 * until the same operator logs in on it (D9a).
 */
export type SessionState =
  | { readonly status: 'none'; readonly end: SessionEnd | null }
  | { readonly status: 'present'; readonly session: Session; readonly text: string }
  | { readonly status: 'held'; readonly session: Session; readonly text: string; readonly end: SessionHold };

/** Written only by the session's actions; not exported from the package. */
export const sessionStateAtom = atom<SessionState>({ status: 'none', end: null });

/** The page's session, even while it waits for a login in place; null if nobody is logged in (S9, S10, D9a). */
export const sessionAtom = atom((get): Session | null => {
  const state = get(sessionStateAtom);
  return state.status === 'none' ? null : state.session;
});

/** The session to make calls with; null if nobody is logged in, or the page waits for a login in place (D9a). */
export const usableSessionAtom = atom((get): Session | null => {
  const state = get(sessionStateAtom);
  return state.status === 'present' ? state.session : null;
});

/** The server's notice at this page's last login, such as that an older session ended; '' for none (S13). */
export const sessionNoticeAtom = atom('');

/** True while the page waits for a login in place (D9a). */
export const sessionHeldAtom = atom((get): boolean => get(sessionStateAtom).status === 'held');

/** Why this tab's last session ended; null during a session, and before the first. */
export const sessionEndAtom = atom((get): SessionEnd | null => {
  const state = get(sessionStateAtom);
  return state.status === 'present' ? null : state.end;
});

/** Set once by the host, or by a test. */
export interface SessionEnvironment {
  readonly api: ApiClient;
  readonly codec: EnvelopeCodec | Promise<EnvelopeCodec>;
  readonly storage: StoragePort;
  /** This computer's clock, in milliseconds of the epoch. */
  readonly clock: { now(): number };
  /** `legacy`: expiry goes by this computer's clock (D1a). */
  readonly backend: 'reference' | 'legacy';
  /** IANA zone of expiry texts without a zone (D1a). */
  readonly serverTimeZone: string;
  /** Asked before a stored session is taken for expired. Default: it goes by the offset of its login. */
  readonly measureOffset?: MeasureOffset | undefined;
}

const providedEnvironmentAtom = atom<SessionEnvironment | null>(null);

/** The session's environment. The host sets it before any action; reading it earlier throws. */
export const sessionEnvironmentAtom = atom(
  (get): SessionEnvironment => {
    const environment = get(providedEnvironmentAtom);
    if (!environment) throw new Error('The session has no environment: set sessionEnvironmentAtom before its actions.');
    return environment;
  },
  (_get, set, environment: SessionEnvironment) => set(providedEnvironmentAtom, environment),
);
