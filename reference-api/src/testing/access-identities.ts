import { permissionNames } from '@device-console/shared-lib/contract';
import { HOUR, isoAfter, isoTime } from '../core/time/clock.ts';
import { createTokens, hashSecret, newSecret, tokensOf } from '../core/security/tokens.ts';
import { updateAccount } from '../core/store/accounts.ts';
import { insertSession } from '../core/store/sessions.ts';
import { permitOnly } from '../core/store/permissions.ts';
import type { TestApi } from './test-api.ts';
import { newMember } from './test-member.ts';

/** A caller. `via: 'nothing'` marks one that the server must not let in at all. */
export interface Identity {
  readonly title: string;
  readonly email: string;
  readonly role: 'SUPERADMIN' | 'ADMIN' | 'USER';
  readonly permissions: readonly string[];
  /** The one permission that the caller has, or lacks; the caller is tested only with calls that need it. */
  readonly about?: string | undefined;
  /** `figures key`: an API key that was made for reading the platform's figures (D21b). */
  readonly via: 'session' | 'key' | 'figures key' | 'nothing';
  /** Returns a token to call with; for a session a new one each time, because a call may end it. */
  token(): Promise<string | undefined>;
}

async function session({ store: { db }, clock }: TestApi, accountId: number, hours = 8): Promise<string> {
  const token = (await tokensOf(db)).newSession();
  const [created_at, expires_at] = [isoTime(clock.now()), isoAfter(clock.now(), hours * HOUR)];
  const row = { account_id: accountId, token_hash: hashSecret(token), created_at, expires_at, address: '' };
  await insertSession(db, row);
  return token;
}

async function key(
  { store: { db }, clock }: TestApi,
  accountId: number,
  opens: 'commands' | 'figures' = 'commands',
  status: 'active' | 'inactive' = 'active',
): Promise<string> {
  const secret = (await tokensOf(db)).newKey();
  const created_at = isoTime(clock.now());
  const row = { account_id: accountId, name: 'matrix', key_hash: hashSecret(secret), opens, status, created_at };
  // It looks used: its next use within a minute writes nothing.
  const used = { last_used_at: created_at, last_address: '' };
  await db
    .insertInto('api_keys')
    .values({ ...row, ...used })
    .execute();
  return secret;
}

async function member(
  api: TestApi,
  name: string,
  role: Identity['role'],
  permissions: readonly string[] = [],
  about?: string,
) {
  const { id, email } = await newMember(api, role, `matrix-${name.toLowerCase().replaceAll(' ', '-')}@example.com`);
  await permitOnly(api.store.db, id, permissions);
  return { id, email, role, permissions, about };
}

/**
 * Makes everybody who gets in: users with no permission, with all, with each single one and with all but one; an admin;
 * a superadmin; each by session and by API key. A caller who is refused with all other permissions is refused with each
 * of them. A superadmin's key for figures reads the figures and opens nothing else (D21b).
 */
async function members(api: TestApi): Promise<readonly Identity[]> {
  const allBut = (name: string) => permissionNames.filter((other) => other !== name);
  const all = await Promise.all([
    member(api, 'none', 'USER'),
    member(api, 'all', 'USER', permissionNames),
    ...permissionNames.map((name) => member(api, name, 'USER', [name], name)),
    ...permissionNames.map((name) => member(api, `not ${name}`, 'USER', allBut(name), name)),
    member(api, 'admin', 'ADMIN'),
    member(api, 'superadmin', 'SUPERADMIN'),
  ]);
  const ofFigures = await Promise.all(
    (['USER', 'ADMIN', 'SUPERADMIN'] as const).map((role) => member(api, `figures ${role}`, role)),
  );
  const withKey = async (one: (typeof all)[number], via: 'key' | 'figures key'): Promise<Identity> => {
    const secret = await key(api, one.id, via === 'key' ? 'commands' : 'figures');
    const title = `${via === 'key' ? 'API' : 'figures'} key of ${one.email}`;
    return { ...one, title, via, token: () => Promise.resolve(secret) };
  };
  return [
    ...all.map((one): Identity => ({ ...one, title: one.email, via: 'session', token: () => session(api, one.id) })),
    ...(await Promise.all(all.map((one) => withKey(one, 'key')))),
    ...(await Promise.all(ofFigures.map((one) => withKey(one, 'figures key')))),
  ];
}

/** Makes callers who must be refused, though each belongs or belonged to a superadmin. */
async function strangers(api: TestApi): Promise<readonly Identity[]> {
  const { db } = api.store;
  const now = isoTime(api.clock.now());
  const active = await member(api, 'gone', 'SUPERADMIN');
  const disabled = await member(api, 'disabled', 'SUPERADMIN');
  await updateAccount(db, disabled.id, { status: 'INACTIVE' }, now);
  const revoked = await session(api, active.id);
  await db.updateTable('sessions').set({ revoked_at: now }).where('account_id', '=', active.id).execute();
  const tokens: Readonly<Record<string, string | undefined>> = {
    'no token': undefined,
    'a token never given': newSecret(),
    'a key never given': `dck_${newSecret()}`,
    'a forged key': createTokens(newSecret()).newKey(),
    'an expired session': await session(api, active.id, -1),
    'a revoked session': revoked,
    'a session of a disabled account': await session(api, disabled.id),
    'a deactivated API key': await key(api, active.id, 'commands', 'inactive'),
    'an API key of a disabled account': await key(api, disabled.id),
    'a deactivated figures key': await key(api, active.id, 'figures', 'inactive'),
  };
  return Object.entries(tokens).map(([title, token]) => {
    return { ...active, title, via: 'nothing', token: () => Promise.resolve(token) };
  });
}

export async function makeIdentities(api: TestApi): Promise<readonly Identity[]> {
  return [...(await strangers(api)), ...(await members(api))];
}
