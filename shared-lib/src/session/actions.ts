import { atom } from 'jotai';
import { ApiError, type Exchange } from '../api/index.ts';
import { sessionCalls, type LoginAnswer } from '../contract/index.ts';
import {
  sessionEnvironmentAtom,
  type SessionEnvironment,
  sessionNoticeAtom,
  sessionStateAtom,
  type SessionEnd,
  type SessionHold,
  type SessionState,
} from './state.ts';
import { SessionError, sessionOf, type Session } from './session.ts';
import {
  clearConsoleStorage,
  clearRemoteData,
  clearStoredSession,
  readStoredSession,
  sealForStorage,
  sealSession,
  sessionKeys,
  storeClockOffset,
  storeSession,
  type StoragePort,
} from './storage.ts';

const LOGOUT_TIMEOUT_MS = 10_000;

/** Input of a login screen (S1). */
export interface Credentials {
  /** E-mail or phone. */
  readonly email: string;
  readonly password: string;
  /** For the superadmin login (D8). */
  readonly client?: 'SUPERADMIN' | undefined;
  /** Login in place: refuse any other account (D9a). */
  readonly onlyEmail?: string | undefined;
}

/** The return of a single sign-on: the code in its address, and the handle that its page stored (S21). */
export interface SignOnCode extends Pick<Credentials, 'client' | 'onlyEmail'> {
  readonly code: string;
  readonly handle: string;
}

/**
 * The result of a sign-out; the session has ended here either way (S6). `address`: where the browser must go to end the
 * session at the identity provider. `notice`: a message about that; '' or absent for none (S28).
 */
export type SignOutResult =
  | { readonly status: 'confirmed'; readonly address?: string; readonly notice?: string }
  | { readonly status: 'unconfirmed'; readonly error: ApiError };

/** What else a sign-out ends. */
export interface SignOutWish {
  /** The session at the identity provider, if this one came from there (S28). */
  readonly atProvider?: boolean | undefined;
}

function offsetOf({ backend, clock }: SessionEnvironment, serverTime: Date | null): number {
  return backend === 'legacy' || serverTime === null ? 0 : serverTime.getTime() - clock.now();
}

function refuseOtherAccount(answer: LoginAnswer, onlyEmail: string | undefined): void {
  if (onlyEmail === undefined || answer.email.toLowerCase() === onlyEmail.toLowerCase()) return;
  throw new SessionError({ kind: 'other-account', email: answer.email, wanted: onlyEmail });
}

/**
 * Logs in with a password or a single sign-on code, and stores the session (S1, S3, D4, D8, S21). Throws {@link
 * ApiError} with the server's message (S7), or {@link SessionError} if the answer is not a session; an older session
 * then stays.
 */
export const signInAtom = atom(null, async (get, set, given: Credentials | SignOnCode): Promise<Session> => {
  const { api } = get(sessionEnvironmentAtom);
  const { onlyEmail, ...body } = given;
  const exchange =
    'code' in body
      ? await api.exchange(sessionCalls.signInByCode, body, { keepsSession: true })
      : await api.exchange(sessionCalls.login, body, { keepsSession: true });
  return set(takeLoginAtom, { exchange, email: 'email' in body ? body.email : '', onlyEmail });
});

/** A login's answer, and the account that asked for it. */
export interface GivenLogin extends Pick<Credentials, 'email' | 'onlyEmail'> {
  /** `sealed` is login.php's reply as received; null for any other call, whose answer is sealed here. */
  readonly exchange: Exchange<LoginAnswer>;
}

/** Stores a login's session (S3, S17). Throws {@link SessionError} like {@link signInAtom}. */
export const takeLoginAtom = atom(null, async (get, set, { exchange, email, onlyEmail }: GivenLogin) => {
  const environment = get(sessionEnvironmentAtom);
  const { answer, sealed, serverTime } = exchange;
  const complete = { ...answer, email: answer.email || email };
  refuseOtherAccount(complete, onlyEmail);
  const { clock, codec, serverTimeZone, storage } = environment;
  const session = sessionOf(complete, {
    clockOffset: offsetOf(environment, serverTime),
    now: clock.now(),
    serverTimeZone,
  });
  const text = storeSession(storage, session, await sealForStorage(await codec, complete, sealed));
  clearRemoteData(storage, session.email);
  set(sessionStateAtom, { status: 'present', session, text });
  set(sessionNoticeAtom, answer.notice);
  return session;
});

/** The server's clock was measured again: this tab, and pages that are loaded later, go by it (D4). */
export const noteClockOffsetAtom = atom(null, (get, set, clockOffset: number): void => {
  const state = get(sessionStateAtom);
  if (state.status !== 'present') return;
  const session = { ...state.session, clockOffset };
  storeClockOffset(get(sessionEnvironmentAtom).storage, session);
  set(sessionStateAtom, { ...state, session });
});

