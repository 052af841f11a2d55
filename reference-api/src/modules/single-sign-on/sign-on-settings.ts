import { isLoopbackHost } from '@device-console/shared-lib/contract';
import { ConfigurationError } from '../../core/errors/expected-errors.ts';
import type { OpenIdRegistration } from './openid-provider.ts';
import * as v from 'valibot';
import {
  list,
  onUnlessSet,
  optional,
  safeAddress,
  secret,
  withDefault,
} from '../../core/configuration/variable-readers.ts';

type Variables = v.InferOutput<v.ObjectSchema<typeof signOnVariables, undefined>> & { readonly PUBLIC_URL: string };

/** Below the address of the console; the provider has this address registered. */
const CALLBACK = '/api/signIn/callback';

/** Below the address of the console: where the provider sends browsers after a logout. */
const AFTER_LOGOUT = '/signIn';

export interface SingleSignOnSettings {
  readonly registration: OpenIdRegistration;
  readonly isOnlyWay: boolean;
  readonly endsSession: boolean;
  readonly secondFactors: readonly string[];
}

/** Codes and sessions must not travel unencrypted. */
function isSafe(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || isLoopbackHost(hostname);
}

/** Returns the settings of single sign-on; undefined without any. Throws ConfigurationError if they are incomplete. */
export function singleSignOnOf(variables: Variables): SingleSignOnSettings | undefined {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ONLY: only,
    OIDC_ACR_VALUES: acrValues,
    OIDC_SECOND_FACTOR: secondFactors,
    OIDC_LOGOUT: logout,
    OIDC_NAME: name,
    PUBLIC_URL: publicUrl,
  } = variables;
  const given = [issuer, clientId, clientSecret, only, acrValues];
  if (given.every((value) => value === undefined) && secondFactors.length === 0) return undefined;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new ConfigurationError(
      'Single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET_FILE. Set all three, or none of them ' +
        'and no OIDC_ONLY, OIDC_ACR_VALUES or OIDC_SECOND_FACTOR.',
    );
  if (!isSafe(publicUrl))
    throw new ConfigurationError(
      `PUBLIC_URL="${publicUrl}" is no https address, so nobody can log in by single sign-on: the login would travel ` +
        'readable. Serve the console over https, or take the OIDC variables away.',
    );
  const places = { redirectUri: `${publicUrl}${CALLBACK}`, logoutUri: `${publicUrl}${AFTER_LOGOUT}` };
  return {
    registration: { name, issuer, clientId, clientSecret, acrValues, ...places },
    isOnlyWay: only === '1',
    endsSession: logout,
    secondFactors,
  };
}

export const signOnVariables = {
  OIDC_ISSUER: optional(safeAddress),
  OIDC_CLIENT_ID: optional(v.string()),
  OIDC_CLIENT_SECRET: secret(v.string()),
  OIDC_CLIENT_SECRET_FILE: optional(v.string()),
  OIDC_NAME: withDefault('your organisation', v.string()),
  OIDC_ONLY: optional(v.picklist(['1'], 'must be 1, or not be set.')),
  OIDC_LOGOUT: onUnlessSet,
  OIDC_ACR_VALUES: optional(v.string()),
  OIDC_SECOND_FACTOR: list([]),
} as const;
