import { calls, type CallName } from '@device-console/shared-lib/contract';
import { BusinessError, IdentityNeeded, LoginRefused } from '../../core/errors/expected-errors.ts';
import { factorLimits, forgetRightfulAttempt, identityOf, loginLimits } from '../../core/security/throttle.ts';
import { hashSecret } from '../../core/security/tokens.ts';
import { findAccountById, holdAccount, type Account } from '../../core/store/accounts.ts';
import { revokeSessionsOf } from '../../core/store/sessions.ts';
import { inTransaction } from '../../core/store/store.ts';
import { isoAfter, isoTime, MINUTE } from '../../core/time/clock.ts';
import { admit } from '../../core/calls/admission.ts';
import { recordAnonymous } from '../../core/audit/audit.ts';
import type {
  AnonymousContext,
  AnonymousService,
  CallContext,
  SecondFactors,
  Service,
} from '../../core/calls/context.ts';
import { NOT_YOU, sendMail, tellLater } from '../../core/accounts/send-mail.ts';
import { otherAccount } from '../../core/accounts/users.ts';
import { openSession } from '../../core/accounts/open-session.ts';
import type { ApiModule } from '../../core/module.ts';
import { deleteEnded, deleteEndedOf } from '../../core/housekeeping.ts';
import {
  accountsWithFactors,
  closeChallenges,
  countRecoveryCodes,
  deleteFactors,
  factorsOf,
  hashRecoveryCode,
  newRecoveryCodes,
  newSeed,
  passkeysAmong,
  placeOfSeeds,
  registrationOptions,
  totpStepOf,
  totpUri,
  verifiedRegistration,
} from './factors.ts';
import {
  factorVariables,
  type IdentityRules,
  identityRulesOf,
  identitySettingsOf,
  needsFactor,
  requireEnrolled,
} from './identity-rules.ts';
import {
  askIdentity,
  askPasskey,
  factorOffers,
  proveByFactor,
  type FactorProof,
  identityOptions,
  proveIdentity,
  requireProof,
  requireProofOfItems,
  requireProofOfTakeOver,
  takeChallenge,
} from './prove-identity.ts';
import { schema } from './schema.ts';
import { anonymous, change, note, read, stepwiseChange } from '../../core/calls/call.ts';

const CALL = calls.loginFactor.path;
const OVER = 'This login took too long, or was ended. Please log in again.';
const WRONG = 'This code is not valid. Please try the next one.';
const NOT_VALID = 'This was not accepted. Please try again.';

/** The second question of a login whose password was right (S17). Must run in a transaction that holds the account. */
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

/** Once, within five minutes (S17). */
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

const MOST_FACTORS = 10;
const NAME_LENGTH = 64;
const BEGUN_TIME = 15 * MINUTE;

/** The answer to a repeated request whose recovery codes were shown before (D2). */
const CODES_SHOWN_BEFORE =
  'This was done already, by the same request. Recovery codes are shown once, with the first answer; if nobody has ' +
  'them, make new ones.';

const at = ({ platform }: CallContext): string => isoTime(platform.clock.now());

/** A factor that the provider has stated is enough (S29). */
const ownFactors: Service<'ownFactors'> = async ({ db, platform, actor }) => {
  const { policies, passkeys } = platform.identity;
  const policy = policies[actor.userlevel];
  const factors = await factorsOf(db, actor.accountId);
  return {
    items: factors.map(({ id, kind, name, created_at, last_used_at: used }) => ({
      ...{ id, kind, name, created_at },
      last_used_at: used ?? '',
    })),
    recovery_codes: await countRecoveryCodes(db, actor.accountId),
    policy: policy === 'required' && !needsFactor(platform, actor) ? 'offered' : policy,
    passkeys: passkeys ? 'yes' : '',
  };
};

/** 0, which is no factor's, for anything but an id. */
const idOf = ({ id }: { readonly id: string }): number => (/^\d{1,15}$/.test(id) ? Number(id) : 0);

function requireOffered({ platform, actor }: CallContext): void {
  if (platform.identity.policies[actor.userlevel] === 'off')
    throw new BusinessError('Second factors are not used here. Your admin can offer them.');
}

async function requireRoom(context: CallContext): Promise<void> {
  requireOffered(context);
  if ((await factorsOf(context.db, context.actor.accountId)).length >= MOST_FACTORS)
    throw new BusinessError(`An account has at most ${MOST_FACTORS} second factors. Remove one first.`);
}

