import * as v from 'valibot';
import { ConfigurationError } from '../errors/expected-errors.ts';
import { everyRole, readPolicies, usesFactors, type FactorPolicies } from '../store/factor-policy.ts';

const KEY_LENGTH = 32;
/** Seals the seeds of the demo, where nothing is secret. */
const DEMO_FACTOR_KEY = 'device-console-demo-factor-key-000001';

/** Whether accounts of each role use second factors. */
export const factorPolicies = v.pipe(
  v.string(),
  v.transform((text) => readPolicies(text)),
  v.custom<FactorPolicies>(
    (policies) => policies !== undefined,
    'must be off, offered or required, or a list such as SUPERADMIN=required, ADMIN=offered.',
  ),
);

/** Keys that are separated by commas or by lines. */
export const factorKeys = v.pipe(
  v.string(),
  v.transform((text): readonly string[] => text.split(/[\s,]+/).filter((key) => key !== '')),
  v.check(
    (keys) => keys.length > 0 && keys.every((key) => key.length >= KEY_LENGTH),
    `needs at least ${KEY_LENGTH} characters, as openssl rand -base64 32 makes them.`,
  ),
);

/** What the app is built with. */
export interface IdentitySettings {
  readonly factorPolicies: FactorPolicies;
  readonly factorKeys: readonly string[];
  /** Undefined: no call asks for a fresh proof. */
  readonly stepUpRows: number | undefined;
}

interface Variables {
  readonly SECOND_FACTOR?: FactorPolicies | undefined;
  readonly FACTOR_KEY?: readonly string[] | undefined;
  readonly STEP_UP: boolean;
  readonly STEP_UP_ROWS: number;
}

/** Returns how people prove who they are. Throws ConfigurationError where seeds could not be sealed. */
export function identitySettingsOf(
  { SECOND_FACTOR: policies, FACTOR_KEY: keys, STEP_UP: stepUp, STEP_UP_ROWS: rows }: Variables,
  demo: boolean,
): IdentitySettings {
  const given = policies ?? everyRole(demo ? 'offered' : 'off');
  if (usesFactors(given) && keys === undefined && !demo)
    throw new ConfigurationError(
      'FACTOR_KEY is not set, so authenticator apps could not be kept. Make one by openssl rand -base64 32 and name ' +
        'its file in FACTOR_KEY_FILE, or set SECOND_FACTOR=off.',
    );
  return {
    factorPolicies: given,
    factorKeys: keys ?? (demo ? [DEMO_FACTOR_KEY] : []),
    stepUpRows: stepUp ? rows : undefined,
  };
}
