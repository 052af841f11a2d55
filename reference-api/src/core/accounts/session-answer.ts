import { LOGIN_VALIDATED } from '@device-console/shared-lib/contract';
import type { Account } from '../store/accounts.ts';
import { MINUTE } from '../time/clock.ts';
import { permissionNamesOf } from '../store/permissions.ts';
import type { AnonymousContext } from '../calls/context.ts';
import { openSession, type SignOnFacts } from './open-session.ts';

/**
 * Opens a session for an account whose holder has proved who he is, and says what its page needs (S9). `more` is told
 * besides; `signOn` is of a login at the identity provider. Must be in a transaction that holds the account.
 */
export async function sessionAnswer(
  context: AnonymousContext,
  call: string,
  account: Account,
  { more = '', signOn }: { readonly more?: string; readonly signOn?: SignOnFacts } = {},
) {
  const { token, expiry, notice } = await openSession(context, call, account, signOn);
  const { idle } = context.platform.sessions;
  const permissions = await permissionNamesOf(context.db, account.id);
  return {
    status: 'success',
    message: 'Login successful',
    id: account.id,
    token,
    email: account.email,
    userlevel: account.role,
    expiry,
    loggedin: LOGIN_VALIDATED,
    permissions: permissions.map((name) => ({ permission_name: name })),
    retailer_phone: account.phone,
    clientof: account.client_of,
    ...(idle !== undefined && { idle_minutes: idle / MINUTE }),
    notice: [notice, more].filter((text) => text !== '').join(' '),
  };
}