function requireName(context: CallContext, text: string): string {
  requireOffered(context);
  const name = text.trim();
  if (name === '' || name.length > NAME_LENGTH)
    throw new BusinessError(`The factor needs a name of at most ${NAME_LENGTH} characters.`);
  return name;
}

/** Ends the owner's other sessions, and mails a notice after the commit (V7.4.3 of ASVS). */
async function endOthersAndTell(context: CallContext, call: CallName, subject: string, what: string): Promise<void> {
  const { db, actor } = context;
  await revokeSessionsOf(db, actor.accountId, at(context), 'changed factors', actor.credentialId);
  const lines = [what, 'All other sessions of your account have ended.', '', NOT_YOU];
  tellLater(context, { call: calls[call].path, subject, lines }, { id: actor.accountId, email: actor.email });
}

/** They replace all former ones; separated by spaces. */
async function makeCodes(context: CallContext): Promise<string> {
  const { db, actor } = context;
  const codes = newRecoveryCodes();
  const common = { account_id: actor.accountId, created_at: at(context) };
  await db.deleteFrom('recovery_codes').where('account_id', '=', actor.accountId).execute();
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ ...common, code_hash: hashRecoveryCode(code) })))
    .execute();
  return codes.join(' ');
}

/** Answers after a factor was added; the first factor comes with recovery codes (S16). */
async function added(context: CallContext, call: CallName, name: string) {
  const { db, actor } = context;
  const isFirst = (await factorsOf(db, actor.accountId)).length === 1;
  await endOthersAndTell(context, call, 'a second factor was added', `The second factor "${name}" was added.`);
  const codes = isFirst ? await makeCodes(context) : '';
  return { message: 'Second factor added. Your other sessions have ended.', codes };
}

/** Instead of one started before; a code of it must confirm it (S15). */
const addTotp: Service<'addTotp'> = async (context) => {
  const { db, platform, actor } = context;
  await requireRoom(context);
  const secret = newSeed();
  const sealed = platform.identity.seeds.seal(secret, placeOfSeeds(actor.accountId));
  const own = { account_id: actor.accountId, created_at: at(context) };
  await db
    .deleteFrom('second_factors')
    .where('account_id', '=', actor.accountId)
    .where('confirmed_at', 'is', null)
    .execute();
  const { id } = await db
    .insertInto('second_factors')
    .values({ ...own, kind: 'totp', name: '', secret: sealed })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, secret, uri: totpUri(secret, actor.email) };
};

const confirmTotp: Service<'confirmTotp'> = async (context, body) => {
  const { db, platform, actor } = context;
  const name = requireName(context, body.name);
  const now = platform.clock.now();
  const id = idOf(body);
  const begun = await db
    .selectFrom('second_factors')
    .select('secret')
    .where('id', '=', id)
    .where('account_id', '=', actor.accountId)
    .where('confirmed_at', 'is', null)
    .where('created_at', '>', isoAfter(now, -BEGUN_TIME))
    .forUpdate()
    .executeTakeFirst();
  if (!begun) throw new BusinessError('This took too long, or was begun anew elsewhere. Please begin again.');
  const step = totpStepOf(platform, actor.accountId, begun.secret, body.code);
  if (step === undefined)
    throw new BusinessError('This code is not valid. Check the clock of your phone, and type the present code.');
  const confirmed = { name, counter: step, confirmed_at: isoTime(now) };
  await db.updateTable('second_factors').set(confirmed).where('id', '=', id).execute();
  return added(context, 'confirmTotp', name);
};

/** The options for the browser are valid once, for five minutes (S19). */
const addPasskey: Service<'addPasskey'> = async (context) => {
  const { db, platform, actor } = context;
  const { passkeys: place } = platform.identity;
  await requireRoom(context);
  if (!place)
    throw new BusinessError('This console has no https address, so browsers make no passkeys for it. Add an app.');
  const passkey = await registrationOptions(place, actor, passkeysAmong(await factorsOf(db, actor.accountId)));
  await askPasskey(context, 'registration', passkey.challenge);
  return { passkey: { ...passkey } };
};

const confirmPasskey: Service<'confirmPasskey'> = async (context, body) => {
  const { db, platform, actor } = context;
  const name = requireName(context, body.name);
  const { passkeys: place } = platform.identity;
  const challenge = await takeChallenge(context, 'registration');
  const made = place && challenge && (await verifiedRegistration(place, challenge, body.passkey));
  if (!made) throw new BusinessError('The passkey was not accepted, or it took too long. Please begin again.');
  const now = at(context);
  const own = { account_id: actor.accountId, name, created_at: now, confirmed_at: now };
  const inserted = await db
    .insertInto('second_factors')
    .values({ ...own, ...made, kind: 'passkey' })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw new BusinessError('This passkey is known already.');
  return added(context, 'confirmPasskey', name);
};

