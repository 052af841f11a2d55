import type { Role } from '@device-console/shared-lib/contract';
import { BusinessError } from '../errors/expected-errors.ts';
import type { Platform } from '../calls/context.ts';

/** What whoever may not use a password is told; undefined where the role may: superadmins always may (S23). */
export function whyNoPassword({ singleSignOn }: Pick<Platform, 'singleSignOn'>, role: Role): string | undefined {
  if (!singleSignOn?.isOnlyWay || role === 'SUPERADMIN') return undefined;
  return `Passwords are not used here. Please log in with ${singleSignOn.name}.`;
}

/** Refuses to set or take a password of a role that uses none (S23). */
export function requirePasswordsFor(platform: Pick<Platform, 'singleSignOn'>, role: Role): void {
  const why = whyNoPassword(platform, role);
  if (why !== undefined) throw new BusinessError(why);
}