/** Reads the session from storage, even if another tab stored it; clears what cannot be read (S3, S10, D9a). */
export const restoreSessionAtom = atom(null, async (get, set): Promise<Session | null> => {
  const { clock, codec, serverTimeZone, storage, measureOffset } = get(sessionEnvironmentAtom);
  const before = storage.getItem(sessionKeys.session);
  const read = async (clockOffset?: number) =>
    readStoredSession(storage, { codec: await codec, now: clock.now(), serverTimeZone, clockOffset });
  let stored = await read();
  // This computer's clock may have been set since the login (D4).
  const measured = !stored && before !== null && measureOffset ? await measureOffset() : null;
  if (measured !== null) {
    stored = await read(measured);
    if (stored) storeClockOffset(storage, stored.session);
  }
  // Another tab may have logged in meanwhile; do not clear its session.
  if (!stored && storage.getItem(sessionKeys.session) === before) {
    clearStoredSession(storage);
    if (before !== null) clearRemoteData(storage);
  }
  const end = before === null ? null : 'not-restored';
  if (!stored && get(sessionStateAtom).status === 'held') return null;
  set(sessionStateAtom, stored ? { status: 'present', ...stored } : { status: 'none', end });
  return stored?.session ?? null;
});

/** Removes an ended session from storage, but not another tab's later one; returns whether it did. */
function forgetStored(storage: StoragePort, state: SessionState, reason: SessionEnd): boolean {
  const stored = storage.getItem(sessionKeys.session);
  const isOurs = state.status === 'none' || stored === null || stored === state.text;
  if (!isOurs || reason === 'other-tab') return false;
  clearStoredSession(storage);
  return true;
}

/** Tells the server that a login page has ended this session (S14); ignores the reply. */
function abandon({ api }: SessionEnvironment): void {
  api.call(sessionCalls.logout, {}, { inBackground: true }).catch(() => undefined);
}

/**
 * Ends the session in this tab without waiting for the server (S2, S4, S8, S14), and removes what remotes have stored.
 * Another tab's later session stays, except on a login screen, which clears any older session (S2).
 */
export const endSessionAtom = atom(null, (get, set, reason: SessionEnd): void => {
  const environment = get(sessionEnvironmentAtom);
  const { storage } = environment;
  const state = get(sessionStateAtom);
  if (reason === 'login-screen' && state.status === 'present') abandon(environment);
  if (reason === 'storage-cleared') clearConsoleStorage(storage);
  else if (reason === 'login-screen') clearStoredSession(storage);
  const isOver = reason === 'login-screen' || reason === 'storage-cleared' || forgetStored(storage, state, reason);
  if (isOver) clearRemoteData(storage);
  // A login screen keeps the reason that led to it.
  if (state.status === 'present') set(sessionStateAtom, { status: 'none', end: reason });
  else if (state.status === 'held')
    set(sessionStateAtom, { status: 'none', end: reason === 'login-screen' ? state.end : reason });
});

/**
 * Ends the session like {@link endSessionAtom}, but keeps its page for a login in place by the same operator (D9a). No
 * call can be made; {@link signInAtom} or `endSessionAtom` ends the wait. Does nothing without a session.
 */
export const holdSessionAtom = atom(null, (get, set, reason: SessionHold): void => {
  const state = get(sessionStateAtom);
  if (state.status !== 'present') return;
  forgetStored(get(sessionEnvironmentAtom).storage, state, reason);
  set(sessionStateAtom, { ...state, status: 'held', end: reason });
});

/** Logs out at the server and here, here even if the server does not answer (S6, S28). */
export const signOutAtom = atom(null, async (get, set, { atProvider }: SignOutWish = {}): Promise<SignOutResult> => {
  const { api } = get(sessionEnvironmentAtom);
  const before = get(sessionStateAtom);
  try {
    if (before.status !== 'present') return { status: 'confirmed' };
    const options = { keepsSession: true, timeoutMs: LOGOUT_TIMEOUT_MS };
    if (atProvider) {
      const { address, notice } = await api.call(sessionCalls.signOut, {}, options);
      return { status: 'confirmed', address, notice };
    }
    await api.call(sessionCalls.logout, {}, options);
    return { status: 'confirmed' };
  } catch (error) {
    if (error instanceof ApiError) return { status: 'unconfirmed', error };
    throw error;
  } finally {
    if (get(sessionStateAtom) === before) set(endSessionAtom, 'signed-out');
  }
});

/** Stores the permissions of a 403, here and in storage; does nothing without a session (D2a). */
export const replacePermissionsAtom = atom(null, async (get, set, permissions: readonly string[]): Promise<void> => {
  const { codec, storage } = get(sessionEnvironmentAtom);
  const state = get(sessionStateAtom);
  if (state.status !== 'present') return;
  const changed = { ...state, session: { ...state.session, permissions } };
  set(sessionStateAtom, changed);
  const sealed = await sealSession(await codec, changed.session);
  const isStillOurs = get(sessionStateAtom) === changed && storage.getItem(sessionKeys.session) === changed.text;
  if (isStillOurs) set(sessionStateAtom, { ...changed, text: storeSession(storage, changed.session, sealed) });
});
