import { calls, SUPERADMIN_CLIENT } from '@device-console/shared-lib/contract';
import { PROOF_MINUTES } from '@device-console/shared-lib/contract/server';
import type { FastifyInstance } from 'fastify';
import type { Insertable } from 'kysely';
import { noteProof, provesBySignOn } from '../../core/accounts/identity-proof.ts';
import { openSession } from '../../core/accounts/open-session.ts';
import { DISABLED, NOT_SUPERADMIN } from '../../core/accounts/sign-in.ts';
import { recordAnonymous, recordCall } from '../../core/audit/audit.ts';
import { admit, attemptWithin } from '../../core/calls/admission.ts';
import type {
  Actor,
  AnonymousContext,
  AnonymousService,
  CallContext,
  Platform,
  Service,
  SingleSignOn,
} from '../../core/calls/context.ts';
import { auditCommand, command, textOption, withTransaction } from '../../core/cli/cli-parts.ts';
import { BusinessError, ConfigurationError, LoginRefused } from '../../core/errors/expected-errors.ts';
import { NotFound } from '../../core/errors/request-errors.ts';
import { deleteEnded, deleteEndedOf } from '../../core/housekeeping.ts';
import type { RouteParts } from '../../core/http/route-parts.ts';
import type { ApiModule } from '../../core/module.ts';
import { factorLimits, identityOf, signOnLimits } from '../../core/security/throttle.ts';
import { hashSecret, newSecret } from '../../core/security/tokens.ts';
import { findAccountByEmail, holdAccount, openAccounts } from '../../core/store/accounts.ts';
import type { Schema, SignedOn } from '../../core/store/schema.ts';
import { revokeSession } from '../../core/store/sessions.ts';
import { inTransaction, type Database } from '../../core/store/store.ts';
import { isoAfter, isoTime, MINUTE } from '../../core/time/clock.ts';
import type { SealedTexts } from '../../core/security/sealed-texts.ts';
import {
  createIdTokens,
  createOpenIdProvider,
  type Identity,
  IdentityFailure,
  type IdentityProvider,
  PROOF,
  SIGN_IN_CALLBACK,
  singleSignOnOf,
  type SignOnVariables,
  signOnVariables,
  type SingleSignOnSettings,
} from './openid-provider.ts';
import { schema } from './schema.ts';
import { anonymous, note, stepwiseChange } from '../../core/calls/call.ts';

