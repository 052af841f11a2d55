import { isLoopbackHost } from '@device-console/shared-lib/contract';
import * as client from 'openid-client';
import { IdentityFailure, type Identity, type IdentityProvider, type SignOnProof } from './identity-provider.ts';

/** How this console is registered at the provider. */
export interface OpenIdRegistration {
  /** As operators know it. */
  readonly name: string;
  /** Exactly as the provider writes it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the provider sends browsers back to. */
  readonly redirectUri: string;
}

const SCOPE = 'openid email';
/** Seconds that one answer of the provider may take. */
const ANSWER_SECONDS = 5;
/** How long what the provider says of itself is good for, in milliseconds. */
const METADATA_TIME = 60 * 60_000;

/** By HTTP Basic, as the standard wants it, unless the provider takes the secret in the body alone. */
function authentication(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const takes = server.token_endpoint_auth_methods_supported;
    const takesPostAlone = takes?.includes('client_secret_post') === true && !takes.includes('client_secret_basic');
    return (takesPostAlone ? post : basic)(server, ...rest);
  };
}

/** The provider's own code of an error, such as `access_denied`; it comes from outside. */
const statedCode = (code: string): string => (/^[\w.-]{1,60}$/.test(code) ? code : 'an unreadable code');

interface ErrorLike {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** Errors of Node's own fetch are of no class that can be asked for. */
function isErrorLike(error: unknown): error is ErrorLike {
  return typeof error === 'object' && error !== null && 'name' in error && 'message' in error;
}

/** A word for the log that holds nothing of what was sent: the code of the failure, or its kind. */
function reasonOf(error: unknown): string {
  if (error instanceof client.ResponseBodyError) return statedCode(error.error);
  if (!isErrorLike(error)) return 'unknown';
  const own = typeof error.code === 'string' ? error.code : error.name;
  return isErrorLike(error.cause) ? `${own}: ${reasonOf(error.cause)}` : own;
}

/** Failures that may pass by themselves: no connection, silence, or a status instead of an answer. */
function isOutage(error: unknown): boolean {
  if (!isErrorLike(error)) return false;
  const { name, message, code, cause } = error;
  if (name === 'TypeError' && message === 'fetch failed') return true;
  return (
    isOutage(cause) ||
    code === 'OAUTH_TIMEOUT' ||
    code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ||
    code === 'OAUTH_RESPONSE_IS_NOT_JSON'
  );
}

function failureOf(name: string, error: unknown): IdentityFailure {
  if (error instanceof client.AuthorizationResponseError)
    return new IdentityFailure(
      `${name} did not log you in. Please try again, or ask your admin.`,
      `the provider answered ${statedCode(error.error)}`,
      false,
      { cause: error },
    );
  if (isOutage(error))
    return new IdentityFailure(
      `${name} could not be reached. Nobody was logged in; please try again in a few minutes.`,
      `the provider could not be asked: ${reasonOf(error)}`,
      true,
      { cause: error },
    );
  return new IdentityFailure(
    `What ${name} said of this login does not hold, so nobody was logged in. Please try again; if it happens again, ` +
      'tell your admin.',
    `the provider's answer does not hold: ${reasonOf(error)}`,
    false,
    { cause: error },
  );
}

/** Some providers write it as a text. */
const isTrue = (claim: unknown): boolean => claim === true || claim === 'true';

function verifiedEmailIn(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { email, email_verified: isVerified } = claims;
  return typeof email === 'string' && isTrue(isVerified) ? email.trim().toLowerCase() : undefined;
}

type Configured = () => Promise<client.Configuration>;

/** What the provider says of itself: asked at the first login, and again after an hour or a failure. */
function discovering(
  { issuer, clientId, clientSecret }: OpenIdRegistration,
  answerSeconds: number,
  now: () => number,
): Configured {
  let known: { readonly until: number; readonly configuration: Promise<client.Configuration> } | undefined;
  const server = new URL(issuer);
  const isOnThisComputer = server.protocol === 'http:' && isLoopbackHost(server.hostname);
  const discover = () =>
    client.discovery(server, clientId, { client_secret: clientSecret }, authentication(clientSecret), {
      timeout: answerSeconds,
      execute: [
        // The signature is checked though the token comes over TLS from its issuer.
        client.enableNonRepudiationChecks,
        ...(isOnThisComputer ? [client.allowInsecureRequests] : []),
      ],
    });
  return () => {
    if (known && known.until > now()) return known.configuration;
    const asked = { until: now() + METADATA_TIME, configuration: discover() };
    known = asked;
    asked.configuration.catch(() => {
      if (known === asked) known = undefined;
    });
    return asked.configuration;
  };
}

/** The organisation's provider by OpenID Connect (S21); another time to wait and another clock are for tests. */
export function createOpenIdProvider(
  registration: OpenIdRegistration,
  { answerSeconds = ANSWER_SECONDS, now = () => Date.now() } = {},
): IdentityProvider {
  const { name, issuer, redirectUri } = registration;
  const configured = discovering(registration, answerSeconds, now);

  async function told<Result>(ask: () => Promise<Result>): Promise<Result> {
    try {
      return await ask();
    } catch (error) {
      throw failureOf(name, error);
    }
  }

  async function identify(query: string, { state, nonce, verifier }: SignOnProof): Promise<Identity> {
    const configuration = await configured();
    const tokens = await client.authorizationCodeGrant(configuration, new URL(redirectUri + query), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('no ID token');
    const { sub: subject } = claims;
    if ('email' in claims) return { subject, verifiedEmail: verifiedEmailIn(claims) };
    // The standard lets a provider tell an e-mail there alone; the answer must be of the same subject.
    const more = await client.fetchUserInfo(configuration, tokens.access_token, subject);
    return { subject, verifiedEmail: verifiedEmailIn(more) };
  }

  return {
    name,
    issuer,
    begin: () =>
      told(async () => {
        const proof = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        };
        const address = client.buildAuthorizationUrl(await configured(), {
          redirect_uri: redirectUri,
          scope: SCOPE,
          state: proof.state,
          nonce: proof.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(proof.verifier),
          code_challenge_method: 'S256',
        });
        return { ...proof, address: address.href };
      }),
    finish: (query, proof) => told(() => identify(query, proof)),
  };
}
