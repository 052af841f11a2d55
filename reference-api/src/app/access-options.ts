import { passkeyPlaceOf } from '../security/passkeys.ts';
import { createSeeds } from '../security/seeds.ts';
import type { IdentityRules, Platform } from '../services/context.ts';
import { SESSIONS_PER_ACCOUNT, standardKeyRules, type KeyRules, type SessionRules } from '../store/access-rules.ts';
import { everyRole, type FactorPolicies } from '../store/factor-policy.ts';
import { MINUTE } from '../time/clock.ts';

/** How people get in, and for how long. */
export interface AccessOptions {
  readonly sessionHours: number;
  /** Minutes without use after which a session ends; by default it does not. */
  readonly sessionIdleMinutes?: number | null | undefined;
  /** Most open sessions of an account; 50 by default. */
  readonly sessionsPerAccount?: number | undefined;
  /** How API keys end; by default by nothing but their maker's word. */
  readonly keyRules?: KeyRules | undefined;
  /** Days that a password counts which an admin has given; by default as any other. */
  readonly firstPasswordDays?: number | null | undefined;
  /** Whether accounts of each role use second factors; by default none do. */
  readonly factorPolicies?: FactorPolicies | undefined;
  /** What seeds of authenticator apps are sealed with: the first seals, all of them open. */
  readonly factorKeys?: readonly string[] | undefined;
  /** Rows above which a batch asks for a fresh proof of identity; by default no call asks for one. */
  readonly stepUpRows?: number | undefined;
  /** The console's address, for links in mails; without a slash at its end. */
  readonly publicUrl: string;
}

function sessionRulesOf({ sessionHours, sessionIdleMinutes: idle, sessionsPerAccount }: AccessOptions): SessionRules {
  return {
    hours: sessionHours,
    idle: typeof idle === 'number' ? idle * MINUTE : undefined,
    most: sessionsPerAccount ?? SESSIONS_PER_ACCOUNT,
  };
}

function identityRulesOf({ factorPolicies, factorKeys, stepUpRows, publicUrl }: AccessOptions): IdentityRules {
  return {
    policies: factorPolicies ?? everyRole('off'),
    seeds: createSeeds(factorKeys ?? []),
    passkeys: passkeyPlaceOf(publicUrl),
    stepUp: stepUpRows === undefined ? undefined : { rows: stepUpRows },
  };
}

/** What of the platform says how people get in. */
export function accessOf(
  options: AccessOptions,
): Pick<Platform, 'sessions' | 'keys' | 'firstPasswordDays' | 'identity'> {
  return {
    sessions: sessionRulesOf(options),
    keys: options.keyRules ?? standardKeyRules,
    firstPasswordDays: options.firstPasswordDays ?? null,
    identity: identityRulesOf(options),
  };
}
