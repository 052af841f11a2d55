import type { IdentityChallenge } from '@device-console/shared-lib/contract';

/** What the operator must change on the account page before anything else (S20, S27). */
export type AskedOfAccount = Extract<IdentityChallenge['kind'], 'new-password' | 'enrol'>;

/** State passed along with the account page's address, so that the page opens at the right place. */
export interface AccountState {
  readonly asked: AskedOfAccount;
}

/** True if the page was opened because the password must be replaced. */
export function asksForPassword(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'asked' in state && state.asked === 'new-password';
}
