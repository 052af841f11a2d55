import { isLoopbackHost } from '@device-console/shared-lib/contract';
import { isIP } from 'node:net';
import * as v from 'valibot';
import type { StoredFactor } from './factor-rows.ts';

/** Loads the library on demand: it has three hundred modules, and few calls need it. */
const library = () => import('@simplewebauthn/server');

/** The site that passkeys of this console belong to: its host name, and the origin of its pages. */
interface PasskeyPlace {
  readonly id: string;
  readonly origin: string;
}

/**
 * Returns the site of the passkeys. Undefined where browsers have none: for pages neither served over https nor from
 * this computer, and for hosts that are IP addresses.
 */
export function passkeyPlaceOf(publicUrl: string): PasskeyPlace | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isSecure = protocol === 'https:' || isLoopbackHost(hostname);
  return isSecure && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0 ? { id: hostname, origin } : undefined;
}

export type Passkey = StoredFactor & { readonly credential_id: string };

export const passkeysAmong = (factors: readonly StoredFactor[]): readonly Passkey[] =>
  factors.filter((factor): factor is Passkey => factor.credential_id !== null);

const namesOf = (passkeys: readonly Passkey[]) => passkeys.map(({ credential_id: id }) => ({ id }));

const TIMEOUT = 5 * 60_000;

export async function registrationOptions(
  place: PasskeyPlace,
  account: { readonly id: number; readonly email: string },
  known: readonly Passkey[],
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Device Console',
    rpID: place.id,
    userName: account.email,
    userID: new TextEncoder().encode(`account ${account.id}`),
    attestationType: 'none',
    timeout: TIMEOUT,
    excludeCredentials: namesOf(known),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
}

export async function authenticationOptions(place: PasskeyPlace, known: readonly Passkey[]) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: place.id,
    timeout: TIMEOUT,
    userVerification: 'preferred',
    allowCredentials: namesOf(known),
  });
}

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(20_000));
const answerWith = <Response extends v.ObjectEntries>(response: Response) =>
  v.object({
    id: base64url,
    rawId: base64url,
    type: v.literal('public-key'),
    clientExtensionResults: v.optional(v.object({}), {}),
    response: v.object({ clientDataJSON: base64url, ...response }),
  });
const registration = answerWith({ attestationObject: base64url });
const authentication = answerWith({ authenticatorData: base64url, signature: base64url });

const expected = ({ id, origin }: PasskeyPlace, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: id,
  requireUserVerification: false,
});

/** Why the library refuses an answer is dropped: it would help an attacker more than an operator. */
const refused = (): undefined => undefined;

/** Returns the passkey that a browser made for a challenge; undefined if its answer is not valid. */
export async function verifiedRegistration(place: PasskeyPlace, challenge: string, answer: unknown) {
  const read = v.safeParse(registration, answer);
  if (!read.success) return undefined;
  const { verifyRegistrationResponse } = await library();
  const verifying = verifyRegistrationResponse({ response: read.output, ...expected(place, challenge) });
  const result = await verifying.catch(refused);
  if (!result?.verified) return undefined;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  return { credential_id: id, secret: Buffer.from(publicKey).toString('base64url'), counter };
}

/** Returns which passkey answered a challenge, and its counter after it; undefined if the answer is not valid. */
export async function verifiedUse(
  place: PasskeyPlace,
  challenge: string,
  answer: unknown,
  passkeys: readonly Passkey[],
): Promise<{ readonly known: Passkey; readonly counter: number } | undefined> {
  const read = v.safeParse(authentication, answer);
  const known = read.success ? passkeys.find(({ credential_id: id }) => id === read.output.id) : undefined;
  if (!read.success || !known) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const { credential_id: id, secret, counter } = known;
  const publicKey = new Uint8Array(Buffer.from(secret, 'base64url'));
  const verifying = verifyAuthenticationResponse({
    response: read.output,
    ...expected(place, challenge),
    credential: { id, publicKey, counter },
  });
  const result = await verifying.catch(refused);
  return result?.verified ? { known, counter: result.authenticationInfo.newCounter } : undefined;
}
