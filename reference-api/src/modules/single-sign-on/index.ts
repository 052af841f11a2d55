import { calls, SUPERADMIN_CLIENT } from '@device-console/shared-lib/contract';
import { BusinessError, ConfigurationError, LoginRefused } from '../../core/errors/expected-errors.ts';
import { type Identity, IdentityFailure, PROOF } from './openid-provider.ts';
import { signOnLimits, factorLimits, identityOf } from '../../core/security/throttle.ts';
import { findAccountByEmail, holdAccount } from '../../core/store/accounts.ts';
import {
  askProvider,
  beginAtProvider,
  findLinkedAccount,
  finishAtProvider,
  isLinked,
  linkAccount,
  SIGN_IN_CALLBACK,
  signedOnBy,
  type SignOn,
  signOnOf,
  signOnVariables,
  statedIn,
  unlinkAccount,
} from './sign-on-parts.ts';
import { inTransaction } from '../../core/store/store.ts';
import { isoTime } from '../../core/time/clock.ts';
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
import type { FastifyInstance } from 'fastify';
import { NotFound } from '../../core/errors/request-errors.ts';
import type { RouteParts } from '../../core/http/route-parts.ts';
import { revokeSession } from '../../core/store/sessions.ts';
import { provesBySignOn, noteProof } from '../second-factors/prove-identity.ts';
import { needsFactor } from '../second-factors/identity-rules.ts';
import { auditCommand, command, textOption, withTransaction } from '../../core/cli/cli-parts.ts';
import { deleteEnded, deleteEndedOf } from '../../core/housekeeping.ts';
import type { ApiModule } from '../../core/module.ts';
import { schema } from './schema.ts';

const LOGIN = 'signInByCode.php';

/** Does a step of a login. Attempts are counted by address: there is no account before the provider has answered. */
function admitAnybody<Result>(context: AnonymousContext, call: string, step: () => Promise<Result>): Promise<Result> {
  signOnOf(context.platform);
  return admit(context, call, signOnLimits, { account: 'anybody', typed: '' }, step);
}

/** Begins a login at the provider: returns where the browser goes, and what the page keeps for the return (S21). */
const beginSignIn: AnonymousService<'beginSignIn'> = async (context) => {
  const begun = await admitAnybody(context, calls.beginSignIn.path, () => beginAtProvider(context));
  return { ...begun };
};

/** Longer ID tokens are not kept for the logout at the provider: its address would get too long (S28). */
const MOST_ID_TOKEN = 6_000;

/**
 * Opens the session of somebody's account: the linked one, else the one with the verified e-mail, which is then linked
 * (S22). Throws LoginRefused.
 */
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
  const link = { accountId: account.id, issuer, subject, at: isoTime(platform.clock.now()) };
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

/** Opens a session by the provider's answer and the handle of the page that asked, once (S21). */
const signInByCode: AnonymousService<'signInByCode'> = (context, { client, ...proof }) =>
  admitAnybody(context, LOGIN, async () => {
    const identity = await finishAtProvider(context, proof, null);
    return inTransaction(context.db, (tx) => openFor({ ...context, db: tx }, identity, client));
  });

/**
 * Registers the address to which the provider sends browsers back. Its answer goes on to the page in the fragment,
 * which no server and no log sees, and counts only with the handle of the page that asked (S21, S30).
 */
export function registerSignIn(app: FastifyInstance, { platform }: Pick<RouteParts, 'platform'>) {
  app.get(SIGN_IN_CALLBACK, async (request, reply) => {
    if (!platform.signOn) throw new NotFound('This console has no single sign-on.');
    const { search, searchParams } = new URL(request.raw.url ?? '', platform.publicUrl);
    const kind = searchParams.get('state')?.startsWith(PROOF) === true ? 'proof' : 'code';
    const code = Buffer.from(search).toString('base64url');
    return reply.redirect(`${platform.publicUrl}/signIn#${kind}=${code}`, 303);
  });
}

async function logoutThere(
  { platform, actor }: CallContext,
  { provider, idTokens }: SignOn,
  sealed: string | null | undefined,
) {
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

/**
 * Ends the caller's session, and returns where the browser goes to end the one at the provider. If the provider is
 * down, the answer says that the session there may go on (S28).
 */
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

/** Begins a proof of identity at the provider, where the caller must log in again (S30). */
const beginSignOnProof: Service<'beginSignOnProof'> = async (context) => {
  const { actor } = context;
  await requireOffered(context);
  const caller = { account: identityOf(actor.accountId), typed: actor.email };
  const begun = await admit(context, calls.beginSignOnProof.path, signOnLimits, caller, () =>
    beginAtProvider(context, { sessionId: actor.credentialId, email: actor.email }),
  );
  return { ...begun };
};

/** Proves who the caller is by a new login at the provider, with the linked subject (S30). */
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
    const mustShowFactor = needsFactor(platform, { userlevel: actor.userlevel, signedOn: undefined });
    if (mustShowFactor && signedOnBy(signOn, identity) !== 'factor')
      throw new BusinessError(
        `${name} did not say that you showed a second factor, which your role needs. Nothing was confirmed.`,
      );
    const by = { by: 'sign-on', acr, amr };
    return inTransaction(db, (tx) => noteProof({ ...context, db: tx }, 'proveBySignOn', by));
  });
  return { message };
};

export const singleSignOnBy = ({ provider: { name, issuer }, isOnlyWay }: SignOn): SingleSignOn => ({
  name,
  isOnlyWay,
  isLinked: (db, accountId) => isLinked(db, accountId, issuer),
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
  anonymousServices: { beginSignIn, signInByCode },
  services: { signOut, beginSignOnProof, proveBySignOn },
  variables: signOnVariables,
  housekeeping: {
    'single sign-ons': deleteEnded(deleteEndedOf('single_sign_ons', 'id', 'expires_at')),
    // Of sessions that have expired; those that were ended have none.
    async 'ID tokens'({ db, clock }) {
      const expired = db.updateTable('sessions').set({ id_token: null }).where('id_token', 'is not', null);
      await expired.where('expires_at', '<', isoTime(clock.now())).execute();
    },
  },
  accountClosed: unlinkAccount,
  commandLine: { 'unlink-sign-on': unlinkSignOn },
} as const satisfies ApiModule;
