import { SUPERADMIN_CLIENT } from '@device-console/shared-lib/contract';
import { BusinessError } from '../errors/expected-errors.ts';
import { IdentityFailure, type Identity, type SignOnProof } from '../identity/identity-provider.ts';
import { signOnLimits } from '../security/throttle.ts';
import { hashSecret, newSecret } from '../security/tokens.ts';
import { findAccountByEmail, findAccountById, holdAccount, type Account } from '../store/accounts.ts';
import {
  findLinkedAccount,
  insertSingleSignOn,
  keepOutcome,
  linkAccount,
  takeCode,
  takeState,
} from '../store/single-sign-ons.ts';
import { inTransaction } from '../store/store.ts';
import { isoAfter, isoTime, MINUTE } from '../time/clock.ts';
import { admit } from './admission.ts';
import { recordAnonymous } from './audit.ts';
import type { AnonymousContext, AnonymousService, Platform } from './context.ts';
import { sessionAnswer } from './session-answer.ts';
import { DISABLED, NOT_SUPERADMIN } from './sign-in.ts';

const [BEGIN, LOGIN] = ['beginSignIn.php', 'signInByCode.php'];
/** How long somebody may be at the provider's page, and how long its answer waits for the page that asked. */
const [ASKING_TIME, CODE_TIME] = [10 * MINUTE, MINUTE];

const NOBODY = { id: null, email: '' };
/** Floods are counted by address: before the provider has answered there is no account to count by. */
const ANYBODY = { account: 'anybody', typed: '' };
const OVER = 'This login is over, or was begun in another tab or browser. Please log in again.';

function signOnOf({ singleSignOn }: Platform) {
  if (!singleSignOn) throw new BusinessError('This console has no single sign-on. Please log in with your password.');
  return singleSignOn;
}

/** What the audit and, where the provider is at fault, the log keep of a failure. */
async function noteFailure(context: AnonymousContext, call: string, { reason, isOutage }: IdentityFailure) {
  if (isOutage) context.platform.log.error({ reason }, 'the identity provider could not be asked');
  await recordAnonymous(context, call, NOBODY, isOutage ? 'error' : 'refused', reason);
}

/** Begins a login at the identity provider: where the browser goes, and what its page keeps for the return (S21). */
export const beginSignIn: AnonymousService<'beginSignIn'> = async (context) => {
  const { db, platform } = context;
  const { provider } = signOnOf(platform);
  await admit(context, BEGIN, signOnLimits, ANYBODY);
  let begun;
  try {
    begun = await provider.begin();
  } catch (error) {
    if (!(error instanceof IdentityFailure)) throw error;
    await noteFailure(context, BEGIN, error);
    throw new BusinessError(error.message);
  }
  const handle = newSecret();
  const now = platform.clock.now();
  await insertSingleSignOn(db, {
    stateHash: hashSecret(begun.state),
    handleHash: hashSecret(handle),
    nonce: begun.nonce,
    verifier: begun.verifier,
    at: isoTime(now),
    expiresAt: isoAfter(now, ASKING_TIME),
  });
  return { status: 'success', message: '', address: begun.address, handle };
};

type Told = { readonly identity: Identity } | { readonly failure: string };

async function identify(context: AnonymousContext, query: string, proof: SignOnProof): Promise<Told> {
  try {
    return { identity: await signOnOf(context.platform).provider.finish(query, proof) };
  } catch (error) {
    if (!(error instanceof IdentityFailure)) throw error;
    await noteFailure(context, LOGIN, error);
    return { failure: error.message };
  }
}

/**
 * Takes what the provider has sent a browser back with, once, and returns the code for its page. Nobody is logged in
 * yet: the code opens nothing without the handle of the page that asked, to which also a failure is told (S21).
 */
export async function takeCallback(context: AnonymousContext, query: string): Promise<string> {
  const { db, platform } = context;
  const code = newSecret();
  const state = new URLSearchParams(query).get('state') ?? '';
  const taken = await takeState(db, hashSecret(state), isoTime(platform.clock.now()));
  if (!taken) {
    await admit(context, LOGIN, signOnLimits, ANYBODY);
    await recordAnonymous(context, LOGIN, NOBODY, 'refused', 'an answer to no login that is under way');
    return code;
  }
  const told = await identify(context, query, { state, nonce: taken.nonce, verifier: taken.verifier });
  const kept = { codeHash: hashSecret(code), expiresAt: isoAfter(platform.clock.now(), CODE_TIME) };
  const outcome =
    'failure' in told
      ? { failure: told.failure }
      : { subject: told.identity.subject, email: told.identity.verifiedEmail };
  await keepOutcome(db, taken.id, kept, outcome);
  return code;
}

