/** How long sessions last, and how many an account has (S4, S11, S13). */
export interface SessionRules {
  /** Hours until a session ends. */
  readonly hours: number;
  /** Milliseconds without use after which it ends; undefined: it does not. */
  readonly idle: number | undefined;
  /** Most open sessions of an account: with one more the oldest ends. */
  readonly most: number;
}

/** Days that a new API key lasts unless it is said otherwise, and the most that it may (K2). */
export interface KeyRules {
  readonly days: number;
  readonly mostDays: number;
}

/** What holds unless the environment says otherwise. */
export const SESSIONS_PER_ACCOUNT = 5;
/** Days that a password counts which an admin has given. */
export const FIRST_PASSWORD_DAYS = 7;
export const standardKeyRules: KeyRules = { days: 90, mostDays: 365 };
