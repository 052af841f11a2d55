/** What a login at the provider is begun and ended with; of one browser, once. */
export interface SignOnProof {
  /** Comes back with the browser; the database keeps its hash alone. */
  readonly state: string;
  /** Must stand in the ID token. */
  readonly nonce: string;
  /** Secret behind the PKCE challenge. */
  readonly verifier: string;
}

/** How somebody has logged in at the provider, by its word; each is '' where it says nothing. */
export interface SignOnStrength {
  /** The class of the authentication. */
  readonly acr: string;
  /** Its methods, separated by spaces. */
  readonly amr: string;
}

/** Who somebody is by the word of the provider. */
export interface Identity extends SignOnStrength {
  /** Never changes and is never another's, at this issuer. */
  readonly subject: string;
  /** In lower case; undefined where the provider does not vouch for one. */
  readonly verifiedEmail: string | undefined;
  /** The ID token itself, for {@link IdentityProvider.logoutAddress}. */
  readonly idToken: string;
}

/** The organisation's identity provider (S21). Its methods reject with {@link IdentityFailure}. */
export interface IdentityProvider {
  /** As operators know it. */
  readonly name: string;
  readonly issuer: string;
  /**
   * The provider's page where the browser goes, and what its return is checked by. `again`: the e-mail of somebody who
   * has to log in there anew though he is logged in (S30).
   */
  begin(again?: string): Promise<SignOnProof & { readonly address: string }>;
  /**
   * Who came back; `query` is that of the callback, with the question mark. `maxAge`: the login there may not be older,
   * in seconds.
   */
  finish(query: string, proof: SignOnProof, maxAge?: number): Promise<Identity>;
  /**
   * The provider's page that ends its own session and sends the browser back with `state`; undefined where it has none
   * (S28). It is asked anew each time, so that nobody is sent to a provider that is away.
   */
  logoutAddress(idToken: string | undefined, state: string): Promise<string | undefined>;
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
