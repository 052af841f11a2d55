import { isLoopbackHost } from '@device-console/shared-lib/contract';
import * as client from 'openid-client';
import * as v from 'valibot';
import {
  list,
  onUnlessSet,
  optional,
  safeAddress,
  secret,
  withDefault,
} from '../../core/configuration/variable-readers.ts';
import { ConfigurationError, LoginRefused } from '../../core/errors/expected-errors.ts';
import { createSealedTexts, type SealedTexts } from '../../core/security/sealed-texts.ts';

export type SignOnVariables = v.InferOutput<v.ObjectSchema<typeof signOnVariables, undefined>> & {
  readonly PUBLIC_URL: string;
};

/** Where the identity provider sends browsers back to, below the console's `/api`. */
export const SIGN_IN_CALLBACK = '/signIn/callback';

export type SingleSignOnSettings = NonNullable<ReturnType<typeof singleSignOnOf>>;

export function singleSignOnOf(variables: SignOnVariables) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = variables;
  const { OIDC_ACR_VALUES: acrValues, OIDC_SECOND_FACTOR: secondFactors, PUBLIC_URL: publicUrl } = variables;
  const given = [issuer, clientId, clientSecret, variables.OIDC_ONLY, acrValues];
  if (given.every((value) => value === undefined) && secondFactors.length === 0) return undefined;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new ConfigurationError(
      'Single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET_FILE. Set all three, or none of them ' +
        'and no OIDC_ONLY, OIDC_ACR_VALUES or OIDC_SECOND_FACTOR.',
    );
  const { protocol, hostname } = new URL(publicUrl);
  // Codes and sessions must not travel unencrypted.
  if (protocol !== 'https:' && !isLoopbackHost(hostname))
    throw new ConfigurationError(
      `PUBLIC_URL="${publicUrl}" is no https address, so nobody can log in by single sign-on: the login would travel ` +
        'readable. Serve the console over https, or take the OIDC variables away.',
    );
  return {
    registration: {
      name: variables.OIDC_NAME,
      /** Exactly as the provider writes it. */
      issuer,
      clientId,
      clientSecret,
      /** The classes of authentication to ask for, best first; undefined: the provider decides. */
      acrValues,
      // The provider has both addresses registered; to the second it sends browsers after a logout.
      redirectUri: `${publicUrl}/api${SIGN_IN_CALLBACK}`,
      logoutUri: `${publicUrl}/signIn`,
    },
    /** Only superadmins may use passwords (S23). */
    isOnlyWay: variables.OIDC_ONLY === '1',
    /** A logout here ends the session at the provider too (S28). */
    endsSession: variables.OIDC_LOGOUT,
    /** Words of the provider (acr or amr) that count as a second factor (S29). */
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

export const createIdTokens = (clientSecret: string): SealedTexts =>
  createSealedTexts([clientSecret], 'device-console id tokens');

/** Seconds that one answer of the provider may take. */
const ANSWER_SECONDS = 5;
/** Uses HTTP Basic, as the standard wants, unless the provider takes the secret only in the body. */
function authentication(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const takes = server.token_endpoint_auth_methods_supported;
    const takesPostAlone = takes?.includes('client_secret_post') === true && !takes.includes('client_secret_basic');
    return (takesPostAlone ? post : basic)(server, ...rest);
  };
}

function verifiedEmailIn({ email, email_verified: isVerified }: Readonly<Record<string, unknown>>): string | undefined {
  // Some providers write the claim as a text.
  const isGood = typeof email === 'string' && (isVerified === true || isVerified === 'true');
  return isGood ? email.trim().toLowerCase() : undefined;
}

/** Without those that cannot name a class or method: they come from outside. */
const statedWords = (claim: unknown): readonly string[] =>
  (Array.isArray(claim) ? claim : [claim])
    .filter((word): word is string => typeof word === 'string' && /^[\x21-\x7e]{1,100}$/.test(word))
    .slice(0, 10);

/** The state of a proof of identity begins with it, so that the way back leads to the page that waits (S30). */
export const PROOF = 'proof-';

