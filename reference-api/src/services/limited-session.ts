import { calls, type CallDefinition } from '@device-console/shared-lib/contract';
import { EnrolmentNeeded, NewPasswordNeeded } from '../errors/request-errors.ts';
import type { Actor, Platform } from './context.ts';

const pathsOf = (list: readonly CallDefinition[]): ReadonlySet<string> => new Set(list.map(({ path }) => path));

/** What every session may do: know how it stands, prove who its holder is, and leave. */
const always = [
  calls.logout,
  calls.signOut,
  calls.keepSession,
  calls.ownSessions,
  calls.identityOptions,
  calls.proveIdentity,
  calls.beginSignOnProof,
  calls.proveBySignOn,
];

const beforeOwnPassword = pathsOf([...always, calls.changePassword]);

const beforeEnrolment = pathsOf([
  ...always,
  calls.ownFactors,
  calls.addTotp,
  calls.confirmTotp,
  calls.addPasskey,
  calls.confirmPasskey,
]);

/** True for a session whose role needs a second factor that the identity provider has not stated (S20, S29). */
export function needsFactor(
  { identity }: Pick<Platform, 'identity'>,
  { userlevel, signedOn }: Pick<Actor, 'userlevel' | 'signedOn'>,
): boolean {
  return identity.policies[userlevel] === 'required' && signedOn !== 'factor';
}

/**
 * Refuses all but what it takes to a session whose password an admin chose, and then to one whose role needs a second
 * factor that its account does not have (S20, S27). The password comes first: whoever knew it could add the factor.
 */
export function requireFullSession(
  { platform, actor }: { readonly platform: Pick<Platform, 'identity'>; readonly actor: Actor },
  path: string,
): void {
  if (actor.via === 'key') return;
  if (actor.hasGivenPassword) {
    if (!beforeOwnPassword.has(path)) throw new NewPasswordNeeded();
    return;
  }
  if (actor.hasFactor || !needsFactor(platform, actor)) return;
  if (!beforeEnrolment.has(path)) throw new EnrolmentNeeded();
}
