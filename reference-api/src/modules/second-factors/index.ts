import { calls } from '@device-console/shared-lib/contract';
import { IdentityNeeded, LoginRefused } from '../../core/errors/expected-errors.ts';
import { factorLimits, forgetRightfulAttempt, identityOf, loginLimits } from '../../core/security/throttle.ts';
import { hashSecret } from '../../core/security/tokens.ts';
import { findAccountById, holdAccount, type Account } from '../../core/store/accounts.ts';
import { countRecoveryCodes, accountsWithFactors, closeChallenges, deleteFactors } from './factor-rows.ts';
import { inTransaction } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';
import { admit } from '../../core/calls/admission.ts';
import { recordAnonymous } from '../../core/audit/audit.ts';
import type { AnonymousContext, AnonymousService, SecondFactors } from '../../core/calls/context.ts';
import {
  askIdentity,
  factorOffers,
  proveByFactor,
  type FactorProof,
  identityOptions,
  proveIdentity,
  requireProof,
  requireProofOfItems,
  requireProofOfTakeOver,
} from './prove-identity.ts';
import { sendMail } from '../../core/accounts/send-mail.ts';
import { NOT_YOU } from '../people/notices.ts';
import { openSession } from '../../core/accounts/open-session.ts';
import type { ApiModule } from '../../core/module.ts';
import { deleteEnded, deleteEndedOf } from '../../core/housekeeping.ts';
import { factorVariables, type IdentityRules, requireEnrolled } from './identity-rules.ts';
import { CODES_SHOWN_BEFORE, factorCalls } from './own-factors.ts';
import { schema } from './schema.ts';

const CALL = calls.loginFactor.path;
const OVER = 'This login took too long, or was ended. Please log in again.';
const WRONG = 'This code is not valid. Please try the next one.';
const NOT_VALID = 'This was not accepted. Please try again.';

/**
 * Returns the second question of a login whose password was right; undefined if the account has no factor or its role
 * uses none (S17). Must run in a transaction that holds the account.
 */
async function askFactor(context: AnonymousContext, account: Account): Promise<IdentityNeeded | undefined> {
  if (context.platform.identity.policies[account.role] === 'off') return undefined;
  const { offers, passkey } = await factorOffers(context, account.id);
  if (!offers.includes('totp') && !offers.includes('passkey')) return undefined;
  const ticket = await askIdentity(context, account.id, { purpose: 'login', challenge: passkey?.challenge ?? '' });
  const message = offers.includes('totp') ? 'Enter the code of your authenticator app.' : 'Use your passkey to go on.';
  return new IdentityNeeded(message, {
    kind: 'factor',
    ticket,
    offers,
    ...(passkey ? { passkey: { ...passkey } } : {}),
  });
}

async function tryFactor(
  context: AnonymousContext,
  account: Account,
  login: { readonly id: number; readonly challenge: string },
  proof: FactorProof,
) {
  const { db, platform, address } = context;
  const { how, answer } = await inTransaction(db, async (tx) => {
    const held = { ...context, db: tx };
    if (!(await holdAccount(tx, account.id))) throw new LoginRefused(OVER, account);
    const how = await proveByFactor(held, account.id, proof, async () => login.challenge);
    if (!how) throw new LoginRefused(proof.code === undefined ? NOT_VALID : WRONG, account);
    // The login was closed together with the account's sessions, or another request used it.
    const taken = tx.deleteFrom('identity_challenges').where('id', '=', login.id).returning('id');
    if (!(await taken.executeTakeFirst())) throw new LoginRefused(OVER, account);
    for (const limits of [factorLimits, loginLimits])
      await forgetRightfulAttempt(tx, platform.clock, limits, identityOf(account.id), address);
    await recordAnonymous(held, CALL, account, 'success', `logged in with a second factor (${how})`);
    if (how !== 'recovery') return { how, answer: await openSession(held, CALL, account) };
    const more =
      `You logged in with a recovery code; you have ${await countRecoveryCodes(tx, account.id)} left. Make new ones ` +
      'under My account when few are left.';
    return { how, answer: await openSession(held, CALL, account, { more }) };
  });
  if (how === 'recovery') platform.runInBackground(sendMail(context, recoveryNotice, account));
  return answer;
}

/** Opens the session of a login with its ticket and a second factor, once, within five minutes (S17). */
const loginFactor: AnonymousService<'loginFactor'> = async (context, { ticket, ...proof }) => {
  const { db, platform } = context;
  const login = await db
    .selectFrom('identity_challenges')
    .select(['id', 'account_id', 'challenge'])
    .where('ticket_hash', '=', hashSecret(ticket))
    .where('purpose', '=', 'login')
    .where('expires_at', '>', isoTime(platform.clock.now()))
    .executeTakeFirst();
  const account = login && (await findAccountById(db, login.account_id));
  if (!login || !account) throw new LoginRefused(OVER);
  const who = { account: identityOf(account.id), typed: account.email };
  return admit(context, CALL, factorLimits, who, () => tryFactor(context, account, login, proof));
};

const recoveryNotice = {
  call: CALL,
  subject: 'somebody logged in with a recovery code',
  lines: ['Somebody logged in to your account with one of its recovery codes. It counts no more.', '', NOT_YOU],
} as const;

export const factorsBy = ({ policies }: IdentityRules): SecondFactors => ({
  areUsedBy: (role) => policies[role] !== 'off',
  accountsWith: accountsWithFactors,
  askAtLogin: askFactor,
  closeLogins: closeChallenges,
  requireEnrolled,
  requireProof,
});

/** How people prove who they are, besides their password (S15 to S20). */
export const secondFactors = {
  name: 'second-factors',
  schema,
  anonymousServices: { loginFactor },
  services: { ...factorCalls, identityOptions, proveIdentity },
  toldLater: {
    confirmTotp: CODES_SHOWN_BEFORE,
    confirmPasskey: CODES_SHOWN_BEFORE,
    renewRecoveryCodes: CODES_SHOWN_BEFORE,
  },
  variables: factorVariables,
  // Logins that wait for a factor, and passkey challenges.
  housekeeping: { challenges: deleteEnded(deleteEndedOf('identity_challenges', 'id', 'expires_at')) },
  accountClosed: deleteFactors,
  beforeSend: { items: requireProofOfItems, takeOver: requireProofOfTakeOver },
} as const satisfies ApiModule;
