import { factorsBy } from '../modules/second-factors/index.ts';
import { identityRulesOf, type IdentityOptions } from '../modules/second-factors/identity-rules.ts';
import type { Platform } from '../core/calls/context.ts';
import {
  SESSIONS_PER_ACCOUNT,
  standardKeyRules,
  type KeyRules,
  type SessionRules,
} from '../core/store/access-rules.ts';
import { MINUTE } from '../core/time/clock.ts';

/** How people get in, and for how long. */
export interface AccessOptions extends IdentityOptions {
  readonly sessionHours: number;
  /** Minutes without use after which a session ends; by default it does not. */
  readonly sessionIdleMinutes?: number | null | undefined;
  /** Most open sessions of an account; 50 by default. */
  readonly sessionsPerAccount?: number | undefined;
  /** How API keys end; by default by nothing but their maker's word. */
  readonly keyRules?: KeyRules | undefined;
  /** Days that a password counts which an admin has given; by default as any other. */
  readonly firstPasswordDays?: number | null | undefined;
}

function sessionRulesOf({ sessionHours, sessionIdleMinutes: idle, sessionsPerAccount }: AccessOptions): SessionRules {
  return {
    hours: sessionHours,
    idle: typeof idle === 'number' ? idle * MINUTE : undefined,
    most: sessionsPerAccount ?? SESSIONS_PER_ACCOUNT,
  };
}

/** What of the platform says how people get in. */
export function accessOf(
  options: AccessOptions,
): Pick<Platform, 'sessions' | 'keys' | 'firstPasswordDays' | 'identity' | 'factors'> {
  const identity = identityRulesOf(options);
  return {
    sessions: sessionRulesOf(options),
    keys: options.keyRules ?? standardKeyRules,
    firstPasswordDays: options.firstPasswordDays ?? null,
    identity,
    factors: factorsBy(identity),
  };
}
