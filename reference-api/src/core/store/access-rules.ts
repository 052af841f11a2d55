/** How long sessions last, and how many an account has (S4, S11, S13). */
export interface SessionRules {
  /** Hours until a session ends. */
  readonly hours: number;
  /** Milliseconds without use after which it ends; undefined: never. */
  readonly idle: number | undefined;
  /** Maximum of open sessions per account: one more ends the oldest. */
  readonly most: number;
}

/** When API keys end by themselves, and with what (K2, K3). */
export interface KeyRules {
  /** Default lifetime of a new key in days; null: for ever. */
  readonly days: number | null;
  /** Maximum lifetime that its maker may choose, in days. */
  readonly mostDays: number;
  /** A forced logout revokes the keys of the account too. */
  readonly endWithLogout: boolean;
}
