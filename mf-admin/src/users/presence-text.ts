import type { UserRow } from '@device-console/shared-lib/contract';
import { isLoggedIn } from './user-row.ts';
import { t } from '../t.ts';

/** Whether somebody is online, in a plain word; a state that is not known stays as it is (U4, D1a). */
export function presenceText(user: UserRow): string {
  if (isLoggedIn(user)) return t('Online');
  return user.loginstatus.toUpperCase() === 'LOGOUT' ? t('Offline') : user.loginstatus;
}
