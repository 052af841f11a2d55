/** How long sessions last, and how many an account has (S4, S11, S13). */
export interface SessionRules {
  /** Hours until a session ends. */
  readonly hours: number;
  /** Milliseconds without use after which it ends; undefined: it does not. */
  readonly idle: number | undefined;
  /** Most open sessions of an account: with one more the oldest ends. */
  readonly most: number;
}

/** How API keys end by themselves, and with what (K2, K3). */
export interface KeyRules {
  /** Days that a new key lasts where its maker says nothing; null: for ever. */
  readonly days: number | null;
  /** Most days that its maker may choose. */
  readonly mostDays: number;
  /** A forced logout revokes the keys of the account too. */
  readonly endWithLogout: boolean;
}
