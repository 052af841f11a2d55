import { readServerTime } from '../api/index.ts';
import { LOGIN_VALIDATED, roles, type LoginAnswer, type Role } from '../contract/index.ts';
import { refusalText, type SessionRefusal } from './refusals.ts';

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

/** A login was accepted, but its answer is not a session; the message tells the operator why and what to do. */
export class SessionError extends Error {
  override readonly name = 'SessionError';

  constructor(
    readonly refusal: SessionRefusal,
    options?: ErrorOptions,
  ) {
    super(refusalText(refusal), options);
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
  const { expiry, message } = answer;
  if (answer.loggedin !== LOGIN_VALIDATED || answer.token === '')
    throw new SessionError({ kind: 'not-validated', says: message });
  const expiresAt = readServerTime(expiry, serverTimeZone);
  if (expiresAt === null) throw new SessionError({ kind: 'no-expiry', expiry });
  if (expiresAt <= now + clockOffset) throw new SessionError({ kind: 'expired', expiry });
  return {
    id: answer.id,
    token: answer.token,
    email: answer.email,
    userlevel: roleOf(answer.userlevel),
    permissions: answer.permissions.map((permission) => permission.permission_name),
    retailerPhone: answer.retailer_phone,
    clientof: answer.clientof,
    expiresAt,
    expiry,
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
