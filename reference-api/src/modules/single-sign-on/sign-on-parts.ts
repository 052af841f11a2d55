import * as v from 'valibot';
import type { SignedOn } from '../../core/store/schema.ts';
import { openAccounts } from '../../core/store/accounts.ts';
import type { Database } from '../../core/store/store.ts';
import { BusinessError, ConfigurationError } from '../../core/errors/expected-errors.ts';
import { IdentityFailure, type Identity, type IdentityProvider, type OpenIdRegistration } from './openid-provider.ts';
import { createSealedTexts, type SealedTexts } from '../second-factors/sealed-texts.ts';
import { hashSecret, newSecret } from '../../core/security/tokens.ts';
import { isoAfter, isoTime, MINUTE } from '../../core/time/clock.ts';
import type { AnonymousContext, Platform } from '../../core/calls/context.ts';
import { PROOF_MINUTES } from '@device-console/shared-lib/contract/server';
import { isLoopbackHost } from '@device-console/shared-lib/contract';
import {
  list,
  onUnlessSet,
  optional,
  safeAddress,
  secret,
  withDefault,
} from '../../core/configuration/variable-readers.ts';

export function findLinkedAccount(db: Database, issuer: string, subject: string) {
  return openAccounts(db)
    .innerJoin('account_identities', 'account_identities.account_id', 'accounts.id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export async function isLinked(db: Database, accountId: number, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('account_identities')
    .select('id')
    .where('account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .executeTakeFirst();
  return row !== undefined;
}

/** Links an account to a subject of an issuer; false if the account or the subject is linked already. */
export async function linkAccount(
  db: Database,
  link: { readonly accountId: number; readonly issuer: string; readonly subject: string; readonly at: string },
): Promise<boolean> {
  const row = await db
    .insertInto('account_identities')
    .values({ account_id: link.accountId, issuer: link.issuer, subject: link.subject, linked_at: link.at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the links of an account that were made since a time, by default all; returns how many. */
export async function unlinkAccount(db: Database, accountId: number, since = ''): Promise<number> {
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
  /** Seals the provider's ID tokens, which sessions keep for the logout there. */
  readonly idTokens: SealedTexts;
}

declare module '../../core/calls/context.ts' {
  interface Platform {
    /** Undefined if this console has no single sign-on (S21). */
    readonly signOn: SignOn | undefined;
  }
}

export const createIdTokens = (clientSecret: string): SealedTexts =>
  createSealedTexts([clientSecret], 'device-console id tokens');

const ASKING_TIME = 10 * MINUTE;

const OVER = 'This login is over, or was begun in another tab or browser. Please log in again.';

/** Returns the single sign-on of this console; throws BusinessError if it has none. */
export function signOnOf({ signOn }: Pick<Platform, 'signOn'>): SignOn {
  if (!signOn) throw new BusinessError('This console has no single sign-on. Please log in with your password.');
  return signOn;
}

/** Asks the provider, and logs if it is down. */
export async function askProvider<Result>(
  platform: Pick<Platform, 'signOn' | 'log'>,
  ask: (provider: IdentityProvider) => Promise<Result>,
): Promise<Result> {
  const { provider } = signOnOf(platform);
  try {
    return await ask(provider);
  } catch (error) {
    if (error instanceof IdentityFailure && error.isOutage)
      platform.log.error({ reason: error.reason }, 'the identity provider could not be asked');
    throw error;
  }
}

/**
 * Begins a login at the provider: returns where the browser goes, and what the asking page keeps for the return.
 * `asking`: the session that wants a proof (S30).
 */
export async function beginAtProvider(
  { db, platform }: AnonymousContext,
  asking?: { readonly sessionId: number; readonly email: string },
): Promise<{ readonly address: string; readonly handle: string }> {
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
      session_id: asking?.sessionId ?? null,
      created_at: isoTime(now),
      expires_at: isoAfter(now, ASKING_TIME),
    })
    .execute();
  return { address, handle };
}

/**
 * Returns who logged in at the provider, by the code of its answer and the handle of the page that asked, once. A
 * login's answer proves nothing for a session, and a proof's opens no session: `sessionId` is null for a login.
 */
export async function finishAtProvider(
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

/** Decides whether the provider's statement counts as a second factor here (S29). */
export function signedOnBy({ secondFactors }: SignOn, { acr, amr }: Pick<Identity, 'acr' | 'amr'>): SignedOn {
  return [acr, ...amr.split(' ')].some((word) => secondFactors.includes(word)) ? 'factor' : 'plain';
}

/** Describes the provider's statement for the audit; '' if there is none. */
export function statedIn({ acr, amr }: Pick<Identity, 'acr' | 'amr'>): string {
  const stated = [acr && `acr ${acr}`, amr && `amr ${amr}`].filter((text) => text !== '');
  return stated.length === 0 ? '' : ` (${stated.join(', ')})`;
}

type Variables = v.InferOutput<v.ObjectSchema<typeof signOnVariables, undefined>> & { readonly PUBLIC_URL: string };

/** Where the identity provider sends browsers back to, below the console's `/api`. */
export const SIGN_IN_CALLBACK = '/signIn/callback';

type SingleSignOnSettings = NonNullable<ReturnType<typeof singleSignOnOf>>;

/** Returns the settings of single sign-on; undefined without any. Throws ConfigurationError if they are incomplete. */
export function singleSignOnOf(variables: Variables) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = variables;
  const { OIDC_ACR_VALUES: acrValues, OIDC_SECOND_FACTOR: secondFactors, PUBLIC_URL: publicUrl } = variables;
  const given = [issuer, clientId, clientSecret, variables.OIDC_ONLY, acrValues];
  if (given.every((value) => value === undefined) && secondFactors.length === 0) return undefined;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined)
    throw new ConfigurationError(
      'Single sign-on needs OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET_FILE. Set all three, or none of them ' +
        'and no OIDC_ONLY, OIDC_ACR_VALUES or OIDC_SECOND_FACTOR.',
    );
  const { protocol, hostname } = new URL(publicUrl);
  // Codes and sessions must not travel unencrypted.
  if (protocol !== 'https:' && !isLoopbackHost(hostname))
    throw new ConfigurationError(
      `PUBLIC_URL="${publicUrl}" is no https address, so nobody can log in by single sign-on: the login would travel ` +
        'readable. Serve the console over https, or take the OIDC variables away.',
    );
  // The provider has both addresses registered; to the second it sends browsers after a logout.
  const places = { redirectUri: `${publicUrl}/api${SIGN_IN_CALLBACK}`, logoutUri: `${publicUrl}/signIn` };
  return {
    registration: {
      name: variables.OIDC_NAME,
      issuer,
      clientId,
      clientSecret,
      acrValues,
      ...places,
    } satisfies OpenIdRegistration,
    /** Only superadmins may use passwords (S23). */
    isOnlyWay: variables.OIDC_ONLY === '1',
    /** A logout here ends the session at the provider too (S28). */
    endsSession: variables.OIDC_LOGOUT,
    /** Words of the provider (acr or amr) that count as a second factor (S29). */
    secondFactors,
  };
}

export const signOnVariables = {
  OIDC_ISSUER: optional(safeAddress),
  OIDC_CLIENT_ID: optional(v.string()),
  OIDC_CLIENT_SECRET: secret(v.string()),
  OIDC_CLIENT_SECRET_FILE: optional(v.string()),
  OIDC_NAME: withDefault('your organisation', v.string()),
  OIDC_ONLY: optional(v.picklist(['1'], 'must be 1, or not be set.')),
  OIDC_LOGOUT: onUnlessSet,
  OIDC_ACR_VALUES: optional(v.string()),
  OIDC_SECOND_FACTOR: list([]),
} as const;
