import { LOGIN_VALIDATED, SUPERADMIN_CLIENT } from '@device-console/shared-lib/contract';
import { isoTime } from '../time/clock.ts';
import { loginLimits, forgetRightfulAttempt, identityOf, strangerOf } from '../security/throttle.ts';
import { findAccountForLogin, holdAccount, type Account } from '../store/accounts.ts';
import { permissionNamesOf } from '../store/permissions.ts';
import { revokeSession } from '../store/sessions.ts';
import { inTransaction } from '../store/store.ts';
import { admit } from './admission.ts';
import { recordAnonymous } from './audit.ts';
import { BusinessError } from '../errors/expected-errors.ts';
import type { AnonymousContext, AnonymousService, Platform, Service } from './context.ts';
import { openSession } from './open-session.ts';
import { whyNoPassword } from './passwords-off.ts';

const LOGIN = 'login.php';
const WRONG = 'Invalid email or password';
export const DISABLED = 'Your account is disabled.Contact Your Admin for support';
export const NOT_SUPERADMIN = 'Only a superadmin can log in here. Please use the ordinary login.';

type LoginAccount = NonNullable<Awaited<ReturnType<typeof findAccountForLogin>>>;

/** Why an account with the right password may not log in (D8, S23). */
function refusalOf(platform: Platform, account: LoginAccount, client: string | undefined): string | undefined {
  if (account.status !== 'ACTIVE') return DISABLED;
  if (client === SUPERADMIN_CLIENT && account.role !== 'SUPERADMIN') return NOT_SUPERADMIN;
  return whyNoPassword(platform, account.role);
}

function auditLogin(
  context: AnonymousContext,
  account: LoginAccount | undefined,
  typed: string,
  refusal: string | undefined,
): Promise<void> {
  return recordAnonymous(
    context,
    LOGIN,
    account ?? { id: null, email: typed },
    refusal === undefined ? 'success' : 'refused',
    refusal ?? 'logged in',
  );
}

/** Opens a session in a transaction that holds its account, and returns the answer of a login (S9). */
export async function loginAnswer(context: AnonymousContext, call: string, account: Account) {
  const { token, expiry, notice } = await openSession(context, call, account);
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
    notice,
  };
}

async function refuse(
  context: AnonymousContext,
  account: LoginAccount | undefined,
  typed: string,
  refusal: string,
): Promise<never> {
  await auditLogin(context, account, typed, refusal);
  throw new BusinessError(refusal);
}

/**
 * Opens a session for an e-mail or phone and its password (S1, S3, S9). Unknown accounts cost the same work as wrong
 * passwords. Attempts count against the account, whether its e-mail or its phone was typed (D2a).
 */
export const login: AnonymousService<'login'> = async (context, body) => {
  const { db, platform, address } = context;
  const typed = body.email.trim().toLowerCase();
  const account = await findAccountForLogin(db, typed);
  const counted = account ? identityOf(account.id) : strangerOf(typed);
  await admit(context, LOGIN, loginLimits, { account: counted, typed });
  const matches = await platform.passwords.verify(account?.password_hash, body.password);
  const refusal = account && matches ? refusalOf(platform, account, body.client) : WRONG;
  if (!account || refusal !== undefined) return refuse(context, account, typed, refusal ?? WRONG);
  const answer = await inTransaction(db, async (tx) => {
    // Disabled, or given another password, while this one was checked: a session made now would outlive that.
    if (!(await holdAccount(tx, account.id, account.password_hash))) return undefined;
    await forgetRightfulAttempt(tx, platform.clock, loginLimits, counted, address);
    await auditLogin({ ...context, db: tx }, account, typed, undefined);
    return loginAnswer({ ...context, db: tx }, LOGIN, account);
  });
  return answer ?? refuse(context, account, typed, WRONG);
};

/** Ends the session of the token (S6). */
export const logout: Service<'logout'> = async ({ db, platform, actor }) => {
  await revokeSession(db, actor.credentialId, isoTime(platform.clock.now()), 'logout');
  return { status: 'success', message: 'Logged out' };
};
