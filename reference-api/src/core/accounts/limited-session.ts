import { ChallengeFirst } from '../errors/request-errors.ts';
import type { CallContext, OpenTo } from '../calls/context.ts';

/**
 * Refuses what a limited session may not do. The password comes first, then the factor (S20, S27): whoever knew an
 * admin's password could add the factor.
 */
export function requireOpenSession({ platform, actor }: Pick<CallContext, 'platform' | 'actor'>, openTo: OpenTo): void {
  if (actor.via === 'key' || openTo === 'limited') return;
  if (!actor.hasGivenPassword) return platform.factors.requireEnrolled({ platform, actor }, openTo);
  if (openTo === 'choosing-a-password') return;
  const message = 'Somebody else chose your password. Choose your own under My account first. Nothing was done.';
  throw new ChallengeFirst(message, { kind: 'new-password' });
}
