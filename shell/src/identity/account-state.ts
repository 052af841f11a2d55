import type { IdentityChallenge } from '@device-console/shared-lib/contract';

/** What has to be changed on the page of the account before anything else (S20, S27). */
export type AskedOfAccount = Extract<IdentityChallenge['kind'], 'new-password' | 'enrol'>;

/** What the address of that page brings with it, so that it shows at once what it was opened for. */
export interface AccountState {
  readonly asked: AskedOfAccount;
}

/** True for a page that was opened because the password has to be replaced. */
export function asksForPassword(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'asked' in state && state.asked === 'new-password';
}
