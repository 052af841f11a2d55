import type { UserRow } from '@device-console/shared-lib/contract';

/** Whether a user may log in; existing back ends write it in any case (D1a). */
export function isActive({ userstatus }: UserRow): boolean {
  return userstatus.toUpperCase() === 'ACTIVE';
}

/** Whether a user has a session (U4). */
export function isLoggedIn({ loginstatus }: UserRow): boolean {
  return loginstatus.toUpperCase() === 'LOGIN';
}
