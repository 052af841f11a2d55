import { SUPERADMIN_CLIENT } from '@device-console/shared-lib/contract';
import { loginLimits, forgetRightfulAttempt, identityOf } from '../security/throttle.ts';
import { findAccountForLogin, holdAccount } from '../store/accounts.ts';
import { inTransaction } from '../store/store.ts';
import { admit } from '../calls/admission.ts';
import { recordAnonymous } from '../audit/audit.ts';
import { IdentityNeeded, LoginRefused } from '../errors/expected-errors.ts';
import type { AnonymousContext, AnonymousService, Platform } from '../calls/context.ts';
import { hasEnded, whyNoPassword } from './account-passwords.ts';
import { openSession } from './open-session.ts';

const LOGIN = 'login.php';
const WRONG = 'Invalid email or password';
export const DISABLED = 'Your account is disabled.Contact Your Admin for support';
export const NOT_SUPERADMIN = 'Only a superadmin can log in here. Please use the ordinary login.';

const ENDED =
  'The password that you were given has ended, because it was not replaced in time. Set one by "Forgot password", or ' +
  'ask your admin.';

type LoginAccount = NonNullable<Awaited<ReturnType<typeof findAccountForLogin>>>;

/** Why an account with the right password may not log in (D8, S23, S27). */
function refusalOf(platform: Platform, account: LoginAccount, client: string | undefined): string | undefined {
  const { status, role } = account;
  if (status !== 'ACTIVE') return DISABLED;
  if (client === SUPERADMIN_CLIENT && role !== 'SUPERADMIN') return NOT_SUPERADMIN;
  return whyNoPassword(platform, role) ?? (hasEnded(account, platform.clock.now()) ? ENDED : undefined);
}

async function tryPassword(
  context: AnonymousContext,
  { password, client }: { readonly password: string; readonly client?: string | undefined },
  { account, typed, counted }: { readonly account: LoginAccount | undefined; typed: string; counted: string },
) {
  const { db, platform, address } = context;
  const matches = await platform.passwords.verify(account?.password_hash, password);
  const refusal = account && matches ? refusalOf(platform, account, client) : WRONG;
  if (!account || refusal !== undefined)
    throw new LoginRefused(refusal ?? WRONG, account ?? { id: null, email: typed });
  const answer = await inTransaction(db, async (tx) => {
    // Disabled, or given another password, during this check: a new session would survive that.
    if (!(await holdAccount(tx, account.id, account.password_hash))) throw new LoginRefused(WRONG, account);
    const held = { ...context, db: tx };
    const needed = await platform.factors.askAtLogin(held, account);
    if (needed) {
      const asked = 'the password was right; a second factor was asked for';
      await recordAnonymous(held, LOGIN, account, 'success', asked);
      return needed;
    }
    await forgetRightfulAttempt(tx, platform.clock, loginLimits, counted, address);
    const isGiven = account.first_password_until !== null;
    const said = isGiven ? 'logged in with a password that an admin gave' : 'logged in';
    await recordAnonymous(held, LOGIN, account, 'success', said);
    return openSession(held, LOGIN, account);
  });
  if (answer instanceof IdentityNeeded) throw answer;
  return answer;
}

/** Unknown accounts cost the same work as wrong passwords; e-mail and phone count for one account (S1, S3, S9, D2a). */
export const login: AnonymousService<'login'> = async (context, body) => {
  const typed = body.email.trim().toLowerCase();
  const account = await findAccountForLogin(context.db, typed);
  const counted = account ? identityOf(account.id) : `name ${typed}`;
  const tryIt = () => tryPassword(context, body, { account, typed, counted });
  return admit(context, LOGIN, loginLimits, { account: counted, typed }, tryIt);
};
