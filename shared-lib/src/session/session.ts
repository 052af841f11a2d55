import { readServerTime } from '../api/index.ts';
import { LOGIN_VALIDATED, roles, type LoginAnswer, type Role } from '../contract/index.ts';

/** A completed login (S9). */
export interface Session {
  readonly id: string;
  readonly token: string;
  readonly email: string;
  readonly userlevel: Role;
  readonly permissions: readonly string[];
  readonly retailerPhone: string;
  readonly clientof: string;
  /** Milliseconds of the epoch, server's clock (D4). */
  readonly expiresAt: number;
  /** As the server wrote it (S3, S5). */
  readonly expiry: string;
  /** Minutes without use after which it ends earlier; null: none (S11). */
  readonly idleMinutes: number | null;
  /** Milliseconds to add to this computer's clock to get the server's (D4). */
  readonly clockOffset: number;
}

/** Why a login's answer is not a session. */
export type SessionRefusal = 'not-validated' | 'no-expiry' | 'expired' | 'other-account' | 'not-stored';

/** A login was accepted, but its answer is not a session; the message says why and what to do. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly reason: SessionRefusal;

  constructor(reason: SessionRefusal, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** The role of `userlevel` in any spelling; an unknown one has the least rights (S9). */
export function roleOf(userlevel: string): Role {
  const upper = userlevel.trim().toUpperCase();
  return roles.find((role) => role === upper) ?? 'USER';
}

export interface SessionReading {
  /** Milliseconds to add to this computer's clock to get the server's. */
  readonly clockOffset: number;
  /** This computer's clock, in milliseconds of the epoch. */
  readonly now: number;
  /** IANA zone of expiry texts without a zone (D1a). */
  readonly serverTimeZone: string;
}

/** The session of a login (S9, S10). Throws {@link SessionError}: not validated, without expiry, or over. */
export function sessionOf(answer: LoginAnswer, { clockOffset, now, serverTimeZone }: SessionReading): Session {
  if (answer.loggedin !== LOGIN_VALIDATED || answer.token === '') {
    // Quote the message: it may be a success text, which must not be shown as the error.
    const says = answer.message === '' ? '' : ` and says "${answer.message}"`;
    throw new SessionError('not-validated', `login.php: the server did not validate this login${says}; log in again.`);
  }
  const expiresAt = readServerTime(answer.expiry, serverTimeZone);
  if (expiresAt === null) {
    throw new SessionError(
      'no-expiry',
      `login.php: the login has no expiry that can be read ("${answer.expiry}"); tell your admin.`,
    );
  }
  if (expiresAt <= now + clockOffset)
    throw new SessionError('expired', `login.php: this login expired on ${answer.expiry}; log in again.`);
  return {
    id: answer.id,
    token: answer.token,
    email: answer.email,
    userlevel: roleOf(answer.userlevel),
    permissions: answer.permissions.map((permission) => permission.permission_name),
    retailerPhone: answer.retailer_phone,
    clientof: answer.clientof,
    expiresAt,
    expiry: answer.expiry,
    idleMinutes: answer.idle_minutes,
    clockOffset,
  };
}

/** The answer of login.php that gives this session; for sealing a changed session. */
export function answerOf(session: Session): LoginAnswer {
  const { id, token, email, userlevel, expiry, clientof } = session;
  const permissions = session.permissions.map((permission_name) => ({ permission_name }));
  const fields = { id, token, email, userlevel, expiry, clientof, permissions };
  return {
    status: 'success',
    message: '',
    ...fields,
    loggedin: LOGIN_VALIDATED,
    retailer_phone: session.retailerPhone,
    notice: '',
    idle_minutes: session.idleMinutes,
  };
}

/** True once the session has expired by the server's clock (S4, D4). */
export const isExpired = (session: Session, now: number): boolean => now + session.clockOffset >= session.expiresAt;
