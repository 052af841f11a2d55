import { calls, SUPERADMIN_CLIENT } from '@device-console/shared-lib/contract';
import { BusinessError, ConfigurationError } from '../../core/errors/expected-errors.ts';
import { IdentityFailure, type SignOnProof } from './openid-provider.ts';
import { signOnLimits, factorLimits, identityOf } from '../../core/security/throttle.ts';
import { hashSecret, newSecret } from '../../core/security/tokens.ts';
import { type Account, findAccountByEmail, findAccountById, holdAccount } from '../../core/store/accounts.ts';
import {
  findLinkedAccount,
  linkAccount,
  takeCode,
  beginAtProvider,
  logOutage,
  SIGN_IN_CALLBACK,
  SIGN_ON_OVER,
  signedOnBy,
  type SignOn,
  signOnOf,
  statedIn,
  signOnVariables,
  isLinked,
  unlinkAccount,
} from './sign-on-parts.ts';
import type { Updateable } from 'kysely';
import type { Schema } from '../../core/store/schema.ts';
import { type Database, inTransaction } from '../../core/store/store.ts';
import { isoAfter, isoTime, MINUTE } from '../../core/time/clock.ts';
import { admit, attemptWithin } from '../../core/calls/admission.ts';
import { recordAnonymous, recordCall } from '../../core/audit/audit.ts';
import type {
  AnonymousContext,
  AnonymousService,
  Service,
  CallContext,
  SingleSignOn,
} from '../../core/calls/context.ts';
import { openSession } from '../../core/accounts/open-session.ts';
import { DISABLED, NOT_SUPERADMIN } from '../../core/accounts/sign-in.ts';
import { PROOF_MINUTES } from '@device-console/shared-lib/contract/server';
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../../core/errors/request-errors.ts';
import type { RouteParts } from '../../core/http/route-parts.ts';
import { revokeSession } from '../../core/store/sessions.ts';
import { provesBySignOn, noteProof } from '../second-factors/prove-identity.ts';
import { needsFactor } from '../second-factors/identity-rules.ts';
import { parseArgs } from 'node:util';
import { auditCommand, withStore, type CliCommand } from '../../core/cli/cli-parts.ts';
import { deleteEnded, deleteEndedOf, PIECE_ROWS, type DeletePiece } from '../../core/housekeeping.ts';
import type { ApiModule } from '../../core/module.ts';

const [BEGIN, LOGIN] = ['beginSignIn.php', 'signInByCode.php'];
/** How long the provider's answer is kept for the page that asked. */
const CODE_TIME = MINUTE;

const NOBODY = { id: null, email: '' };
/** Attempts are counted by address: there is no account before the provider has answered. */
const ANYBODY = { account: 'anybody', typed: '' };

/** Writes a failure to the audit and, if the provider is down, to the log. */
async function noteFailure(context: AnonymousContext, call: string, failure: IdentityFailure): Promise<void> {
  logOutage(context.platform, failure);
  await recordAnonymous(context, call, NOBODY, failure.isOutage ? 'error' : 'refused', failure.reason);
}

/** Begins a login at the provider: returns where the browser goes, and what the page keeps for the return (S21). */
const beginSignIn: AnonymousService<'beginSignIn'> = async (context) => {
  signOnOf(context.platform);
  const begun = await admit(context, BEGIN, signOnLimits, ANYBODY, () =>
    beginAtProvider(context, (failure) => noteFailure(context, BEGIN, failure)),
  );
  return { status: 'success', message: '', ...begun };
};

type CallbackOutcome = Pick<
  Updateable<Schema['single_sign_ons']>,
  'subject' | 'email' | 'acr' | 'amr' | 'id_token' | 'failure'
>;

/** Longer ID tokens are not kept for the logout at the provider: its address would get too long (S28). */
const MOST_ID_TOKEN = 6_000;

/** Returns what is stored of a login. A proof needs no ID token: the session has it already. */
async function outcomeOf(
  context: AnonymousContext,
  query: string,
  proof: SignOnProof,
  maxAge: number | undefined,
): Promise<CallbackOutcome> {
  const signOn = signOnOf(context.platform);
  try {
    const { verifiedEmail: email = null, idToken, ...stated } = await signOn.provider.finish(query, proof, maxAge);
    const isKept = maxAge === undefined && idToken.length <= MOST_ID_TOKEN;
    const sealed = isKept ? signOn.idTokens.seal(idToken, signOn.provider.issuer) : undefined;
    return { ...stated, email, id_token: sealed ?? null };
  } catch (error) {
    if (!(error instanceof IdentityFailure)) throw error;
    await noteFailure(context, LOGIN, error);
    return { failure: error.message };
  }
}

