import { isLoopbackHost } from '@device-console/shared-lib/contract';
import type * as v from 'valibot';
import { ConfigurationError } from '../errors/expected-errors.ts';
import type { OpenIdRegistration } from '../identity/openid-provider.ts';
import type { environmentSchema } from './variables.ts';

type Variables = v.InferOutput<typeof environmentSchema>;

/** Below the address of the console; it is what is registered at the provider. */
const CALLBACK = '/api/signIn/callback';

/** Codes and sessions must not travel readable. */
function isSafe(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || isLoopbackHost(hostname);
}

/** How the console is registered for single sign-on, where it is; half a registration ends the start. */
export function singleSignOnOf(
  variables: Variables,
): { readonly registration: OpenIdRegistration; readonly isOnlyWay: boolean } | undefined {
  const {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_ONLY: only,
    OIDC_NAME: name,
    PUBLIC_URL: publicUrl,
  } = variables;
  if ([issuer, clientId, clientSecret, only].every((value) => value === undefined)) return undefined;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new ConfigurationError(
      'Single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET_FILE. Set all three, or none of them ' +
        'and no OIDC_ONLY.',
    );
  if (!isSafe(publicUrl))
    throw new ConfigurationError(
      `PUBLIC_URL="${publicUrl}" is no https address, so nobody can log in by single sign-on: the login would travel ` +
        'readable. Serve the console over https, or take the OIDC variables away.',
    );
  const redirectUri = `${publicUrl}${CALLBACK}`;
  return { registration: { name, issuer, clientId, clientSecret, redirectUri }, isOnlyWay: only === '1' };
}
