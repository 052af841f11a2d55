import * as v from 'valibot';
import type { SignedOn } from '../../core/store/schema.ts';
import type { Database } from '../../core/store/store.ts';
import { BusinessError, ConfigurationError } from '../../core/errors/expected-errors.ts';
import {
  IdentityFailure,
  type IdentityProvider,
  type OpenIdRegistration,
  type SignOnStrength,
} from './openid-provider.ts';
import { createSealedTexts, type SealedTexts } from '../second-factors/sealed-texts.ts';
import { hashSecret, newSecret } from '../../core/security/tokens.ts';
import { isoAfter, isoTime, MINUTE } from '../../core/time/clock.ts';
import type { AnonymousContext, Platform } from '../../core/calls/context.ts';
import { isLoopbackHost } from '@device-console/shared-lib/contract';
import {
  list,
  onUnlessSet,
  optional,
  safeAddress,
  secret,
  withDefault,
} from '../../core/configuration/variable-readers.ts';

/**
 * Uses up a code, with the handle of the page that asked: returns the result of its callback, or undefined. A login's
 * code proves nothing for a session, and a proof's code opens no session: `sessionId` is null for a login.
 */
export async function takeCode(
  { db, platform }: Pick<AnonymousContext, 'db' | 'platform'>,
  { code, handle }: { readonly code: string; readonly handle: string },
  sessionId: number | null,
) {
  const now = isoTime(platform.clock.now());
  const taken = await db
    .updateTable('single_sign_ons')
    .set({ used_at: now })
    .where('code_hash', '=', hashSecret(code))
    .where('handle_hash', '=', hashSecret(handle))
    .where('session_id', sessionId === null ? 'is' : '=', sessionId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['id', 'subject', 'email', 'failure', 'acr', 'amr', 'id_token'])
    .executeTakeFirst();
  if (taken) await db.updateTable('single_sign_ons').set({ id_token: null }).where('id', '=', taken.id).execute();
  return taken;
}

export async function findLinkedAccount(db: Database, issuer: string, subject: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('account_identities')
    .select('account_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.account_id;
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

/** Closes logins at the identity provider whose code could still open a session of an account; returns how many. */
export async function closeSingleSignOns(
  db: Database,
  { id, email }: { readonly id: number; readonly email: string },
  at: string,
): Promise<number> {
  const subjects = db.selectFrom('account_identities').select('subject').where('account_id', '=', id);
  const rows = await db
    .updateTable('single_sign_ons')
    .set({ used_at: at })
    .where('code_hash', 'is not', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .where((where) => where.or([where('email', '=', email), where('subject', 'in', subjects)]))
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

/** The message for a page whose code and handle are not valid. */
export const SIGN_ON_OVER = 'This login is over, or was begun in another tab or browser. Please log in again.';

/** Returns the single sign-on of this console; throws BusinessError if it has none. */
export function signOnOf({ signOn }: Pick<Platform, 'signOn'>): SignOn {
  if (!signOn) throw new BusinessError('This console has no single sign-on. Please log in with your password.');
  return signOn;
}

export function logOutage({ log }: Pick<Platform, 'log'>, { reason, isOutage }: IdentityFailure): void {
  if (isOutage) log.error({ reason }, 'the identity provider could not be asked');
}

/**
 * Begins a login at the provider: returns where the browser goes, and what the asking page keeps for the return. If the
 * provider fails, calls `failed` and then throws BusinessError. `asking`: the session that wants a proof (S30).
 */
export async function beginAtProvider(
  { db, platform }: AnonymousContext,
  failed: (failure: IdentityFailure) => Promise<void>,
  asking?: { readonly sessionId: number; readonly email: string },
): Promise<{ readonly address: string; readonly handle: string }> {
  const { provider } = signOnOf(platform);
  let begun;
  try {
    begun = await provider.begin(asking?.email);
  } catch (error) {
    if (!(error instanceof IdentityFailure)) throw error;
    await failed(error);
    throw new BusinessError(error.message);
  }
  const handle = newSecret();
  const now = platform.clock.now();
  const row = {
    state_hash: hashSecret(begun.state),
    handle_hash: hashSecret(handle),
    nonce: begun.nonce,
    verifier: begun.verifier,
    session_id: asking?.sessionId ?? null,
    created_at: isoTime(now),
    expires_at: isoAfter(now, ASKING_TIME),
  };
  await db.insertInto('single_sign_ons').values(row).execute();
  return { address: begun.address, handle };
}

/** Decides whether the provider's statement counts as a second factor here (S29). */
export function signedOnBy({ secondFactors }: SignOn, { acr, amr }: SignOnStrength): SignedOn {
  return [acr, ...amr.split(' ')].some((word) => secondFactors.includes(word)) ? 'factor' : 'plain';
}

/** Describes the provider's statement for the audit; '' if there is none. */
export function statedIn({ acr, amr }: SignOnStrength): string {
  const stated = [acr && `acr ${acr}`, amr && `amr ${amr}`].filter((text) => text !== '');
  return stated.length === 0 ? '' : ` (${stated.join(', ')})`;
}

type Variables = v.InferOutput<v.ObjectSchema<typeof signOnVariables, undefined>> & { readonly PUBLIC_URL: string };

/** Where the identity provider sends browsers back to, below the console's `/api`. */
export const SIGN_IN_CALLBACK = '/signIn/callback';

type SingleSignOnSettings = NonNullable<ReturnType<typeof singleSignOnOf>>;

/** Codes and sessions must not travel unencrypted. */
function isSafe(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' || isLoopbackHost(hostname);
}

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
  if (!isSafe(publicUrl))
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