/**
 * Takes the return of a browser from the provider, once, and returns the fragment for its page: the code of a login, or
 * of a proof of identity. Nobody is logged in yet: the code is valid only with the handle of the page that asked, which
 * also gets any failure (S21, S30).
 */
async function takeCallback(context: AnonymousContext, query: string): Promise<string> {
  const { db, platform } = context;
  const code = newSecret();
  const state = new URLSearchParams(query).get('state') ?? '';
  const now = platform.clock.now();
  const taken = await db
    .updateTable('single_sign_ons')
    .set({ taken_at: isoTime(now) })
    .where('state_hash', '=', hashSecret(state))
    .where('taken_at', 'is', null)
    .where('expires_at', '>', isoTime(now))
    .returning(['id', 'nonce', 'verifier', 'created_at', 'session_id'])
    .executeTakeFirst();
  if (!taken) {
    await admit(context, LOGIN, signOnLimits, ANYBODY, () =>
      recordAnonymous(context, LOGIN, NOBODY, 'refused', 'an answer to no login that is under way'),
    );
    return `code=${code}`;
  }
  const isProof = taken.session_id !== null;
  // How old a login at the provider may be, in seconds.
  const oldest = Math.min(now.getTime() - Date.parse(taken.created_at), PROOF_MINUTES * MINUTE);
  const maxAge = isProof ? Math.ceil(oldest / 1000) : undefined;
  const outcome = await outcomeOf(context, query, { state, nonce: taken.nonce, verifier: taken.verifier }, maxAge);
  const kept = { code_hash: hashSecret(code), expires_at: isoAfter(platform.clock.now(), CODE_TIME) };
  await db
    .updateTable('single_sign_ons')
    // The secrets of the request go.
    .set({ nonce: '', verifier: '', ...kept, ...outcome })
    .where('id', '=', taken.id)
    .execute();
  return `${isProof ? 'proof' : 'code'}=${code}`;
}

/** Locks the account, and links it if it is not linked; returns why it may not log in, or undefined if it may. */
async function admitAccount(
  { db, platform }: AnonymousContext,
  account: Account,
  { subject, isLinked, client }: { readonly subject: string; isLinked: boolean; readonly client: string | undefined },
): Promise<string | undefined> {
  if (!(await holdAccount(db, account.id))) return DISABLED;
  if (client === SUPERADMIN_CLIENT && account.role !== 'SUPERADMIN') return NOT_SUPERADMIN;
  if (isLinked) return undefined;
  const { name, issuer } = signOnOf(platform).provider;
  const at = isoTime(platform.clock.now());
  if (await linkAccount(db, { accountId: account.id, issuer, subject, at })) return undefined;
  return `Your account here is linked to another login of ${name}. Please ask your admin.`;
}

type TakenLogin = NonNullable<Awaited<ReturnType<typeof takeCode>>> & { readonly subject: string };

/**
 * Opens the session of a subject's account, or returns why not: the linked one, else the one with the verified e-mail
 * (S22). Must run in the transaction that uses up the code.
 */
async function openFor(context: AnonymousContext, taken: TakenLogin, client: string | undefined) {
  const { db, platform } = context;
  const { subject, email, acr, amr, id_token } = taken;
  const { name, issuer } = signOnOf(platform).provider;
  const refuse = async (who: Parameters<typeof recordAnonymous>[2], message: string) => {
    await recordAnonymous(context, LOGIN, who, 'refused', `single sign-on: ${message}`);
    return { refusal: message };
  };
  const id = await findLinkedAccount(db, issuer, subject);
  const linked = id === undefined ? undefined : await findAccountById(db, id);
  if (!linked && email === null)
    return refuse(NOBODY, `${name} vouches for no e-mail address of yours. Please ask its admin.`);
  const account = linked ?? (await findAccountByEmail(db, email ?? ''));
  if (!account)
    return refuse({ id: null, email: email ?? '' }, `There is no account for ${email} here. Please ask your admin.`);
  const message = await admitAccount(context, account, { subject, isLinked: linked !== undefined, client });
  if (message !== undefined) return refuse(account, message);
  const strength = { acr: acr ?? '', amr: amr ?? '' };
  const signedOn = signedOnBy(signOnOf(platform), strength);
  const factor = signedOn === 'factor' ? ', with a second factor' : '';
  const first = linked ? '' : ', for the first time';
  const said = `logged in by single sign-on${factor}${first}${statedIn(strength)}`;
  await recordAnonymous(context, LOGIN, account, 'success', said);
  return { answer: await openSession(context, LOGIN, account, { signOn: { signed_on: signedOn, id_token } }) };
}

