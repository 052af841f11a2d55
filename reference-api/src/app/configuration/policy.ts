import * as v from 'valibot';
import { withDefault } from '../../core/configuration/variable-readers.ts';

/** What the hardened policy adds to the specification: a value for each variable that is not set. */
export const hardened = {
  SESSION_IDLE_MINUTES: '30',
  SESSIONS_PER_ACCOUNT: '5',
  FIRST_PASSWORD_DAYS: '7',
  API_KEY_DAYS: '90',
  LOGOUT_REVOKES_KEYS: 'on',
  STEP_UP: 'on',
  SECOND_FACTOR: 'SUPERADMIN=required, ADMIN=required',
} as const;

export const policyVariable = withDefault(
  'specification',
  v.picklist(['specification', 'hardened'], 'must be specification or hardened.'),
);

/** Applies the policy that an environment names; variables that are set win. */
export function withPolicy(env: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  return env['POLICY'] === 'hardened' ? { ...env, ...hardened, ...set } : { ...env };
}
