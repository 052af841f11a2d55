/** The secrets of one login at the provider, in one browser. */
export interface SignOnProof {
  /** Comes back with the browser; the database keeps only its hash. */
  readonly state: string;
  /** Must be in the ID token. */
  readonly nonce: string;
  /** Secret behind the PKCE challenge. */
  readonly verifier: string;
}

/** How somebody logged in at the provider, as it states; '' if it states nothing. */
export interface SignOnStrength {
  /** The class of the authentication. */
  readonly acr: string;
  /** Its methods, separated by spaces. */
  readonly amr: string;
}

/** Who somebody is, as the provider states. */
export interface Identity extends SignOnStrength {
  /** Unique at this issuer; never changes. */
  readonly subject: string;
  /** In lower case; undefined if the provider has verified none. */
  readonly verifiedEmail: string | undefined;
  /** The ID token itself, for {@link IdentityProvider.logoutAddress}. */
  readonly idToken: string;
}

/** The organisation's identity provider (S21). Its methods reject with {@link IdentityFailure}. */
export interface IdentityProvider {
  /** The name that operators know. */
  readonly name: string;
  readonly issuer: string;
  /**
   * Returns the provider's page where the browser goes, and what checks its return. `again`: the e-mail of somebody who
   * must log in there again, even if still logged in (S30).
   */
  begin(again?: string): Promise<SignOnProof & { readonly address: string }>;
  /** Returns who came back with `query`, which begins with `?`. `maxAge`: most seconds since the login there. */
  finish(query: string, proof: SignOnProof, maxAge?: number): Promise<Identity>;
  /**
   * Returns the provider's page that ends its own session and sends the browser back with `state`; undefined if it has
   * none (S28). Asks the provider each time, so that nobody is sent to one that is down.
   */
  logoutAddress(idToken: string | undefined, state: string): Promise<string | undefined>;
}

/** Why a login failed: a message for the operator, and a reason without secrets for audit and log. */
export class IdentityFailure extends Error {
  override readonly name = 'IdentityFailure';
  readonly reason: string;
  /** The provider is down or cannot be reached. */
  readonly isOutage: boolean;

  constructor(message: string, reason: string, isOutage: boolean, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.isOutage = isOutage;
  }
}