const removeFactor: Service<'removeFactor'> = async (context, body) => {
  const { db, platform, actor } = context;
  const id = idOf(body);
  const before = await factorsOf(db, actor.accountId);
  const isLast = before.length === 1 && before[0]?.id === id;
  if (isLast && platform.identity.policies[actor.userlevel] === 'required')
    throw new BusinessError('Your role needs a second factor. Add another one before you remove this one.');
  const gone = await db
    .deleteFrom('second_factors')
    .where('id', '=', id)
    .where('account_id', '=', actor.accountId)
    .where('confirmed_at', 'is not', null)
    .returning('name')
    .executeTakeFirst();
  if (!gone) throw new BusinessError('There is no such factor. Please reload the page.');
  if (isLast) await deleteFactors(db, actor.accountId);
  const what = `The second factor "${gone.name}" was removed.`;
  await endOthersAndTell(context, 'removeFactor', 'a second factor was removed', what);
  return { message: `${gone.name} is removed. Your other sessions have ended.` };
};

const renewRecoveryCodes: Service<'renewRecoveryCodes'> = async (context) => {
  const { db, actor } = context;
  if ((await factorsOf(db, actor.accountId)).length === 0)
    throw new BusinessError('Recovery codes stand in for a second factor. Add one first.');
  const codes = await makeCodes(context);
  const what = 'New recovery codes were made; the former ones count no more.';
  await endOthersAndTell(context, 'renewRecoveryCodes', 'new recovery codes were made', what);
  return { message: 'New recovery codes made. The former ones count no more.', codes };
};

/** Of another account, whose owner has lost them; its sessions end (S15). */
const resetFactors: Service<'resetFactors'> = async (context, { email }) => {
  const { db, actor } = context;
  const account = await otherAccount(context, email, 'Remove your own factors under My account.');
  const { factors: removed } = await deleteFactors(db, account.id);
  if (removed === 0) throw new BusinessError(`${account.email} has no second factor.`);
  await closeChallenges(db, account.id);
  await revokeSessionsOf(db, account.id, at(context), 'changed factors');
  const notice = {
    call: calls.resetFactors.path,
    subject: 'your second factors were removed',
    lines: [`${actor.email} removed the second factors of your account, and ended its sessions.`, '', NOT_YOU],
  };
  tellLater(context, notice, account);
  return { message: `Second factors of ${account.email} removed: ${removed}` };
};

const factorsBy = ({ policies }: IdentityRules): SecondFactors => ({
  areUsedBy: (role) => policies[role] !== 'off',
  areRequiredOf: (role) => policies[role] === 'required',
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
  anonymousCalls: { loginFactor: { ...anonymous, run: loginFactor } },
  calls: {
    ownFactors: { ...read, openTo: 'adding-a-factor', run: ownFactors },
    addTotp: { ...change, openTo: 'adding-a-factor', run: addTotp },
    confirmTotp: { ...change, openTo: 'adding-a-factor', repeated: CODES_SHOWN_BEFORE, run: confirmTotp },
    addPasskey: { ...change, openTo: 'adding-a-factor', run: addPasskey },
    confirmPasskey: { ...change, openTo: 'adding-a-factor', repeated: CODES_SHOWN_BEFORE, run: confirmPasskey },
    removeFactor: { ...change, run: removeFactor },
    renewRecoveryCodes: { ...change, repeated: CODES_SHOWN_BEFORE, run: renewRecoveryCodes },
    resetFactors: { ...change, run: resetFactors },
    identityOptions: { ...note, openTo: 'limited', run: identityOptions },
    proveIdentity: { ...stepwiseChange, openTo: 'limited', run: proveIdentity },
  },
  variables: factorVariables,
  hardened: { SECOND_FACTOR: 'SUPERADMIN=required, ADMIN=required', STEP_UP: 'on' },
  settings: identitySettingsOf,
  platform({ settings }) {
    const identity = identityRulesOf(settings);
    return { identity, factors: factorsBy(identity) };
  },
  housekeeping: { challenges: deleteEnded(deleteEndedOf('identity_challenges', 'id', 'expires_at')) },
  accountClosed: deleteFactors,
  whenContained: { take: ({ db }, id, since) => deleteFactors(db, id, since) },
  beforeSend: { items: requireProofOfItems, takeOver: requireProofOfTakeOver },
} as const satisfies ApiModule;
