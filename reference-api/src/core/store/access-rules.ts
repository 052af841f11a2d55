/** How long sessions last, and how many an account has (S4, S11, S13). */
export interface SessionRules {
  readonly hours: number;
  /** Milliseconds without use; undefined: never. */
  readonly idle: number | undefined;
  /** Open sessions per account: one more ends the oldest. */
  readonly most: number;
}

/** When API keys end (K2, K3). */
export interface KeyRules {
  /** Of a new key by default; null: for ever. */
  readonly days: number | null;
  /** The most that its maker may choose. */
  readonly mostDays: number;
  /** A forced logout also revokes the account's keys. */
  readonly endWithLogout: boolean;
}
