import { randomUUID } from 'node:crypto';
import { importPKCS8, type JWTPayload, SignJWT } from 'jose';
import type { GatewayFailure } from '../../core/gateway/http-replies.ts';
import type { Clock } from '../../core/time/clock.ts';
import { MINUTE } from '../../core/time/clock.ts';
import type { KnoxCredentials } from './credentials.ts';

const ALGORITHM = 'RS512';
const AUDIENCE = 'KnoxWSM';
/** The longest life of an access token. */
const TOKEN_MINUTES = 30;
/** A token that is older is replaced before it ends. */
const RENEWED_AFTER = 25 * MINUTE;

/** The body of the request for an access token. */
interface AccessTokenRequest {
  readonly clientIdentifierJwt: string;
  readonly base64EncodedStringPublicKey: string;
  readonly validityForAccessTokenInMinutes: number;
}

export type SignedToken = { readonly kind: 'token'; readonly text: string } | GatewayFailure;
export type AccessToken = { readonly kind: 'token'; readonly accessToken: string } | GatewayFailure;

interface TokensParts {
  readonly credentials: KnoxCredentials;
  readonly clock: Clock;
  readonly request: (body: AccessTokenRequest) => Promise<AccessToken>;
}

const pemOf = (base64: string) => `-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----`;

/** Access tokens, signed for the header of a call. One is asked for at a time, and kept until it is nearly over. */
export function createTokens({ credentials, clock, request }: TokensParts) {
  const { clientIdentifier, publicKey, privateKey } = credentials;
  const key = importPKCS8(pemOf(privateKey), ALGORITHM);
  // Each use reports it; without one nobody would.
  key.catch(() => undefined);
  let kept: { readonly text: string; readonly at: number } | undefined;
  let asked: Promise<SignedToken> | undefined;

  async function sign(claims: JWTPayload, now: Date): Promise<string> {
    const until = new Date(now.getTime() + TOKEN_MINUTES * MINUTE);
    return new SignJWT({ ...claims, publicKey })
      .setProtectedHeader({ alg: ALGORITHM })
      .setAudience(AUDIENCE)
      .setIssuedAt(now)
      .setExpirationTime(until)
      .setJti(randomUUID())
      .sign(await key);
  }

  async function ask(): Promise<SignedToken> {
    const now = clock.now();
    const given = await request({
      clientIdentifierJwt: await sign({ clientIdentifier }, now),
      base64EncodedStringPublicKey: publicKey,
      validityForAccessTokenInMinutes: TOKEN_MINUTES,
    });
    if (given.kind !== 'token') return given;
    const text = await sign({ accessToken: given.accessToken }, now);
    kept = { text, at: now.getTime() };
    return { kind: 'token', text };
  }

  return {
    /** `refused`: a token that was not admitted, and is not used again. */
    current(refused?: string): Promise<SignedToken> {
      if (kept?.text === refused) kept = undefined;
      if (kept && Math.abs(clock.now().getTime() - kept.at) < RENEWED_AFTER)
        return Promise.resolve({ kind: 'token', text: kept.text });
      asked ??= ask().finally(() => {
        asked = undefined;
      });
      return asked;
    },
  };
}