/** Opens a session for a callback's code and the handle of the page that asked, once, within a minute (S21). */
const signInByCode: AnonymousService<'signInByCode'> = async (context, { client, ...proof }) => {
  const { db, platform } = context;
  signOnOf(platform);
  const tryCode = async (tx: Database) => {
    const within = { ...context, db: tx };
    const taken = await takeCode(within, proof, null);
    if (!taken) {
      await recordAnonymous(within, LOGIN, NOBODY, 'refused', 'a code of no login that is under way in that page');
      return { refusal: SIGN_ON_OVER };
    }
    // The callback has audited this failure.
    const { subject } = taken;
    if (subject === null) return { refusal: taken.failure ?? SIGN_ON_OVER };
    return openFor(within, { ...taken, subject }, client);
  };
  const ended = await admit(context, LOGIN, signOnLimits, ANYBODY, () => inTransaction(db, tryCode));
  if ('refusal' in ended) throw new BusinessError(ended.refusal);
  return ended.answer;
};

/**
 * Registers the route that ends a login at the identity provider. It sends the browser to the page with a code in the
 * fragment, which no server and no log sees (S21).
 */
export function registerSignIn(app: FastifyInstance, { store, platform }: Pick<RouteParts, 'store' | 'platform'>) {
  app.get(SIGN_IN_CALLBACK, async (request, reply) => {
    if (!platform.signOn) throw new NotFound('This console has no single sign-on.');
    const { search } = new URL(request.raw.url ?? '', platform.publicUrl);
    const context = { db: store.db, platform, transactionId: request.id, address: request.ip };
    const fragment = await takeCallback(context, search);
    return reply.redirect(`${platform.publicUrl}/signIn#${fragment}`, 303);
  });
}

/**
 * Ends the caller's session, and returns where the browser goes to end the one at the provider. If the provider is
 * down, the answer says that the session there may go on (S28).
 */
const signOut: Service<'signOut'> = async (context) => {
  const { db, platform, actor } = context;
  const message = 'Logged out';
  const idToken = await inTransaction(db, async (tx) => {
    const session = tx.selectFrom('sessions').select('id_token').where('id', '=', actor.credentialId);
    // Ending the session deletes it.
    const kept = (await session.executeTakeFirst())?.id_token;
    await revokeSession(tx, actor.credentialId, isoTime(platform.clock.now()), 'logout');
    await recordCall({ ...context, db: tx }, { call: calls.signOut.path, message });
    return kept ?? undefined;
  });
  const { signOn } = platform;
  const there = actor.signedOn && signOn?.endsSession ? signOn : undefined;
  if (!there) return { status: 'success', message };
  const audience = actor.userlevel === 'SUPERADMIN' ? 'superadmin' : 'standard';
  return { status: 'success', message, ...(await logoutThere(there, idToken, audience)) };

  async function logoutThere({ provider, idTokens }: SignOn, sealed: string | undefined, state: string) {
    const hint = sealed === undefined ? undefined : idTokens.open(sealed, provider.issuer);
    try {
      return { address: await provider.logoutAddress(hint, state) };
    } catch (error) {
      if (!(error instanceof IdentityFailure)) throw error;
      logOutage(platform, error);
      return {
        notice: `You are logged out here. ${provider.name} could not be reached, so you may still be logged in there.`,
      };
    }
  }
};

async function requireOffered(context: CallContext): Promise<void> {
  const { name } = signOnOf(context.platform).provider;
  if (!(await provesBySignOn(context)))
    throw new BusinessError(`Your account is not confirmed with ${name}. Please choose another way.`);
}

/** Begins a proof of identity at the provider, where the caller must log in again (S30). */
const beginSignOnProof: Service<'beginSignOnProof'> = async (context) => {
  const { platform, actor } = context;
  await requireOffered(context);
  const caller = { account: identityOf(actor.accountId), typed: actor.email };
  const asking = { sessionId: actor.credentialId, email: actor.email };
  const begun = await admit(context, calls.beginSignOnProof.path, signOnLimits, caller, () =>
    beginAtProvider(context, async (failure) => logOutage(platform, failure), asking),
  );
  return { status: 'success', message: '', ...begun };
};

