import type { Role } from '@device-console/shared-lib/contract';
import { BusinessError } from '../errors/expected-errors.ts';
import type { AnonymousContext, Platform } from '../calls/context.ts';
import { isoTime } from '../time/clock.ts';
import { updateAccount } from '../store/accounts.ts';
import { closePasswordResets } from '../store/password-resets.ts';
import { withdrawAccess } from './withdraw-access.ts';

/** The message for a role that may not use a password; else undefined. Superadmins always may (S23). */
export function whyNoPassword({ singleSignOn }: Pick<Platform, 'singleSignOn'>, role: Role): string | undefined {
  if (!singleSignOn?.isOnlyWay || role === 'SUPERADMIN') return undefined;
  return `Passwords are not used here. Please log in with ${singleSignOn.name}.`;
}

export function requirePasswordsFor(platform: Pick<Platform, 'singleSignOn'>, role: Role): void {
  const why = whyNoPassword(platform, role);
  if (why !== undefined) throw new BusinessError(why);
}

/** An admin's password was not replaced in time: it no longer logs anybody in and proves nothing. */
export function hasEnded({ first_password_until: until }: { first_password_until: string | null }, now: Date): boolean {
  return until !== null && until <= isoTime(now);
}

/** For one that its owner chose: closes links that would set one, and ends access (D18, K3), except `exceptSession`. */
export async function replacePassword(
  context: Pick<AnonymousContext, 'db' | 'platform'>,
  accountId: number,
  passwordHash: string,
  at: string,
  exceptSession = 0,
): Promise<void> {
  const { db } = context;
  await updateAccount(db, accountId, { password_hash: passwordHash, invited_at: null, first_password_until: null }, at);
  await closePasswordResets(db, accountId, at);
  await withdrawAccess(context, accountId, 'new password', at, exceptSession);
}
