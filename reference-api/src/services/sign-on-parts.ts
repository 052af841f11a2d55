import { BusinessError } from '../errors/expected-errors.ts';
import { IdentityFailure, type SignOnStrength } from '../identity/identity-provider.ts';
import { hashSecret, newSecret } from '../security/tokens.ts';
import type { SignedOn } from '../store/schema-people.ts';
import { insertSingleSignOn } from '../store/single-sign-ons.ts';
import { isoAfter, isoTime, MINUTE } from '../time/clock.ts';
import type { AnonymousContext, Platform, SingleSignOn } from './context.ts';

/** How long somebody may be at the provider's page. */
const ASKING_TIME = 10 * MINUTE;

/** What a page is told whose code and handle open nothing. */
export const SIGN_ON_OVER = 'This login is over, or was begun in another tab or browser. Please log in again.';

/** How this console logs people in at the provider; throws BusinessError where it does not. */
export function signOnOf({ singleSignOn }: Pick<Platform, 'singleSignOn'>): SingleSignOn {
  if (!singleSignOn) throw new BusinessError('This console has no single sign-on. Please log in with your password.');
  return singleSignOn;
}

/** Tells the log of a failure that is the provider's, or the way's to it. */
export function logOutage({ log }: Pick<Platform, 'log'>, { reason, isOutage }: IdentityFailure): void {
  if (isOutage) log.error({ reason }, 'the identity provider could not be asked');
}

/** Whose session asks for a login at the provider, to prove who its holder is (S30). */
interface Asking {
  readonly sessionId: number;
  readonly email: string;
}

/**
 * Begins a login at the provider: where the browser goes, and what the asking page keeps for the return. `failed` is
 * told of a provider that cannot be asked before that is refused in words.
 */
export async function beginAtProvider(
  { db, platform }: AnonymousContext,
  failed: (failure: IdentityFailure) => Promise<void>,
  asking?: Asking,
): Promise<{ readonly address: string; readonly handle: string }> {
  const { provider } = signOnOf(platform);
  let begun;
  try {
    begun = await provider.begin(asking?.email);
  } catch (error) {
    if (!(error instanceof IdentityFailure)) throw error;
    await failed(error);
    throw new BusinessError(error.message);
  }
  const handle = newSecret();
  const now = platform.clock.now();
  await insertSingleSignOn(db, {
    stateHash: hashSecret(begun.state),
    handleHash: hashSecret(handle),
    nonce: begun.nonce,
    verifier: begun.verifier,
    sessionId: asking?.sessionId,
    at: isoTime(now),
    expiresAt: isoAfter(now, ASKING_TIME),
  });
  return { address: begun.address, handle };
}

/** Longer ones are not kept: they would make an address that is too long. */
const MOST_ID_TOKEN = 6_000;

/** An ID token as a session keeps it for the logout at the provider; undefined where it does not (S28). */
export function sealedIdToken({ idTokens, provider }: SingleSignOn, idToken: string): string | undefined {
  return idToken.length > MOST_ID_TOKEN ? undefined : idTokens.seal(idToken, provider.issuer);
}

/** What the provider's statement of a login is worth here (S29). */
export function signedOnBy({ secondFactors }: SingleSignOn, { acr, amr }: SignOnStrength): SignedOn {
  return [acr, ...amr.split(' ')].some((word) => secondFactors.includes(word)) ? 'factor' : 'plain';
}

/** The same for the audit; '' where the provider states nothing. */
export function statedIn({ acr, amr }: SignOnStrength): string {
  const stated = [acr && `acr ${acr}`, amr && `amr ${amr}`].filter((text) => text !== '');
  return stated.length === 0 ? '' : ` (${stated.join(', ')})`;
}
