import { roles } from '@device-console/shared-lib/contract';
import * as v from 'valibot';
import type { Actor, CallContext, OpenTo, Platform } from '../../core/calls/context.ts';
import { ChallengeFirst } from '../../core/errors/request-errors.ts';
import { passkeyPlaceOf } from './factors.ts';
import { createSealedTexts } from '../../core/security/sealed-texts.ts';
import { numeric, offUnlessSet, optional, secret } from '../../core/configuration/variable-readers.ts';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';

export type IdentityRules = ReturnType<typeof identityRulesOf>;

declare module '../../core/calls/context.ts' {
  interface Platform {
    readonly identity: IdentityRules;
  }
}

export function identityRulesOf(settings: IdentitySettings & { readonly publicUrl: string }) {
  return {
    policies: settings.factorPolicies,
    seeds: createSealedTexts(settings.factorKeys, 'device-console second factor seeds'),
    /** Undefined if browsers make none for the console's address. */
    passkeys: passkeyPlaceOf(settings.publicUrl),
    stepUpRows: settings.stepUpRows,
  };
}

/** That the identity provider has not stated (S20, S29). */
export function needsFactor({ identity }: Platform, { userlevel, signedOn }: Pick<Actor, 'userlevel' | 'signedOn'>) {
  return identity.policies[userlevel] === 'required' && signedOn !== 'factor';
}

/** Throws ChallengeFirst if the role needs a factor that the account lacks, except for calls that add one (S20). */
export function requireEnrolled({ platform, actor }: Pick<CallContext, 'platform' | 'actor'>, openTo: OpenTo): void {
  if (actor.hasFactor || !needsFactor(platform, actor)) return;
  if (openTo === 'limited' || openTo === 'adding-a-factor') return;
  const message = 'Your role needs a second factor. Add one under My account first. Nothing was done.';
  throw new ChallengeFirst(message, { kind: 'enrol' });
}

const policy = v.picklist(['off', 'offered', 'required']);
const ofRole = v.optional(policy, 'off');
const policies = v.strictObject({ SUPERADMIN: ofRole, ADMIN: ofRole, USER: ofRole });

const everyRole = (of: v.InferOutput<typeof policy>) => ({ SUPERADMIN: of, ADMIN: of, USER: of });

/** Reads `offered`, or `SUPERADMIN=required,ADMIN=offered`; roles not named are off. Undefined if it is invalid. */
function readPolicies(text: string): v.InferOutput<typeof policies> | undefined {
  const whole = v.safeParse(policy, text.trim());
  if (whole.success) return everyRole(whole.output);
  const pairs = text.split(',').map((part) => part.split('=').map((word) => word.trim()));
  const read = v.safeParse(policies, Object.fromEntries(pairs));
  return read.success && pairs.every(({ length }) => length === 2) ? read.output : undefined;
}

const KEY_LENGTH = 32;
/** Seals the demo's seeds; nothing there is secret. */
const DEMO_FACTOR_KEY = 'device-console-demo-factor-key-000001';

const factorPolicies = v.pipe(
  v.string(),
  v.transform(readPolicies),
  v.custom<v.InferOutput<typeof policies>>(
    (policies) => policies !== undefined,
    'must be off, offered or required, or a list such as SUPERADMIN=required, ADMIN=offered.',
  ),
);

const factorKeys = v.pipe(
  v.string(),
  v.transform((text): readonly string[] => text.split(/[\s,]+/).filter((key) => key !== '')),
  v.check(
    (keys) => keys.length > 0 && keys.every((key) => key.length >= KEY_LENGTH),
    `needs at least ${KEY_LENGTH} characters, as openssl rand -base64 32 makes them.`,
  ),
);

export const factorVariables = {
  SECOND_FACTOR: optional(factorPolicies),
  FACTOR_KEY: secret(factorKeys),
  FACTOR_KEY_FILE: optional(v.string()),
  STEP_UP: offUnlessSet,
  STEP_UP_ROWS: numeric(100, 0, 1_000_000),
} as const;

type IdentitySettings = ReturnType<typeof identitySettingsOf>;

declare module '../../core/module-settings.ts' {
  interface ModuleSettings extends IdentitySettings {}
}

type Variables = v.InferOutput<v.ObjectSchema<typeof factorVariables, undefined>>;

export function identitySettingsOf(
  { SECOND_FACTOR: policies, FACTOR_KEY: keys, STEP_UP: stepUp, STEP_UP_ROWS: rows }: Variables,
  demo: boolean,
) {
  const given = policies ?? everyRole(demo ? 'offered' : 'off');
  const isUsed = roles.some((role) => given[role] !== 'off');
  if (isUsed && keys === undefined && !demo)
    throw new ConfigurationError(
      'FACTOR_KEY is not set, so authenticator apps could not be kept. Make one by openssl rand -base64 32 and name ' +
        'its file in FACTOR_KEY_FILE, or set SECOND_FACTOR=off.',
    );
  return {
    factorPolicies: given,
    factorKeys: keys ?? (demo ? [DEMO_FACTOR_KEY] : []),
    /** A batch with more rows needs a fresh proof; undefined: no call needs one. */
    stepUpRows: stepUp ? rows : undefined,
  };
}
