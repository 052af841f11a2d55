import type { IdentityChallenge } from '@device-console/shared-lib/contract';

/** What the operator must change on the account page first (S20, S27). */
export type AskedOfAccount = Extract<IdentityChallenge['kind'], 'new-password' | 'enrol'>;

/** Passed with the account page's address, so that it opens at the right place. */
export interface AccountState {
  readonly asked: AskedOfAccount;
}

export function asksForPassword(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'asked' in state && state.asked === 'new-password';
}
