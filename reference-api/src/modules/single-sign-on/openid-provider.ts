import { isLoopbackHost } from '@device-console/shared-lib/contract';
import * as client from 'openid-client';
import type { Identity, IdentityProvider, SignOnProof } from './identity-provider.ts';
import { failureOf } from './openid-failures.ts';

export interface OpenIdRegistration {
  readonly name: string;
  /** Exactly as the provider writes it. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** Where the provider sends browsers after a logout. */
  readonly logoutUri: string;
  /** The classes of authentication to ask for, best first; undefined: the provider decides. */
  readonly acrValues: string | undefined;
}

const SCOPE = 'openid email';
/** Seconds that one answer of the provider may take. */
const ANSWER_SECONDS = 5;
/** How long the provider's metadata is reused, in milliseconds. */
const METADATA_TIME = 60 * 60_000;

/** Uses HTTP Basic, as the standard wants, unless the provider takes the secret only in the body. */
function authentication(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const takes = server.token_endpoint_auth_methods_supported;
    const takesPostAlone = takes?.includes('client_secret_post') === true && !takes.includes('client_secret_basic');
    return (takesPostAlone ? post : basic)(server, ...rest);
  };
}

/** Some providers write the claim as a text. */
const isTrue = (claim: unknown): boolean => claim === true || claim === 'true';

function verifiedEmailIn(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { email, email_verified: isVerified } = claims;
  return typeof email === 'string' && isTrue(isVerified) ? email.trim().toLowerCase() : undefined;
}

/** Returns the provider's words, without those that cannot name a class or method: they come from outside. */
const statedWords = (claim: unknown): readonly string[] =>
  (Array.isArray(claim) ? claim : [claim])
    .filter((word): word is string => typeof word === 'string' && /^[\x21-\x7e]{1,100}$/.test(word))
    .slice(0, 10);

interface Configured {
  /** Takes the configuration from memory, if recent. */
  readonly known: () => Promise<client.Configuration>;
  readonly anew: () => Promise<client.Configuration>;
}

/** Fetches the provider's metadata at the first login, and again after an hour or a failure. */
function discovering(
  { issuer, clientId, clientSecret }: OpenIdRegistration,
  answerSeconds: number,
  now: () => number,
): Configured {
  let known: { readonly at: number; readonly configuration: Promise<client.Configuration> } | undefined;
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
  return {
    anew: discover,
    known: () => {
      if (known && Math.abs(now() - known.at) < METADATA_TIME) return known.configuration;
      const asked = { at: now(), configuration: discover() };
      known = asked;
      asked.configuration.catch(() => {
        if (known === asked) known = undefined;
      });
      return asked.configuration;
    },
  };
}

interface Parts {
  readonly registration: OpenIdRegistration;
  readonly configured: Configured;
}

/** Most characters of a subject, by OpenID Connect. */
const MOST_SUBJECT = 255;

async function identify(
  { registration, configured }: Parts,
  query: string,
  proof: SignOnProof,
  maxAge?: number,
): Promise<Identity> {
  const { redirectUri } = registration;
  const configuration = await configured.known();
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
  if (subject.length > MOST_SUBJECT) throw new Error('a subject that is longer than the standard allows');
  const stated = {
    subject,
    acr: statedWords(claims['acr'])[0] ?? '',
    amr: statedWords(claims['amr']).join(' '),
    idToken,
  };
  if ('email' in claims) return { ...stated, verifiedEmail: verifiedEmailIn(claims) };
  // By the standard, a provider may give the e-mail only there; the answer must be about the same subject.
  const more = await client.fetchUserInfo(configuration, granted.access_token, subject);
  return { ...stated, verifiedEmail: verifiedEmailIn(more) };
}

async function begin({ registration, configured }: Parts, again?: string) {
  const { redirectUri, acrValues } = registration;
  const proof = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const address = client.buildAuthorizationUrl(await configured.known(), {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state: proof.state,
    nonce: proof.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(proof.verifier),
    code_challenge_method: 'S256',
    ...(acrValues === undefined ? {} : { acr_values: acrValues }),
    ...(again === undefined ? {} : { prompt: 'login', max_age: '0', login_hint: again }),
  });
  return { ...proof, address: address.href };
}

async function logoutAddress({ registration, configured }: Parts, idToken: string | undefined, state: string) {
  const { logoutUri } = registration;
  const configuration = await configured.anew();
  if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
  const back = { post_logout_redirect_uri: logoutUri, state };
  const hint = idToken === undefined ? {} : { id_token_hint: idToken };
  return client.buildEndSessionUrl(configuration, { ...back, ...hint }).href;
}

/** Connects to the organisation's provider by OpenID Connect (S21); `answerSeconds` and `now` are for tests. */
export function createOpenIdProvider(
  registration: OpenIdRegistration,
  { answerSeconds = ANSWER_SECONDS, now = () => Date.now() } = {},
): IdentityProvider {
  const { name, issuer } = registration;
  const parts: Parts = {
    registration,
    configured: discovering(registration, answerSeconds, now),
  };

  async function told<Result>(ask: () => Promise<Result>): Promise<Result> {
    try {
      return await ask();
    } catch (error) {
      throw failureOf(name, error);
    }
  }

  return {
    name,
    issuer,
    begin: (again) => told(() => begin(parts, again)),
    finish: (query, proof, maxAge) => told(() => identify(parts, query, proof, maxAge)),
    logoutAddress: (idToken, state) => told(() => logoutAddress(parts, idToken, state)),
  };
}
