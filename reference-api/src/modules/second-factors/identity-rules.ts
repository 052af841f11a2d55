import type { Actor, Platform } from '../../core/calls/context.ts';
import { pathsWith } from '../../core/accounts/limited-session.ts';
import { calls } from '@device-console/shared-lib/contract';
import { ChallengeFirst } from '../../core/errors/request-errors.ts';
import type { FactorPolicies, IdentitySettings } from './identity-settings.ts';
import { passkeyPlaceOf, type PasskeyPlace } from './passkeys.ts';
import { createSeeds, type Seeds } from './seeds.ts';

/** How people prove who they are, beside their password (S15 to S20). */
export interface IdentityRules {
  readonly policies: FactorPolicies;
  readonly seeds: Seeds;
  /** What passkeys belong to; undefined where browsers make none. */
  readonly passkeys: PasskeyPlace | undefined;
  /** Rows above which a batch asks for a fresh proof; undefined: no call asks for one. */
  readonly stepUp: { readonly rows: number } | undefined;
}

declare module '../../core/calls/context.ts' {
  interface Platform {
    readonly identity: IdentityRules;
  }
}

/** What the settings mean; passkeys are of the console's address. */
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

/** True for a session whose role needs a second factor that the identity provider has not stated (S20, S29). */
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

/** Refuses all but what it takes to a session whose role needs a factor that its account does not have (S20). */
export function requireEnrolled(
  { platform, actor }: { readonly platform: Platform; readonly actor: Actor },
  path: string,
): void {
  if (actor.hasFactor || !needsFactor(platform, actor)) return;
  if (beforeEnrolment.has(path)) return;
  const message = 'Your role needs a second factor. Add one under My account first. Nothing was done.';
  throw new ChallengeFirst(message, { kind: 'enrol' });
}