export interface SignOnProof {
  /** Comes back with the browser; the database keeps only its hash. */
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export type IdentityProvider = ReturnType<typeof createOpenIdProvider>;

export type Identity = Awaited<ReturnType<IdentityProvider['finish']>>;

/** By OpenID Connect (S21). Its methods read the provider's metadata anew, and reject with {@link IdentityFailure}. */
export function createOpenIdProvider(
  { name, issuer, clientId, clientSecret, redirectUri, logoutUri, acrValues }: SingleSignOnSettings['registration'],
  answerSeconds = ANSWER_SECONDS,
) {
  const server = new URL(issuer);
  const isOnThisComputer = server.protocol === 'http:' && isLoopbackHost(server.hostname);

  const discover = () =>
    client.discovery(server, clientId, { client_secret: clientSecret }, authentication(clientSecret), {
      timeout: answerSeconds,
      execute: [
        // Check the signature, even if the token comes over TLS from its issuer.
        client.enableNonRepudiationChecks,
        ...(isOnThisComputer ? [client.allowInsecureRequests] : []),
      ],
    });

  async function told<Result>(ask: (configuration: client.Configuration) => Promise<Result>): Promise<Result> {
    try {
      return await ask(await discover());
    } catch (error) {
      throw identityFailure(name, error);
    }
  }

  return {
    name,
    issuer,
    /** `again`: the e-mail of somebody who must log in there again, even if still logged in (S30). */
    begin: (again?: string) =>
      told(async (configuration) => {
        const proof: SignOnProof = {
          state: (again === undefined ? '' : PROOF) + client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        };
        const address = client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid email',
          state: proof.state,
          nonce: proof.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(proof.verifier),
          code_challenge_method: 'S256',
          ...(acrValues === undefined ? {} : { acr_values: acrValues }),
          ...(again === undefined ? {} : { prompt: 'login', max_age: '0', login_hint: again }),
        });
        return { ...proof, address: address.href };
      }),
    /** `query` begins with `?`. `maxAge`: most seconds since the login there. */
    finish: (query: string, proof: SignOnProof, maxAge?: number) =>
      told(async (configuration) => {
        const granted = await client.authorizationCodeGrant(configuration, new URL(redirectUri + query), {
          expectedState: proof.state,
          expectedNonce: proof.nonce,
          pkceCodeVerifier: proof.verifier,
          idTokenExpected: true,
          ...(maxAge === undefined ? {} : { maxAge }),
        });
        const claims = granted.claims();
        const { id_token: idToken = '' } = granted;
        if (!claims) throw new Error('no ID token');
        const { sub: subject } = claims;
        // By the standard, a provider may give the e-mail only there; the answer must be about the same subject.
        const stated =
          'email' in claims ? claims : await client.fetchUserInfo(configuration, granted.access_token, subject);
        return {
          /** Unique at this issuer; never changes. */
          subject,
          /** The class of the authentication, and its methods, separated by spaces; '' if it states none. */
          acr: statedWords(claims['acr'])[0] ?? '',
          amr: statedWords(claims['amr']).join(' '),
          idToken,
          /** In lower case; undefined if the provider has verified none. */
          verifiedEmail: verifiedEmailIn(stated),
        };
      }),
    /** Ends the session there; the browser comes back with `state`. Undefined if it has no such page (S28). */
    logoutAddress: (idToken: string | undefined, state: string) =>
      told(async (configuration) => {
        if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
        const back = { post_logout_redirect_uri: logoutUri, state };
        const hint = idToken === undefined ? {} : { id_token_hint: idToken };
        return client.buildEndSessionUrl(configuration, { ...back, ...hint }).href;
      }),
  };
}

/** Why a login failed: the message is for the operator, the reason, without secrets, for audit and log. */
export class IdentityFailure extends LoginRefused {
  override readonly outcome: 'refused' | 'error';

  /** `isOutage`: the provider is down or cannot be reached. */
  constructor(
    message: string,
    reason: string,
    readonly isOutage = false,
    options?: ErrorOptions,
  ) {
    super(message, undefined, reason, options);
    this.outcome = isOutage ? 'error' : 'refused';
  }
}

/** It comes from outside. */
const statedCode = (code: string): string => (/^[\w.-]{1,60}$/.test(code) ? code : 'an unreadable code');

/** Errors of Node's own fetch have no class to test for. */
const errorLike = v.object({
  name: v.string(),
  message: v.string(),
  code: v.optional(v.unknown()),
  cause: v.optional(v.unknown()),
});

function causesOf(error: unknown): readonly v.InferOutput<typeof errorLike>[] {
  const read = v.safeParse(errorLike, error);
  return read.success ? [read.output, ...causesOf(read.output.cause)] : [];
}

const outages: readonly unknown[] = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];

function identityFailure(name: string, error: unknown): IdentityFailure {
  const failure = (message: string, reason: string, isTemporary = false) =>
    new IdentityFailure(message, reason, isTemporary, { cause: error });
  if (error instanceof client.AuthorizationResponseError)
    return failure(
      `${name} did not log you in. Please try again, or ask your admin.`,
      `the provider answered ${statedCode(error.error)}`,
    );
  const causes = causesOf(error);
  // The codes or kinds of errors, for the log, and nothing of what was sent.
  const codes = causes.map(({ code, name: kind }) => (typeof code === 'string' ? code : kind)).join(': ');
  const reason = error instanceof client.ResponseBodyError ? statedCode(error.error) : codes;
  const isUnreached = ({ name: kind, message }: (typeof causes)[number]) =>
    kind === 'TypeError' && message === 'fetch failed';
  // No connection, no answer, or an answer that is not the expected one: it may be temporary.
  if (causes.some((cause) => isUnreached(cause) || outages.includes(cause.code)))
    return failure(
      `${name} could not be reached. Nobody was logged in; please try again in a few minutes.`,
      `the provider could not be asked: ${reason}`,
      true,
    );
  return failure(
    `What ${name} said of this login does not hold, so nobody was logged in. Please try again; if it happens again, ` +
      'tell your admin.',
    `the provider's answer does not hold: ${reason}`,
  );
}
