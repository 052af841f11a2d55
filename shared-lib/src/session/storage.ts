import * as v from 'valibot';
import { readServerTime } from '../api/index.ts';
import { sessionCalls, loginAnswer, type LoginAnswer } from '../contract/index.ts';
import { EnvelopeError, newTransactionId, type EnvelopeCodec, type SealedBody } from '../crypto/index.ts';
import { answerOf, isExpired, SessionError, sessionOf, type Session, type SessionReading } from './session.ts';

/** The part of localStorage that the session uses. */
export type StoragePort = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>;

/** The session's keys (S3, D9a). */
export const sessionKeys = {
  /** The sealed login reply: `{payload, transactionId}`. */
  session: 'userSession',
  /** In the server's format. */
  expiry: 'userSessionExpiry',
  /** Milliseconds to add to this computer's clock to get the server's (D4). */
  clockOffset: 'userSessionClockOffset',
  /** `{userlevel, permissions, expiresAt}`, unsealed, by this computer's clock; for the boot script only. */
  hint: 'userSessionHint',
} as const;

/**
 * The prefix of most keys of the console. Exceptions: sessions, batches, the accepted registry entries, which protect
 * against old ones whoever logs in, and the display settings (`display:`), which do not concern an operator.
 */
const CONSOLE_KEY_PREFIX = 'console:';

const sealedText = v.object({ payload: v.string(), transactionId: v.string() });

function keysOf(storage: StoragePort): readonly string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key !== null);
}

/** Removes what the console stores (S8, D7) except unfinished batches (`batch:`) and the registry's (`registry:`). */
export function clearConsoleStorage(storage: StoragePort): void {
  const session: readonly string[] = Object.values(sessionKeys);
  for (const key of keysOf(storage)) {
    if (session.includes(key) || key.startsWith(CONSOLE_KEY_PREFIX)) storage.removeItem(key);
  }
}

const REMOTE_DATA_PREFIX = `${CONSOLE_KEY_PREFIX}remote:`;

const operatorDataPrefix = (email: string): string =>
  `${REMOTE_DATA_PREFIX}${encodeURIComponent(email.toLowerCase())}:`;

/** The prefix of a remote's keys for an operator. */
export const remoteDataPrefix = (email: string, remoteId: string): string => `${operatorDataPrefix(email)}${remoteId}:`;

/** Removes what remotes have stored for operators, except for the e-mail `keptFor`. */
export function clearRemoteData(storage: StoragePort, keptFor?: string): void {
  const kept = keptFor === undefined ? null : operatorDataPrefix(keptFor);
  for (const key of keysOf(storage)) {
    if (key.startsWith(REMOTE_DATA_PREFIX) && (kept === null || !key.startsWith(kept))) storage.removeItem(key);
  }
}

/** Removes only the stored session (S2, S6). */
export function clearStoredSession(storage: StoragePort): void {
  for (const key of Object.values(sessionKeys)) storage.removeItem(key);
}

function loginContext(transactionId: string) {
  return {
    direction: 'reply',
    method: sessionCalls.login.method,
    path: sessionCalls.login.path,
    transactionId,
  } as const;
}

/** Null if it does not open or is not a login's answer. */
async function openLogin(codec: EnvelopeCodec, sealed: SealedBody): Promise<LoginAnswer | null> {
  try {
    const result = v.safeParse(loginAnswer, await codec.open(sealed, loginContext(sealed.transactionId)));
    return result.success ? result.output : null;
  } catch (error) {
    if (error instanceof EnvelopeError) return null;
    throw error;
  }
}

/**
 * What to store for a login: the sealed reply as received if it holds the whole answer, else the answer sealed here as
 * login.php's reply (S3).
 */
export async function sealForStorage(
  codec: EnvelopeCodec,
  answer: LoginAnswer,
  came: SealedBody | null,
): Promise<SealedBody> {
  const reopened = came && (await openLogin(codec, came));
  const same = (left: LoginAnswer, right: LoginAnswer) =>
    JSON.stringify({ ...left, status: '', message: '' }) === JSON.stringify({ ...right, status: '', message: '' });
  if (came && reopened && same(reopened, answer)) return { payload: came.payload, transactionId: came.transactionId };
  return codec.seal(answer, loginContext(newTransactionId()));
}

/** Seals a changed session as login.php's reply (D2a). */
export function sealSession(codec: EnvelopeCodec, session: Session): Promise<SealedBody> {
  return codec.seal(answerOf(session), loginContext(newTransactionId()));
}

/** What depends on the offset between the two clocks. */
export function storeClockOffset(
  storage: StoragePort,
  {
    userlevel,
    permissions,
    expiresAt,
    clockOffset,
  }: Pick<Session, 'userlevel' | 'permissions' | 'expiresAt' | 'clockOffset'>,
): void {
  storage.setItem(sessionKeys.clockOffset, String(clockOffset));
  storage.setItem(sessionKeys.hint, JSON.stringify({ userlevel, permissions, expiresAt: expiresAt - clockOffset }));
}

/** Stores a session and returns its text. Throws {@link SessionError} and stores none if the browser refuses. */
export function storeSession(storage: StoragePort, session: Session, sealed: SealedBody): string {
  const text = JSON.stringify(sealed);
  try {
    storage.setItem(sessionKeys.expiry, session.expiry);
    storeClockOffset(storage, session);
    // Last: other tabs watch this key, and must then find the rest.
    storage.setItem(sessionKeys.session, text);
    return text;
  } catch (cause) {
    clearStoredSession(storage);
    throw new SessionError({ kind: 'not-stored' }, { cause });
  }
}

export interface StoredReading extends Omit<SessionReading, 'clockOffset'> {
  readonly codec: EnvelopeCodec;
  /** Measured anew; default: as stored. */
  readonly clockOffset?: number | undefined;
}

/** `text` tells it from a later one. */
export interface StoredSession {
  readonly session: Session;
  readonly text: string;
}

function parsedSealed(text: string): SealedBody | null {
  try {
    return v.parse(sealedText, JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof v.ValiError) return null;
    throw error;
  }
}

/** The stored session; null unless complete, authentic, validated and unexpired (S3, S4, S10). */
export async function readStoredSession(
  storage: StoragePort,
  { codec, now, serverTimeZone, clockOffset: measured }: StoredReading,
): Promise<StoredSession | null> {
  const text = storage.getItem(sessionKeys.session);
  const sealed = text === null ? null : parsedSealed(text);
  const storedExpiry = readServerTime(storage.getItem(sessionKeys.expiry) ?? '', serverTimeZone);
  const clockOffset = measured ?? Number(storage.getItem(sessionKeys.clockOffset) ?? '0');
  if (text === null || !sealed || storedExpiry === null || !Number.isFinite(clockOffset)) return null;
  const answer = await openLogin(codec, sealed);
  if (!answer) return null;
  try {
    const session = sessionOf(answer, { clockOffset, now, serverTimeZone });
    // The stored expiry can shorten a session, never prolong it (S4).
    const bounded = { ...session, expiresAt: Math.min(session.expiresAt, storedExpiry) };
    return isExpired(bounded, now) ? null : { session: bounded, text };
  } catch (error) {
    if (error instanceof SessionError) return null;
    throw error;
  }
}
