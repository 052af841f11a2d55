import type { Actor, Platform } from '../../core/calls/context.ts';
import { pathsWith } from '../../core/accounts/limited-session.ts';
import { calls } from '@device-console/shared-lib/contract';
import { ChallengeFirst } from '../../core/errors/request-errors.ts';
import type { FactorPolicies, IdentitySettings } from './identity-settings.ts';
import { passkeyPlaceOf, type PasskeyPlace } from './passkeys.ts';
import { createSeeds, type Seeds } from './seeds.ts';

/** How people prove who they are, besides their password (S15 to S20). */
export interface IdentityRules {
  readonly policies: FactorPolicies;
  readonly seeds: Seeds;
  /** The site of the passkeys; undefined if browsers make none for it. */
  readonly passkeys: PasskeyPlace | undefined;
  /** A batch with more rows needs a fresh proof; undefined: no call needs one. */
  readonly stepUp: { readonly rows: number } | undefined;
}

declare module '../../core/calls/context.ts' {
  interface Platform {
    readonly identity: IdentityRules;
  }
}

/** Makes the rules from the settings; passkeys belong to the console's address. */
export function identityRulesOf({
  factorPolicies,
  factorKeys,
  stepUpRows,
  publicUrl,
}: IdentitySettings & { readonly publicUrl: string }): IdentityRules {
  return {
    policies: factorPolicies,
    seeds: createSeeds(factorKeys),
    passkeys: passkeyPlaceOf(publicUrl),
    stepUp: stepUpRows === undefined ? undefined : { rows: stepUpRows },
  };
}

/** True if the session's role needs a second factor that the identity provider has not stated (S20, S29). */
export function needsFactor(
  { identity }: Pick<Platform, 'identity'>,
  { userlevel, signedOn }: Pick<Actor, 'userlevel' | 'signedOn'>,
): boolean {
  return identity.policies[userlevel] === 'required' && signedOn !== 'factor';
}

const beforeEnrolment = pathsWith(
  calls.ownFactors,
  calls.addTotp,
  calls.confirmTotp,
  calls.addPasskey,
  calls.confirmPasskey,
);

/** Throws ChallengeFirst if the role needs a factor that the account lacks, except for calls that add one (S20). */
export function requireEnrolled(
  { platform, actor }: { readonly platform: Platform; readonly actor: Actor },
  path: string,
): void {
  if (actor.hasFactor || !needsFactor(platform, actor)) return;
  if (beforeEnrolment.has(path)) return;
  const message = 'Your role needs a second factor. Add one under My account first. Nothing was done.';
  throw new ChallengeFirst(message, { kind: 'enrol' });
}
