import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { fresh, newMember, rowsOf, shared, startTestApi } from '../../testing/index.ts';
import { isoAfter, isoTime, MINUTE } from '../time/clock.ts';
import type { Schema } from './schema.ts';
import {
  findSessionAccount,
  noteUse,
  openSessions,
  openSessionsOf,
  revokeSession,
  revokeSessionsOf,
} from './sessions.ts';

type More = Partial<Insertable<Schema['sessions']>>;

const api = shared(() => startTestApi());
const owner = fresh(() => newMember(api, 'USER'));
const another = fresh(() => newMember(api, 'USER'));
const inTime = (milliseconds: number) => isoAfter(api.clock.now(), milliseconds);
const now = () => isoTime(api.clock.now());

async function put(more: More = {}) {
  const token_hash = randomUUID();
  const times = { created_at: now(), expires_at: inTime(MINUTE), last_used_at: now() };
  const session = { account_id: owner.id, token_hash, ...times, ...more };
  const { id } = await api.store.db.insertInto('sessions').values(session).returning('id').executeTakeFirstOrThrow();
  return { id, token_hash };
}
const rowOf = async ({ id }: { readonly id: number }) => (await rowsOf(api.store, 'sessions', { id }))[0];

it.each<[string, boolean, () => More]>([
  ['is open', true, () => ({})],
  ['ends a moment later', true, () => ({ expires_at: inTime(1) })],
  ['ends now', false, () => ({ expires_at: now() })],
  ['was ended', false, () => ({ revoked_at: inTime(-1) })],
])('S8 a session that %s is found by its token: %j', async (_what, isFound, more) => {
  const session = await put(more());
  await put();
  const found = await findSessionAccount(api.store.db, session.token_hash, now());
  expect(found?.session_id).toBe(isFound ? session.id : undefined);
  expect(await findSessionAccount(api.store.db, 'another', now())).toBe(undefined);
});

it('S8 a session of a disabled account is not found', async () => {
  const { token_hash } = await put();
  await api.store.db.updateTable('accounts').set({ status: 'INACTIVE' }).where('id', '=', owner.id).execute();
  expect(await findSessionAccount(api.store.db, token_hash, now())).toBe(undefined);
});

it.each<[string, boolean, () => { confirmed_at: string | null; account_id: number }]>([
  ['a proven factor', true, () => ({ confirmed_at: now(), account_id: owner.id })],
  ['a factor that is not proven', false, () => ({ confirmed_at: null, account_id: owner.id })],
  ['no factor, and another has one', false, () => ({ confirmed_at: now(), account_id: another.id })],
])('S20 the account of a session with %s has a factor: %j', async (_what, hasFactor, factor) => {
  const own = { kind: 'totp', name: 'Phone', secret: '', created_at: now() } as const;
  await api.store.db
    .insertInto('second_factors')
    .values({ ...own, ...factor() })
    .execute();
  const { token_hash } = await put();
  const found = await findSessionAccount(api.store.db, token_hash, now());
  expect(Boolean(found?.has_factor)).toBe(hasFactor);
});

it.each<[string, () => string | null, boolean]>([
  ['was never used', () => null, true],
  ['was used before', () => inTime(-1), true],
  ['was used since', () => inTime(1), false],
])('S11 S12 the use of a session that %s is noted: %j', async (_what, lastUsed, isNoted) => {
  const [session, beside] = [await put({ last_used_at: lastUsed() }), await put({ last_used_at: null })];
  await noteUse(api.store.db, 'sessions', session.id, now(), '192.0.2.7');
  const used = { last_used_at: now(), last_address: '192.0.2.7' };
  expect(await rowOf(session)).toMatchObject(isNoted ? used : { last_used_at: lastUsed(), last_address: null });
  expect(await rowOf(beside)).toMatchObject({ last_used_at: null });
});

it('C13 a session keeps why it ended first', async () => {
  const [session, beside] = [await put(), await put()];
  await revokeSession(api.store.db, session.id, now(), 'forced logout');
  await revokeSession(api.store.db, session.id, inTime(1), 'logout');
  expect(await revokeSessionsOf(api.store.db, owner.id, inTime(2), 'disabled', beside.id)).toBe(0);
  expect(await rowOf(session)).toMatchObject({ revoked_at: now(), ended_because: 'forced logout' });
  expect(await rowOf(beside)).toMatchObject({ revoked_at: null, ended_because: null });
});

it.each<[string, boolean, () => More]>([
  ['is open', true, () => ({})],
  ['ends now', false, () => ({ expires_at: now() })],
  ['was ended', false, () => ({ revoked_at: now() })],
  ['was never used', true, () => ({ last_used_at: null })],
  ['was used a moment after that', true, () => ({ last_used_at: inTime(1 - MINUTE) })],
  ['was used last at that moment', false, () => ({ last_used_at: inTime(-MINUTE) })],
])('S11 S12 with a limit on idle ones, a session that %s is listed: %j', async (_what, isListed, more) => {
  const session = await put(more());
  const open = { at: now(), usedSince: inTime(-MINUTE) };
  const listed = (await openSessionsOf(api.store.db, owner.id, open)).map(({ id }) => id);
  expect(listed).toEqual(isListed ? [session.id] : []);
  expect(await openSessionsOf(api.store.db, another.id, open)).toEqual([]);
  const all = (await openSessions(api.store.db, open).select('id').execute()).map(({ id }) => id);
  expect(all.includes(session.id)).toBe(isListed);
});

it('K3 S33 ends all sessions of an account except one, also those at their end, and counts the open ones', async () => {
  const kept = await put();
  const ended = [await put(), await put({ expires_at: inTime(1) }), await put({ expires_at: now() })];
  const ofAnother = await put({ account_id: another.id });
  expect(await revokeSessionsOf(api.store.db, owner.id, now(), 'forced logout', kept.id)).toBe(2);
  for (const one of ended)
    expect(await rowOf(one)).toMatchObject({ revoked_at: now(), ended_because: 'forced logout' });
  for (const one of [kept, ofAnother]) expect(await rowOf(one)).toMatchObject({ revoked_at: null });
});
