import { LOGIN_VALIDATED } from '@device-console/shared-lib/contract';
import { HOUR, isoAfter, isoTime, MINUTE } from '../time/clock.ts';
import { hashSecret } from '../security/tokens.ts';
import type { Account } from '../store/accounts.ts';
import { permissionsOf } from '../store/permissions.ts';
import { insertSession, openSessionsOf, revokeSession, type SignOn } from '../store/sessions.ts';
import { recordAnonymous } from '../audit/audit.ts';
import type { AnonymousContext, Platform } from '../calls/context.ts';

/** Sessions last used earlier are idle; undefined: none ever is (S11). */
export function usedSince({ clock, sessions }: Pick<Platform, 'clock' | 'sessions'>): string | undefined {
  return sessions.idle === undefined ? undefined : isoAfter(clock.now(), -sessions.idle);
}

const inWords = (time: string): string => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** Ends the oldest sessions beyond the limit; tells the audit and the person logging in (S13). */
async function endOldest(context: AnonymousContext, call: string, account: Account): Promise<string> {
  const { db, platform } = context;
  const at = isoTime(platform.clock.now());
  const { most } = platform.sessions;
  const open = await openSessionsOf(db, account.id, { at, usedSince: usedSince(platform) });
  const texts: string[] = [];
  for (const { id, created_at: begun, address } of open.slice(most)) {
    await revokeSession(db, id, at, 'too many');
    const from = address ? ` from ${address}` : '';
    const text = `Your session of ${inWords(begun)}${from} has ended, because an account has at most ${most} sessions.`;
    await recordAnonymous(context, call, account, 'success', text);
    texts.push(text);
  }
  return texts.join(' ');
}

/** The only place where sessions begin (S9). Must be in a transaction that holds the account. `call`: for the audit. */
export async function openSession(
  context: AnonymousContext,
  call: string,
  account: Account,
  { more = '', signOn }: { readonly more?: string; readonly signOn?: SignOn } = {},
) {
  const { db, platform, address } = context;
  const { hours, idle } = platform.sessions;
  const now = platform.clock.now();
  const token = platform.tokens.newSession();
  const expiry = isoAfter(now, hours * HOUR);
  await insertSession(db, {
    account_id: account.id,
    token_hash: hashSecret(token),
    created_at: isoTime(now),
    expires_at: expiry,
    address,
    ...signOn,
  });
  const notice = await endOldest(context, call, account);
  const permissions = await permissionsOf(db, account.id);
  return {
    status: 'success',
    message: 'Login successful',
    id: account.id,
    token,
    email: account.email,
    userlevel: account.role,
    expiry,
    loggedin: LOGIN_VALIDATED,
    permissions: permissions.map(({ name }) => ({ permission_name: name })),
    retailer_phone: account.phone,
    clientof: account.client_of,
    ...(idle !== undefined && { idle_minutes: idle / MINUTE }),
    notice: [notice, more].filter((text) => text !== '').join(' '),
  };
}
