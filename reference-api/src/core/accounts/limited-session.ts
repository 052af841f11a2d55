import { calls, type CallDefinition } from '@device-console/shared-lib/contract';
import { ChallengeFirst } from '../errors/request-errors.ts';
import type { CallContext } from '../calls/context.ts';

/** Every session may read its state, prove the identity and log out. */
const always: readonly CallDefinition[] = [
  calls.logout,
  calls.signOut,
  calls.keepSession,
  calls.ownSessions,
  calls.identityOptions,
  calls.proveIdentity,
  calls.beginSignOnProof,
  calls.proveBySignOn,
];

export const pathsWith = (...more: readonly CallDefinition[]): ReadonlySet<string> =>
  new Set([...always, ...more].map(({ path }) => path));

const beforeOwnPassword = pathsWith(calls.changePassword);

/** The password comes first, then the factor (S20, S27): whoever knew an admin's password could add the factor. */
export function requireFullSession({ platform, actor }: Pick<CallContext, 'platform' | 'actor'>, path: string): void {
  if (actor.via === 'key') return;
  if (!actor.hasGivenPassword) return platform.factors.requireEnrolled({ platform, actor }, path);
  if (beforeOwnPassword.has(path)) return;
  const message = 'Somebody else chose your password. Choose your own under My account first. Nothing was done.';
  throw new ChallengeFirst(message, { kind: 'new-password' });
}
