import { API_KEY_HEADER, LAST_INPUT_HEADER } from '@device-console/shared-lib/contract';
import type { FastifyRequest } from 'fastify';
import { isoAfter, isoTime, MINUTE } from '../time/clock.ts';
import { isWithin } from '../security/networks.ts';
import { hashSecret } from '../security/tokens.ts';
import { recordCall } from '../audit/audit.ts';
import type { Actor, AuditedActor } from '../calls/context.ts';
import { usedSince } from '../accounts/open-session.ts';
import { whyNoPassword } from '../accounts/account-passwords.ts';
import type { Account } from '../store/accounts.ts';
import { usableKeys } from '../store/api-keys.ts';
import { namesIn } from '../store/permissions.ts';
import { findSessionAccount, noteUse, revokeSession } from '../store/sessions.ts';
import { AuthorizationFailed, markAudited } from '../errors/request-errors.ts';
import type { RouteParts } from './route-parts.ts';

export function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.headers[API_KEY_HEADER.toLowerCase()];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

export const NOBODY: AuditedActor = { accountId: null, email: '', via: 'anonymous' };

/** Records a use at most this often: otherwise every call of a batch would write the session. */
const NOTED_EVERY = MINUTE;

/** Audits who was not admitted, if it is known, and why. Throws AuthorizationFailed. */
async function refuseCaller(
  { store: { db }, platform }: RouteParts,
  request: FastifyRequest,
  { path: call, transactionId }: { readonly path: string; readonly transactionId: string },
): Promise<never> {
  const at = isoTime(platform.clock.now());
  const token = tokenOf(request);
  if (request.tokenAdmission?.refused() ?? true) {
    const isForged = request.tokenAdmission?.isForged ?? false;
    const { actor, reason } =
      token === undefined || isForged
        ? { actor: NOBODY, reason: isForged ? 'a forged token' : 'no token' }
        : await platform.explainRefusal(db, hashSecret(token), at);
    const context = { db, platform, actor, transactionId, address: request.ip };
    await recordCall(context, { call, outcome: 'refused', message: reason });
  }
  throw markAudited(new AuthorizationFailed());
}

/** The last input on the calling page; a call that does not say counts as made by a person (S11). */
function lastInputOf({ headers }: FastifyRequest, now: Date): string {
  const seconds = headers[LAST_INPUT_HEADER.toLowerCase()];
  const ago = typeof seconds === 'string' && /^\d{1,7}$/.test(seconds) ? Number(seconds) : 0;
  return isoAfter(now, -ago * 1000);
}

const isWorthNoting = (at: string, before: string | null): boolean =>
  before === null || Date.parse(at) - Date.parse(before) >= NOTED_EVERY;

type Holding = Pick<Account, 'id' | 'email' | 'role'> & { readonly held_names: string | null };

const holderOf = ({ id, email, role, held_names: names }: Holding) => ({
  accountId: id,
  email,
  userlevel: role,
  permissions: namesIn(names),
});

/** Ends a session that was idle for too long (S11). */
async function sessionOf(parts: RouteParts, request: FastifyRequest, hash: string): Promise<Actor | undefined> {
  const { store, platform } = parts;
  const now = platform.clock.now();
  const session = await findSessionAccount(store.db, hash, isoTime(now));
  if (!session) return undefined;
  const { session_id: id, last_used_at: lastUsed, role, signed_on: signedOn } = session;
  const since = usedSince(platform);
  if (since !== undefined && lastUsed !== null && lastUsed <= since) {
    await revokeSession(store.db, id, isoTime(now), 'idle');
    return undefined;
  }
  const used = lastInputOf(request, now);
  if (isWorthNoting(used, lastUsed)) await noteUse(store.db, 'sessions', id, used, request.ip);
  const isGiven = session.first_password_until !== null && signedOn === null;
  return {
    ...holderOf(session),
    via: 'session',
    opens: 'all',
    credentialId: id,
    authenticatedAt: session.authenticated_at ?? undefined,
    hasFactor: Boolean(session.has_factor) && platform.factors.areUsedBy(role),
    // A login by the provider, or without passwords, has used no password.
    hasGivenPassword: isGiven && whyNoPassword(platform, role) === undefined,
    signedOn: signedOn ?? undefined,
  };
}

export function actorOfKey(key: Awaited<ReturnType<ReturnType<typeof usableKeys>['executeTakeFirstOrThrow']>>): Actor {
  const { key_id: credentialId, opens, commands, per_minute: perMinute } = key;
  const bounds = { commands: commands?.split(','), perMinute: perMinute ?? undefined };
  return { ...holderOf(key), via: 'key', opens, credentialId, bounds, hasFactor: false };
}

/** The API key of a token, if it may be used from here (K2). */
async function keyOf(parts: RouteParts, request: FastifyRequest, hash: string): Promise<Actor | undefined> {
  const { db } = parts.store;
  const at = isoTime(parts.platform.clock.now());
  const key = await usableKeys(db, at).where('api_keys.key_hash', '=', hash).executeTakeFirst();
  if (!key) return undefined;
  const { key_id: id, networks } = key;
  if (networks !== null && !isWithin(networks.split(','), request.ip)) return undefined;
  if (isWorthNoting(at, key.last_used_at)) await noteUse(db, 'api_keys', id, at, request.ip);
  return actorOfKey(key);
}

/** The caller; throws AuthorizationFailed, and audits it, if there is none. */
export async function authenticate(
  parts: RouteParts,
  request: FastifyRequest,
  asked: { readonly path: string; readonly transactionId: string },
): Promise<Actor> {
  return (await findActor(parts, request)) ?? (await refuseCaller(parts, request, asked));
}

/** The account behind the request's token or API key (W3, D21), with its current rights; undefined if invalid. */
export async function findActor(parts: RouteParts, request: FastifyRequest): Promise<Actor | undefined> {
  const token = tokenOf(request);
  if (token === undefined || request.tokenAdmission?.isForged) return undefined;
  const hash = hashSecret(token);
  try {
    const actor = (await sessionOf(parts, request, hash)) ?? (await keyOf(parts, request, hash));
    if (!actor) return undefined;
    request.tokenAdmission?.accepted();
    request.accountId = actor.accountId;
    return actor;
  } catch (error) {
    request.tokenAdmission?.unanswered();
    throw error;
  }
}
