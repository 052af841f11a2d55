import { factorsBy } from '../modules/second-factors/index.ts';
import { identityRulesOf, type IdentityOptions } from '../modules/second-factors/identity-rules.ts';
import type { Platform } from '../core/calls/context.ts';
import type { Settings } from './configuration/environment.ts';
import { SESSIONS_PER_ACCOUNT, standardKeyRules, type SessionRules } from '../core/store/access-rules.ts';
import { MINUTE } from '../core/time/clock.ts';

/** How people get in, and for how long. */
export type AccessOptions = IdentityOptions &
  Pick<Settings, 'sessionHours'> & {
    readonly [Name in 'sessionIdleMinutes' | 'sessionsPerAccount' | 'keyRules' | 'firstPasswordDays']?:
      | Settings[Name]
      | undefined;
  };

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
