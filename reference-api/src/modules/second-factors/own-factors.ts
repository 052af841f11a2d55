import { calls, type CallName } from '@device-console/shared-lib/contract';
import { BusinessError } from '../../core/errors/expected-errors.ts';
import { passkeysAmong, registrationOptions, verifiedRegistration } from './passkeys.ts';
import { hashRecoveryCode, newRecoveryCodes, newSeed, placeOfSeeds, stepOf, totpUri } from './factor-codes.ts';
import { closeChallenges, countRecoveryCodes, deleteFactors, factorsOf, takeSessionChallenge } from './factor-rows.ts';
import { revokeSessionsOf } from '../../core/store/sessions.ts';
import { isoAfter, isoTime, MINUTE } from '../../core/time/clock.ts';
import { needsFactor } from './identity-rules.ts';
import type { CallContext, Service } from '../../core/calls/context.ts';
import { askPasskey } from './prove-identity.ts';
import { NOT_YOU, tellLater } from '../people/notices.ts';
import { otherAccount } from '../people/index.ts';

const MOST_FACTORS = 10;
const NAME_LENGTH = 64;
const BEGUN_TIME = 15 * MINUTE;

/** The answer to a repeated request whose recovery codes were shown before (D2). */
export const CODES_SHOWN_BEFORE =
  'This was done already, by the same request. Recovery codes are shown once, with the first answer; if nobody has ' +
  'them, make new ones.';

const at = ({ platform }: CallContext): string => isoTime(platform.clock.now());

/** Lists the second factors of the caller's account (S15). A factor that the provider has stated is enough (S29). */
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

/** Returns the id of a factor in a body; 0, which is none's, for anything else. */
const idOf = ({ id }: { readonly id: string }): number => (/^\d{1,15}$/.test(id) ? Number(id) : 0);

function requireOffered({ platform, actor }: CallContext): void {
  if (platform.identity.policies[actor.userlevel] === 'off')
    throw new BusinessError('Second factors are not used here. Your admin can offer them.');
}

async function requireRoom({ db, actor }: CallContext): Promise<void> {
  if ((await factorsOf(db, actor.accountId)).length >= MOST_FACTORS)
    throw new BusinessError(`An account has at most ${MOST_FACTORS} second factors. Remove one first.`);
}

function requireName(text: string): string {
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

/** Makes recovery codes that replace all former ones; returns them, separated by spaces. */
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

/** Starts adding an authenticator app, instead of one started before; a code of it must confirm it (S15). */
const addTotp: Service<'addTotp'> = async (context) => {
  const { db, platform, actor } = context;
  requireOffered(context);
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

/** Adds an app that was started in the last 15 minutes, by a code of it (S15). */
const confirmTotp: Service<'confirmTotp'> = async (context, body) => {
  const { db, platform, actor } = context;
  requireOffered(context);
  const name = requireName(body.name);
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
  const step = stepOf(platform, actor.accountId, begun.secret, body.code);
  if (step === undefined)
    throw new BusinessError('This code is not valid. Check the clock of your phone, and type the present code.');
  const confirmed = { name, counter: step, confirmed_at: isoTime(now) };
  await db.updateTable('second_factors').set(confirmed).where('id', '=', id).execute();
  return added(context, 'confirmTotp', name);
};

/** Starts adding a passkey: returns the options for the browser, valid once, for five minutes (S19). */
const addPasskey: Service<'addPasskey'> = async (context) => {
  const { db, platform, actor } = context;
  const { passkeys: place } = platform.identity;
  requireOffered(context);
  await requireRoom(context);
  if (!place)
    throw new BusinessError('This console has no https address, so browsers make no passkeys for it. Add an app.');
  const account = { id: actor.accountId, email: actor.email };
  const passkey = await registrationOptions(place, account, passkeysAmong(await factorsOf(db, actor.accountId)));
  await askPasskey(context, 'registration', passkey.challenge);
  return { passkey: { ...passkey } };
};

/** Adds the passkey that the browser has made (S19). */
const confirmPasskey: Service<'confirmPasskey'> = async (context, body) => {
  const { db, platform, actor } = context;
  requireOffered(context);
  const name = requireName(body.name);
  const { passkeys: place } = platform.identity;
  const challenge = await takeSessionChallenge(db, actor.credentialId, 'registration', at(context));
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

/** Removes one of the caller's factors, unless it is the last one and the role needs one (S15). */
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

/** Makes new recovery codes for an account with a factor (S16). */
const renewRecoveryCodes: Service<'renewRecoveryCodes'> = async (context) => {
  const { db, actor } = context;
  if ((await factorsOf(db, actor.accountId)).length === 0)
    throw new BusinessError('Recovery codes stand in for a second factor. Add one first.');
  const codes = await makeCodes(context);
  const what = 'New recovery codes were made; the former ones count no more.';
  await endOthersAndTell(context, 'renewRecoveryCodes', 'new recovery codes were made', what);
  return { message: 'New recovery codes made. The former ones count no more.', codes };
};

/** Removes all factors of another account, whose owner has lost them; its sessions end (S15). */
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

/** The calls about one's own factors, and a superadmin's on another account's. */
export const factorCalls = {
  ownFactors,
  addTotp,
  confirmTotp,
  addPasskey,
  confirmPasskey,
  removeFactor,
  renewRecoveryCodes,
  resetFactors,
};