/** Whom a refusal is of, and what is told. */
interface Refusal {
  readonly who: { readonly id: number | null; readonly email: string };
  readonly message: string;
}

/** The account of a subject: the linked one, else that of the e-mail that the provider vouches for (S22). */
async function accountOf(
  { db, platform }: AnonymousContext,
  subject: string,
  email: string | null,
): Promise<{ readonly account: Account; readonly isLinked: boolean } | Refusal> {
  const { name, issuer } = signOnOf(platform).provider;
  const linked = await findLinkedAccount(db, issuer, subject);
  if (linked !== undefined) {
    const account = await findAccountById(db, linked);
    if (account) return { account, isLinked: true };
  }
  if (email === null)
    return { who: NOBODY, message: `${name} vouches for no e-mail address of yours. Please ask its admin.` };
  const account = await findAccountByEmail(db, email);
  if (!account)
    return { who: { id: null, email }, message: `There is no account for ${email} here. Please ask your admin.` };
  return { account, isLinked: false };
}

/** Holds the account and links it where it is not; why it may not be logged in with, where it may not. */
async function admitAccount(
  { db, platform }: AnonymousContext,
  { account, isLinked }: { readonly account: Account; readonly isLinked: boolean },
  { subject, client }: { readonly subject: string; readonly client: string | undefined },
): Promise<string | undefined> {
  if (!(await holdAccount(db, account.id))) return DISABLED;
  if (client === SUPERADMIN_CLIENT && account.role !== 'SUPERADMIN') return NOT_SUPERADMIN;
  if (isLinked) return undefined;
  const { name, issuer } = signOnOf(platform).provider;
  const at = isoTime(platform.clock.now());
  if (await linkAccount(db, { accountId: account.id, issuer, subject, at })) return undefined;
  return `Your account here is linked to another login of ${name}. Please ask your admin.`;
}

/** Opens the session of an account, or says why not; in the transaction that uses up the code. */
async function openFor(
  context: AnonymousContext,
  { subject, email }: { readonly subject: string; readonly email: string | null },
  client: string | undefined,
) {
  const refuse = async ({ who, message }: Refusal) => {
    await recordAnonymous(context, LOGIN, who, 'refused', `single sign-on: ${message}`);
    return { refusal: message };
  };
  const found = await accountOf(context, subject, email);
  if ('message' in found) return refuse(found);
  const message = await admitAccount(context, found, { subject, client });
  if (message !== undefined) return refuse({ who: found.account, message });
  const how = found.isLinked ? '' : ', for the first time';
  await recordAnonymous(context, LOGIN, found.account, 'success', `logged in by single sign-on${how}`);
  return { answer: await sessionAnswer(context, LOGIN, found.account) };
}

/** Opens the session for the code of the callback and the handle of the page that asked, once, in a minute (S21). */
export const signInByCode: AnonymousService<'signInByCode'> = async (context, { code, handle, client }) => {
  const { db, platform } = context;
  signOnOf(platform);
  await admit(context, LOGIN, signOnLimits, ANYBODY);
  const ended = await inTransaction(db, async (tx) => {
    const within = { ...context, db: tx };
    const proof = { codeHash: hashSecret(code), handleHash: hashSecret(handle) };
    const taken = await takeCode(tx, proof, isoTime(platform.clock.now()));
    if (!taken) {
      await recordAnonymous(within, LOGIN, NOBODY, 'refused', 'a code of no login that is under way in that page');
      return { refusal: OVER };
    }
    // The audit was told when the callback came.
    if (taken.subject === null) return { refusal: taken.failure ?? OVER };
    return openFor(within, { subject: taken.subject, email: taken.email }, client);
  });
  if ('refusal' in ended) throw new BusinessError(ended.refusal);
  return ended.answer;
};