export function findLinkedAccount(db: Database, issuer: string, subject: string) {
  return openAccounts(db)
    .innerJoin('account_identities', 'account_identities.account_id', 'accounts.id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** False if the account or the subject is linked already. */
export async function linkAccount(db: Database, link: Insertable<Schema['account_identities']>): Promise<boolean> {
  const row = await db
    .insertInto('account_identities')
    .values(link)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

async function unlinkAccount(db: Database, accountId: number, since = ''): Promise<number> {
  const rows = await db
    .deleteFrom('account_identities')
    .where('account_id', '=', accountId)
    .where('linked_at', '>=', since)
    .returning('id')
    .execute();
  return rows.length;
}

export interface SignOn extends Omit<SingleSignOnSettings, 'registration'> {
  readonly provider: IdentityProvider;
  readonly idTokens: SealedTexts;
}

declare module '../../core/module-settings.ts' {
  interface ModuleSettings {
    readonly singleSignOn: SignOn | undefined;
  }
}

/** Whom the provider is, and how it is asked; it is first asked when somebody logs in. */
function signOnSettings(variables: SignOnVariables) {
  const read = singleSignOnOf(variables);
  if (!read) return { singleSignOn: undefined };
  const { registration } = read;
  const provider = createOpenIdProvider(registration);
  return { singleSignOn: { ...read, provider, idTokens: createIdTokens(registration.clientSecret) } };
}

declare module '../../core/calls/context.ts' {
  interface Platform {
    /** Undefined if this console has no single sign-on (S21). */
    readonly signOn: SignOn | undefined;
  }
}

const ASKING_TIME = 10 * MINUTE;
const OVER = 'This login is over, or was begun in another tab or browser. Please log in again.';

function signOnOf({ signOn }: Pick<Platform, 'signOn'>): SignOn {
  if (!signOn) throw new BusinessError('This console has no single sign-on. Please log in with your password.');
  return signOn;
}

async function askProvider<Result>(platform: Platform, ask: (provider: IdentityProvider) => Promise<Result>) {
  const { provider } = signOnOf(platform);
  try {
    return await ask(provider);
  } catch (error) {
    if (error instanceof IdentityFailure && error.isOutage)
      platform.log.error({ reason: error.reason }, 'the identity provider could not be asked');
    throw error;
  }
}

/** `asking`: the session that wants a proof (S30). */
async function beginAtProvider({ db, platform }: AnonymousContext, asking?: Pick<Actor, 'credentialId' | 'email'>) {
  const { address, state, nonce, verifier } = await askProvider(platform, ({ begin }) => begin(asking?.email));
  const handle = newSecret();
  const now = platform.clock.now();
  await db
    .insertInto('single_sign_ons')
    .values({
      state_hash: hashSecret(state),
      handle_hash: hashSecret(handle),
      nonce,
      verifier,
      session_id: asking?.credentialId ?? null,
      created_at: isoTime(now),
      expires_at: isoAfter(now, ASKING_TIME),
    })
    .execute();
  return { address, handle };
}

/** Once. A login's answer proves nothing for a session, and a proof's opens none: `sessionId` is null for a login. */
async function finishAtProvider(
  { db, platform }: AnonymousContext,
  { code, handle }: { readonly code: string; readonly handle: string },
  sessionId: number | null,
): Promise<Identity> {
  const query = Buffer.from(code, 'base64url').toString();
  const state = new URLSearchParams(query).get('state') ?? '';
  const now = platform.clock.now();
  const begun = await db
    .deleteFrom('single_sign_ons')
    .where('state_hash', '=', hashSecret(state))
    .where('handle_hash', '=', hashSecret(handle))
    .where('session_id', sessionId === null ? 'is' : '=', sessionId)
    .where('expires_at', '>', isoTime(now))
    .returning(['nonce', 'verifier', 'created_at'])
    .executeTakeFirst();
  if (!begun) throw new IdentityFailure(OVER, 'an answer to no login that is under way in that page');
  const { created_at: at, ...secrets } = begun;
  // How old a login at the provider may be that proves an identity, in seconds.
  const oldest = Math.ceil(Math.min(now.getTime() - Date.parse(at), PROOF_MINUTES * MINUTE) / 1000);
  return askProvider(platform, ({ finish }) =>
    finish(query, { state, ...secrets }, sessionId === null ? undefined : oldest),
  );
}

function signedOnBy({ secondFactors }: SignOn, { acr, amr }: Pick<Identity, 'acr' | 'amr'>): SignedOn {
  return [acr, ...amr.split(' ')].some((word) => secondFactors.includes(word)) ? 'factor' : 'plain';
}

function statedIn({ acr, amr }: Pick<Identity, 'acr' | 'amr'>): string {
  const stated = [acr && `acr ${acr}`, amr && `amr ${amr}`].filter((text) => text !== '');
  return stated.length === 0 ? '' : ` (${stated.join(', ')})`;
}

const LOGIN = 'signInByCode.php';

/** Does a step of a login. Attempts are counted by address: there is no account before the provider has answered. */
function admitAnybody<Result>(context: AnonymousContext, call: string, step: () => Promise<Result>): Promise<Result> {
  signOnOf(context.platform);
  return admit(context, call, signOnLimits, { account: 'anybody', typed: '' }, step);
}

const beginSignIn: AnonymousService<'beginSignIn'> = (context) =>
  admitAnybody(context, calls.beginSignIn.path, () => beginAtProvider(context));

/** Longer ID tokens are not kept for the logout at the provider: its address would get too long (S28). */
const MOST_ID_TOKEN = 6_000;

/** Of the linked account, else of that with the verified e-mail, which is then linked (S22). Throws LoginRefused. */
async function openFor(context: AnonymousContext, identity: Identity, client: string | undefined) {
  const { db, platform } = context;
  const signOn = signOnOf(platform);
  const { subject, verifiedEmail: email = '', idToken } = identity;
  const { name, issuer } = signOn.provider;
  const refusal = (who: LoginRefused['who'], message: string) =>
    new LoginRefused(message, who, `single sign-on: ${message}`);
  const linked = await findLinkedAccount(db, issuer, subject);
  const account = linked ?? (email === '' ? undefined : await findAccountByEmail(db, email));
  if (!account) {
    const unknown = `There is no account for ${email} here. Please ask your admin.`;
    const unvouched = `${name} vouches for no e-mail address of yours. Please ask its admin.`;
    throw refusal({ id: null, email }, email === '' ? unvouched : unknown);
  }
  if (!(await holdAccount(db, account.id))) throw refusal(account, DISABLED);
  if (client === SUPERADMIN_CLIENT && account.role !== 'SUPERADMIN') throw refusal(account, NOT_SUPERADMIN);
  const link = { account_id: account.id, issuer, subject, linked_at: isoTime(platform.clock.now()) };
  if (!linked && !(await linkAccount(db, link)))
    throw refusal(account, `Your account here is linked to another login of ${name}. Please ask your admin.`);
  const signedOn = signedOnBy(signOn, identity);
  const factor = signedOn === 'factor' ? ', with a second factor' : '';
  const first = linked ? '' : ', for the first time';
  const said = `logged in by single sign-on${factor}${first}${statedIn(identity)}`;
  await recordAnonymous(context, LOGIN, account, 'success', said);
  const sealed = idToken.length <= MOST_ID_TOKEN ? signOn.idTokens.seal(idToken, issuer) : null;
  return openSession(context, LOGIN, account, { signOn: { signed_on: signedOn, id_token: sealed } });
}

const signInByCode: AnonymousService<'signInByCode'> = (context, { client, ...proof }) =>
  admitAnybody(context, LOGIN, async () => {
    const identity = await finishAtProvider(context, proof, null);
    return inTransaction(context.db, (tx) => openFor({ ...context, db: tx }, identity, client));
  });

/** The answer goes on to the page in the fragment, which no server and no log sees (S21, S30). */
function registerSignIn(app: FastifyInstance, { platform }: Pick<RouteParts, 'platform'>) {
  app.get(SIGN_IN_CALLBACK, async (request, reply) => {
    if (!platform.signOn) throw new NotFound('This console has no single sign-on.');
    const { search, searchParams } = new URL(request.raw.url ?? '', platform.publicUrl);
    const kind = searchParams.get('state')?.startsWith(PROOF) === true ? 'proof' : 'code';
    const code = Buffer.from(search).toString('base64url');
    return reply.redirect(`${platform.publicUrl}/signIn#${kind}=${code}`, 303);
  });
}

async function logoutThere({ platform, actor }: CallContext, signOn: SignOn, sealed: string | null | undefined) {
  const { provider, idTokens } = signOn;
  const hint = sealed ? idTokens.open(sealed, provider.issuer) : undefined;
  const audience = actor.userlevel === 'SUPERADMIN' ? 'superadmin' : 'standard';
  try {
    return { address: await askProvider(platform, ({ logoutAddress }) => logoutAddress(hint, audience)) };
  } catch (error) {
    if (!(error instanceof IdentityFailure)) throw error;
    return {
      notice: `You are logged out here. ${provider.name} could not be reached, so you may still be logged in there.`,
    };
  }
}

/** If the provider is down, the answer says that the session there may go on (S28). */
const signOut: Service<'signOut'> = async (context) => {
  const { db, platform, actor } = context;
  const answer = { message: 'Logged out' } as const;
  const session = await inTransaction(db, async (tx) => {
    // Ending the session deletes its ID token.
    const kept = tx.selectFrom('sessions').select('id_token').where('id', '=', actor.credentialId);
    const before = await kept.executeTakeFirst();
    await revokeSession(tx, actor.credentialId, isoTime(platform.clock.now()), 'logout');
    await recordCall({ ...context, db: tx }, { call: calls.signOut.path, message: answer.message });
    return before;
  });
  if (!actor.signedOn || !platform.signOn?.endsSession) return answer;
  return { ...answer, ...(await logoutThere(context, platform.signOn, session?.id_token)) };
};

async function requireOffered(context: CallContext): Promise<void> {
  const { name } = signOnOf(context.platform).provider;
  if (!(await provesBySignOn(context)))
    throw new BusinessError(`Your account is not confirmed with ${name}. Please choose another way.`);
}

const beginSignOnProof: Service<'beginSignOnProof'> = async (context) => {
  const { actor } = context;
  await requireOffered(context);
  const caller = { account: identityOf(actor.accountId), typed: actor.email };
  return admit(context, calls.beginSignOnProof.path, signOnLimits, caller, () => beginAtProvider(context, actor));
};

/** By a new login at the provider, with the linked subject (S30). */
const proveBySignOn: Service<'proveBySignOn'> = async (context, proof) => {
  const { db, platform, actor } = context;
  const signOn = signOnOf(platform);
  const { name, issuer } = signOn.provider;
  const message = await attemptWithin(context, factorLimits, identityOf(actor.accountId), async () => {
    await requireOffered(context);
    const identity = await finishAtProvider(context, proof, actor.credentialId);
    const { subject, acr, amr } = identity;
    if ((await findLinkedAccount(db, issuer, subject))?.id !== actor.accountId)
      throw new BusinessError(
        `Somebody else logged in at ${name}. Please log in there as ${actor.email}. Nothing was confirmed.`,
      );
    if (platform.factors.areRequiredOf(actor.userlevel) && signedOnBy(signOn, identity) !== 'factor')
      throw new BusinessError(
        `${name} did not say that you showed a second factor, which your role needs. Nothing was confirmed.`,
      );
    const by = { by: 'sign-on', acr, amr };
    return inTransaction(db, (tx) => noteProof({ ...context, db: tx }, 'proveBySignOn', by));
  });
  return { message };
};

const singleSignOnBy = ({ provider: { name, issuer }, isOnlyWay }: SignOn): SingleSignOn => ({
  name,
  isOnlyWay,
  async isLinked(db, accountId) {
    const ofAccount = db.selectFrom('account_identities').select('id').where('account_id', '=', accountId);
    return (await ofAccount.where('issuer', '=', issuer).executeTakeFirst()) !== undefined;
  },
});

const unlinkSignOn = command(
  '--email <address>   (the next login at the identity provider links the account anew)',
  { email: textOption },
  (values, parts) =>
    withTransaction(parts, async (tx) => {
      const email = (values.email ?? '').trim().toLowerCase();
      const account = await findAccountByEmail(tx, email);
      if (!account) throw new ConfigurationError(`There is no account with the e-mail "${email}".`);
      if ((await unlinkAccount(tx, account.id)) === 0) return [`${email} is linked to no login of a provider.`];
      await auditCommand(tx, parts, 'unlink-sign-on', { email }, 'link to the identity provider taken away');
      return [`${email} is linked to no login any more. The next one with this e-mail links the account anew.`];
    }),
);

/** Logins at the organisation's identity provider (S21 to S30). */
export const singleSignOn = {
  name: 'single-sign-on',
  schema,
  anonymousCalls: {
    beginSignIn: { ...anonymous, run: beginSignIn },
    signInByCode: { ...anonymous, run: signInByCode },
  },
  calls: {
    signOut: { ...stepwiseChange, openTo: 'limited', run: signOut },
    beginSignOnProof: { ...note, openTo: 'limited', run: beginSignOnProof },
    proveBySignOn: { ...stepwiseChange, openTo: 'limited', run: proveBySignOn },
  },
  variables: signOnVariables,
  settings: signOnSettings,
  platform: ({ settings: { singleSignOn: signOn } }) => ({ signOn, singleSignOn: signOn && singleSignOnBy(signOn) }),
  routes: registerSignIn,
  housekeeping: {
    'single sign-ons': deleteEnded(deleteEndedOf('single_sign_ons', 'id', 'expires_at')),
    // Of sessions that have expired; those that were ended have none.
    async 'ID tokens'({ db, clock }) {
      const expired = db.updateTable('sessions').set({ id_token: null }).where('id_token', 'is not', null);
      await expired.where('expires_at', '<', isoTime(clock.now())).execute();
    },
  },
  accountClosed: unlinkAccount,
  whenContained: { take: async ({ db }, id, since) => ({ signOns: await unlinkAccount(db, id, since) }) },
  commandLine: { 'unlink-sign-on': unlinkSignOn },
} as const satisfies ApiModule;
