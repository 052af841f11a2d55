import type { UserRow } from '@device-console/shared-lib/contract';
import { userMessages } from '../messages.ts';
import { isLoggedIn } from './user-row.ts';

/** Whether somebody is online, in a plain word; a state that is not known stays as it is (U4, D1a). */
export function presenceText(user: UserRow): string {
  if (isLoggedIn(user)) return userMessages.online;
  return user.loginstatus.toUpperCase() === 'LOGOUT' ? userMessages.offline : user.loginstatus;
}
