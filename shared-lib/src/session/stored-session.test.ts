import {
  endSessionAtom,
  holdSessionAtom,
  remoteDataPrefix,
  replacePermissionsAtom,
  sessionEndAtom,
  sessionKeys,
} from './host.ts';
import { scene, signedIn, SERVER_NOW } from '../testing/session-scene.ts';

const HOUR_MS = 3_600_000;

describe('S3 S10 restoring', () => {
  it('S3 a reload finds the session as it was', async () => {
    const { signIn, tab } = scene({ skew: -3 * HOUR_MS });
    const before = await signIn();
    const reloaded = tab();
    await expect(reloaded.restore()).resolves.toEqual(before);
    expect(reloaded.session()).toEqual(before);
  });

  it('S10 without a stored session there is none, and no reason', async () => {
    const { tab } = scene();
    const fresh = tab();
    await expect(fresh.restore()).resolves.toBeNull();
    expect(fresh.store.get(sessionEndAtom)).toBeNull();
  });

  const spoils: [string, (items: Map<string, string>) => void][] = [
    ['a payload that is not JSON', (items) => items.set(sessionKeys.session, '<session>')],
    ['a payload of another shape', (items) => items.set(sessionKeys.session, '{"token":"t"}')],
    [
      'an altered payload',
      (items) => items.set(sessionKeys.session, (items.get(sessionKeys.session) ?? '').replace('v1.', 'v1.A')),
    ],
    ['no expiry apart', (items) => items.delete(sessionKeys.expiry)],
    ['an expiry that cannot be read', (items) => items.set(sessionKeys.expiry, 'never')],
    ['a stored expiry that has passed', (items) => items.set(sessionKeys.expiry, '2026-11-12T09:59:00Z')],
    ['a clock offset that is no number', (items) => items.set(sessionKeys.clockOffset, 'x')],
  ];
  it.each(spoils)('S3 %s gives no session, and the storage is cleared', async (_name, spoil) => {
    const { storage, tab } = await signedIn();
    spoil(storage.items);
    const reloaded = tab();
    await expect(reloaded.restore()).resolves.toBeNull();
    expect(reloaded.store.get(sessionEndAtom)).toBe('not-restored');
    expect(storage.items.size).toBe(0);
  });

  it('S4 a later stored expiry does not prolong the session', async () => {
    const { signIn, storage, tab } = scene();
    const before = await signIn();
    storage.items.set(sessionKeys.expiry, '2099-01-01T00:00:00Z');
    await expect(tab().restore()).resolves.toMatchObject({ expiresAt: before.expiresAt });
  });

  it('D4 a clock that was set forward after the login does not end the session at a reload', async () => {
    const { storage, tab, time, session } = await signedIn();
    time.skew = 9 * HOUR_MS;
    const measureOffset = () => Promise.resolve(time.server - (time.server + time.skew));
    await expect(tab({ measureOffset }).restore()).resolves.toEqual({ ...session(), clockOffset: -9 * HOUR_MS });
    expect(storage.items.get(sessionKeys.clockOffset)).toBe(String(-9 * HOUR_MS));
    // Pages that are loaded later need no measuring.
    await expect(tab().restore()).resolves.toMatchObject({ clockOffset: -9 * HOUR_MS });
  });

  it.each([
    ['is over by the server too', 0],
    ['cannot be compared with the server', null],
  ])('S4 a stored session that %s is not restored', async (_why, measured) => {
    const { tab, time } = await signedIn();
    time.server = SERVER_NOW + HOUR_MS;
    await expect(tab({ measureOffset: () => Promise.resolve(measured) }).restore()).resolves.toBeNull();
  });

  it('S4 a session that ended while the browser was closed is not restored', async () => {
    const { tab, time } = await signedIn();
    time.server = SERVER_NOW + HOUR_MS;
    await expect(tab().restore()).resolves.toBeNull();
  });
});

describe('D2a permissions', () => {
  it('D2a a 403 changes the session, the hint and what a reload finds', async () => {
    const { signIn, session, storage, store, tab } = scene({
      session: { userlevel: 'USER', permissions: ['Reports', 'Lock Device'] },
    });
    const before = await signIn();
    await store.set(replacePermissionsAtom, ['Reports']);
    const after = { ...before, permissions: ['Reports'] };
    expect(session()).toEqual(after);
    expect(JSON.parse(storage.items.get(sessionKeys.hint) ?? '')).toMatchObject({ permissions: ['Reports'] });
    await expect(tab().restore()).resolves.toEqual(after);
  });

  it('D2a permissions that come after the end of the session bring nothing back', async () => {
    const { session, storage, store } = await signedIn();
    const replacing = store.set(replacePermissionsAtom, ['Reports']);
    store.set(endSessionAtom, 'expired');
    await replacing;
    expect([session(), storage.items.size]).toEqual([null, 0]);
  });
});

describe('what remotes keep in the browser', () => {
  const own = (email: string) => `${remoteDataPrefix(email, 'mf-a')}columns`;
  const OPERATOR = 'operator@example.com';
  const keptAfter = (items: Map<string, string>) =>
    [...items.keys()].filter((key) => key.startsWith('console:remote:'));

  it.each(['signed-out', 'expired', 'authorization-failed', 'login-screen', 'storage-cleared'] as const)(
    'goes with the session: %s',
    async (reason) => {
      const { storage, store } = await signedIn();
      storage.items.set(own(OPERATOR), '1');
      store.set(endSessionAtom, reason);
      expect(keptAfter(storage.items)).toEqual([]);
    },
  );

  it("stays while a page waits for a login in place, and over the same operator's login", async () => {
    const { signIn, storage, store } = await signedIn();
    storage.items.set(own(OPERATOR), '1');
    store.set(holdSessionAtom, 'expired');
    await signIn({ onlyEmail: OPERATOR });
    expect(keptAfter(storage.items)).toEqual([own(OPERATOR)]);
  });

  it('of another operator, whose browser was closed, goes at the next login', async () => {
    const { signIn, storage } = scene();
    for (const email of ['other@example.com', OPERATOR.toUpperCase()]) storage.items.set(own(email), '1');
    await signIn();
    expect(keptAfter(storage.items)).toEqual([own(OPERATOR)]);
  });

  it('goes where the stored session is over when the browser is opened again', async () => {
    const { storage, tab, time } = await signedIn();
    storage.items.set(own(OPERATOR), '1');
    time.server = SERVER_NOW + HOUR_MS;
    await tab().restore();
    expect(keptAfter(storage.items)).toEqual([]);
  });

  it('of a session that another tab has begun meanwhile stays', async () => {
    const { storage, store, tab } = await signedIn();
    await tab().signIn();
    storage.items.set(own(OPERATOR), '1');
    store.set(endSessionAtom, 'authorization-failed');
    expect(keptAfter(storage.items)).toEqual([own(OPERATOR)]);
  });
});
