import { isLoopbackHost } from '@device-console/shared-lib/contract';
import { isIP } from 'node:net';
import * as v from 'valibot';

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

export interface KnownPasskey {
  readonly id: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly Transport[];
}

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
type Transport = (typeof transports)[number];

export function transportsOf(text: string | null): readonly Transport[] {
  const named = (text ?? '').split(',');
  return transports.filter((transport) => named.includes(transport));
}

const TIMEOUT = 5 * 60_000;

export async function registrationOptions(
  place: PasskeyPlace,
  account: { readonly id: number; readonly email: string },
  known: readonly KnownPasskey[],
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Device Console',
    rpID: place.id,
    userName: account.email,
    userID: new TextEncoder().encode(`account ${account.id}`),
    attestationType: 'none',
    timeout: TIMEOUT,
    excludeCredentials: known.map(({ id, transports: reached }) => ({ id, transports: [...reached] })),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
}

export async function authenticationOptions(place: PasskeyPlace, known: readonly KnownPasskey[]) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: place.id,
    timeout: TIMEOUT,
    userVerification: 'preferred',
    allowCredentials: known.map(({ id, transports: reached }) => ({ id, transports: [...reached] })),
  });
}

const base64url = v.pipe(v.string(), v.regex(/^[\w-]+$/), v.maxLength(20_000));
const credential = {
  id: base64url,
  rawId: base64url,
  type: v.literal('public-key'),
  clientExtensionResults: v.optional(v.object({}), {}),
};
const registration = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: v.optional(v.array(v.string()), []),
  }),
});
const authentication = v.object({
  ...credential,
  response: v.object({ clientDataJSON: base64url, authenticatorData: base64url, signature: base64url }),
});

/** Returns undefined if the library throws. The reason is dropped: it would help an attacker more than an operator. */
async function fitting<Result>(verify: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await verify();
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** Returns the passkey that a browser made for a challenge; undefined if its answer is not valid. */
export async function verifiedRegistration(
  { id: expectedRPID, origin: expectedOrigin }: PasskeyPlace,
  expectedChallenge: string,
  answer: unknown,
): Promise<KnownPasskey | undefined> {
  const read = v.safeParse(registration, answer);
  if (!read.success) return undefined;
  const { response, ...rest } = read.output;
  const reached = transportsOf(response.transports.join(','));
  const { verifyRegistrationResponse } = await library();
  const result = await fitting(() =>
    verifyRegistrationResponse({
      response: { ...rest, response: { ...response, transports: [...reached] } },
      ...{ expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: false },
    }),
  );
  if (!result?.verified) return undefined;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports: reached };
}

/** Returns which passkey answered a challenge, and its counter after it; undefined if the answer is not valid. */
export async function verifiedUse(
  { id: expectedRPID, origin: expectedOrigin }: PasskeyPlace,
  expectedChallenge: string,
  answer: unknown,
  passkeys: readonly KnownPasskey[],
): Promise<{ readonly known: KnownPasskey; readonly counter: number } | undefined> {
  const read = v.safeParse(authentication, answer);
  const known = read.success ? passkeys.find(({ id }) => id === read.output.id) : undefined;
  if (!read.success || !known) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const { id, publicKey, counter, transports: reached } = known;
  const result = await fitting(() =>
    verifyAuthenticationResponse({
      response: read.output,
      ...{ expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: false },
      credential: {
        id,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter,
        transports: [...reached],
      },
    }),
  );
  return result?.verified ? { known, counter: result.authenticationInfo.newCounter } : undefined;
}
