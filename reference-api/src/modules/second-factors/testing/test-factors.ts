import { Secret, TOTP } from 'otpauth';
import { hash } from 'node:crypto';
import type { Role } from '@device-console/shared-lib/contract';
import type { AppOptions } from '../../../app/app.ts';
import { rowsOf } from '../../../testing/rows.ts';
import type { Session, TestApi } from '../../../testing/test-api.ts';
import { PASSWORD } from '../../../testing/test-data.ts';
import { newMember, type Member } from '../../../testing/test-member.ts';

/** Lets accounts have factors: those of USER and SUPERADMIN if they like, those of ADMIN must. */
export const factorOptions: Partial<AppOptions> = {
  sessionsPerAccount: 100,
  factorPolicies: { SUPERADMIN: 'offered', ADMIN: 'required', USER: 'offered' },
  factorKeys: [hash('sha256', 'a key of the tests')],
};

const STEP = 30_000;

/** Returns the code of an authenticator app, `steps` half minutes from now. */
export function codeOf(api: TestApi, secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30, algorithm: 'SHA1' });
  return totp.generate({ timestamp: api.clock.now().getTime() + steps * STEP });
}

/** Advances the clock by a step and returns its code, which was not used before. */
export function nextCode(api: TestApi, secret: string): string {
  api.clock.advance(STEP);
  return codeOf(api, secret);
}

/** Adds an authenticator app to the account of a session; returns its secret and the recovery codes. */
export async function addApp(api: TestApi, session: Session, name = 'Phone') {
  const { id, secret } = (await session.call('addTotp')).answer;
  const seed = String(secret);
  const { answer } = await session.call('confirmTotp', { id: String(id), name, code: nextCode(api, seed) });
  return { id: String(id), secret: seed, answer, codes: String(answer['codes']).split(' ') };
}

/** Makes a member with an app; returns also the session that added it. */
export async function memberWithApp(api: TestApi, role: Role = 'USER') {
  const member = await newMember(api, role);
  const session = await member.logIn();
  return { member, session, ...(await addApp(api, session)) };
}

interface Challenge {
  readonly kind: string;
  readonly ticket: string;
  readonly offers: readonly string[];
  readonly passkey?: Readonly<Record<string, unknown>>;
}

export async function beginLogin(api: TestApi, { email }: Pick<Member, 'email'>, address?: string) {
  const { answer } = await api.call('login', { email, password: PASSWORD }, { address });
  return { answer, challenge: answer['challenge'] as Challenge };
}

export async function endLogin(api: TestApi, ticket: string, proof: object, address?: string) {
  return api.call('loginFactor', { ticket, ...proof }, { address });
}

/** Logs in with the password and a proof, which a passkey makes of what it is asked; returns the answer. */
export async function logInBy(
  api: TestApi,
  member: Pick<Member, 'email'>,
  proof: object | ((asked: Readonly<Record<string, unknown>>) => object),
) {
  const { challenge } = await beginLogin(api, member);
  const given = proof instanceof Function ? { passkey: proof(challenge.passkey ?? {}) } : proof;
  return (await endLogin(api, challenge.ticket, given)).answer;
}

export async function everythingKept({ store }: TestApi): Promise<string> {
  return JSON.stringify([await rowsOf(store, 'audit_log'), await rowsOf(store, 'outcomes')]);
}
