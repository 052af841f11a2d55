/** What a login at the provider is begun and ended with; of one browser, once. */
export interface SignOnProof {
  /** Comes back with the browser; the database keeps its hash alone. */
  readonly state: string;
  /** Must stand in the ID token. */
  readonly nonce: string;
  /** Secret behind the PKCE challenge. */
  readonly verifier: string;
}

/** Who somebody is by the word of the provider. */
export interface Identity {
  /** Never changes and is never another's, at this issuer. */
  readonly subject: string;
  /** In lower case; undefined where the provider does not vouch for one. */
  readonly verifiedEmail: string | undefined;
}

/** The organisation's identity provider (S21). Its methods reject with {@link IdentityFailure}. */
export interface IdentityProvider {
  /** As operators know it. */
  readonly name: string;
  readonly issuer: string;
  /** The provider's page where the browser goes, and what its return is checked by. */
  begin(): Promise<SignOnProof & { readonly address: string }>;
  /** Who came back; `query` is that of the callback, with the question mark. */
  finish(query: string, proof: SignOnProof): Promise<Identity>;
}

/** Why nobody is known: what the operator is told, and for audit and log a reason without secrets. */
export class IdentityFailure extends Error {
  override readonly name = 'IdentityFailure';
  readonly reason: string;
  /** The provider itself, or the way to it, fails. */
  readonly isOutage: boolean;

  constructor(message: string, reason: string, isOutage: boolean, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.isOutage = isOutage;
  }
}