/** Returns why the provider's answer does not prove who the caller is; undefined if it does. */
async function refusalOf(
  { db, platform, actor }: CallContext,
  taken: Awaited<ReturnType<typeof takeCode>>,
): Promise<string | undefined> {
  const signOn = signOnOf(platform);
  const { name, issuer } = signOn.provider;
  if (!taken) return SIGN_ON_OVER;
  const { subject, failure, acr, amr } = taken;
  if (subject === null) return failure ?? SIGN_ON_OVER;
  if ((await findLinkedAccount(db, issuer, subject)) !== actor.accountId)
    return `Somebody else logged in at ${name}. Please log in there as ${actor.email}. Nothing was confirmed.`;
  const mustShowFactor = needsFactor(platform, { userlevel: actor.userlevel, signedOn: undefined });
  if (mustShowFactor && signedOnBy(signOn, { acr: acr ?? '', amr: amr ?? '' }) !== 'factor')
    return `${name} did not say that you showed a second factor, which your role needs. Nothing was confirmed.`;
  return undefined;
}

async function tryCode(context: CallContext, proof: Parameters<typeof takeCode>[1]) {
  const { db, actor } = context;
  await requireOffered(context);
  const proven = await inTransaction(db, async (tx) => {
    const within = { ...context, db: tx };
    const taken = await takeCode(within, proof, actor.credentialId);
    const refusal = await refusalOf(within, taken);
    if (refusal !== undefined) return { refusal };
    const by = { by: 'sign-on', acr: taken?.acr ?? '', amr: taken?.amr ?? '' };
    return { message: await noteProof(within, 'proveBySignOn', by) };
  });
  // After the commit: a code counts once, even if it is refused.
  if ('refusal' in proven) throw new BusinessError(proven.refusal);
  return proven.message;
}

/** Proves who the caller is by a new login at the provider, with the linked subject (S30). */
const proveBySignOn: Service<'proveBySignOn'> = async (context, proof) => {
  const identity = identityOf(context.actor.accountId);
  const message = await attemptWithin(context, factorLimits, identity, () => tryCode(context, proof));
  return { status: 'success', message };
};

export const singleSignOnBy = ({ provider: { name, issuer }, isOnlyWay }: SignOn): SingleSignOn => ({
  name,
  isOnlyWay,
  isLinked: (db, accountId) => isLinked(db, accountId, issuer),
});

const unlinkSignOn: CliCommand = async (args, parts) => {
  const { values } = parseArgs({ args: [...args], options: { email: { type: 'string' } } });
  const email = (values.email ?? '').trim().toLowerCase();
  return withStore(parts, (store) =>
    inTransaction(store.db, async (tx) => {
      const account = await findAccountByEmail(tx, email);
      if (!account) throw new ConfigurationError(`There is no account with the e-mail "${email}".`);
      if ((await unlinkAccount(tx, account.id)) === 0) return [`${email} is linked to no login of a provider.`];
      await auditCommand(tx, parts, 'unlink-sign-on', { email }, 'link to the identity provider taken away');
      return [`${email} is linked to no login any more. The next one with this e-mail links the account anew.`];
    }),
  );
};

/** Deletes the ID tokens of expired sessions; sessions that were ended have none. */
const forgetIdTokens: DeletePiece = async (db, before) => {
  const old = db
    .selectFrom('sessions')
    .select('id')
    .where('id_token', 'is not', null)
    .where('expires_at', '<', before)
    .limit(PIECE_ROWS);
  const gone = await db
    .updateTable('sessions')
    .set({ id_token: null })
    .where('id', 'in', old)
    .returning('id')
    .execute();
  return gone.length === PIECE_ROWS;
};

/** Logins at the organisation's identity provider (S21 to S30). */
export const singleSignOn = {
  name: 'single-sign-on',
  anonymousServices: { beginSignIn, signInByCode },
  services: { signOut, beginSignOnProof, proveBySignOn },
  variables: signOnVariables,
  housekeeping: {
    'single sign-ons': deleteEnded(deleteEndedOf('single_sign_ons', 'id', 'expires_at')),
    'ID tokens': deleteEnded(forgetIdTokens),
  },
  accountClosed: unlinkAccount,
  commandLine: {
    usage: ['unlink-sign-on --email <address>   (the next login at the identity provider links the account anew)'],
    commands: { 'unlink-sign-on': unlinkSignOn },
  },
} as const satisfies ApiModule;
