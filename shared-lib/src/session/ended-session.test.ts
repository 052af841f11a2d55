import {
  endSessionAtom,
  holdSessionAtom,
  sessionEndAtom,
  sessionHeldAtom,
  sessionKeys,
  signOutAtom,
  usableSessionAtom,
} from './host.ts';
import { FakeFailure, FakeNetworkFailure } from '../testing/index.ts';
import { scene, signedIn } from '../testing/session-scene.ts';

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((next) => setTimeout(next));
}

describe('S6 signing out', () => {
  it('S6 tells the server and removes the session', async () => {
    const { api, session, storage, store } = await signedIn();
    await expect(store.set(signOutAtom)).resolves.toEqual({ status: 'confirmed' });
    expect(api.requestsOf('logout')[0]).toMatchObject({
      body: { user: api.session.email },
      headers: { 'x-api-key': api.session.token },
    });
    expect([session(), storage.items.size, store.get(sessionEndAtom)]).toEqual([null, 0, 'signed-out']);
  });

  it('S6 removes the session on an error alike', async () => {
    for (const failure of [
      new FakeNetworkFailure('gone'),
      new FakeFailure({ httpStatus: 500, message: 'x' }),
      new FakeFailure({ httpStatus: 401, message: 'Authorization Failed' }),
    ]) {
      const { api, session, storage, store } = await signedIn();
      api.use({
        logout: () => {
          throw failure;
        },
      });
      await expect(store.set(signOutAtom)).resolves.toMatchObject({
        status: 'unconfirmed',
        error: { callPath: 'logout.php' },
      });
      expect([session(), storage.items.size]).toEqual([null, 0]);
    }
  });

  it('S6 a login that came while the server was asked stays', async () => {
    const { api, signIn, session, store } = await signedIn();
    let renewed: unknown;
    api.use({
      logout: async () => {
        renewed = await signIn();
        return { status: 'success' };
      },
    });
    await store.set(signOutAtom);
    expect(session()).toBe(renewed);
  });

  it('S6 without a session the server is not asked', async () => {
    const { api, store } = scene();
    await expect(store.set(signOutAtom)).resolves.toEqual({ status: 'confirmed' });
    expect(api.requests).toHaveLength(0);
  });
});

describe('S2 S8 ending', () => {
  it('S2 a login screen clears an older session, and keeps the reason that led to it', async () => {
    const { session, storage, store } = await signedIn();
    store.set(endSessionAtom, 'expired');
    store.set(endSessionAtom, 'login-screen');
    expect([session(), storage.items.size, store.get(sessionEndAtom)]).toEqual([null, 0, 'expired']);
  });

  it('S14 a login screen ends its session at the server too, and does not wait for an answer', async () => {
    const { api, signIn, session, store } = scene();
    const { token } = await signIn();
    api.use({
      logout: () => new FakeNetworkFailure('gone'),
    });
    store.set(endSessionAtom, 'login-screen');
    expect(session()).toBeNull();
    await until(() => api.requestsOf('logout').length === 1);
    expect(api.requestsOf('logout')[0]?.headers).toMatchObject({ 'x-api-key': token });
    store.set(endSessionAtom, 'login-screen');
    expect(api.requestsOf('logout')).toHaveLength(1);
  });

  it('S14 an end that is no login screen, and a session that was over, are not told', async () => {
    const { api, store } = await signedIn();
    store.set(endSessionAtom, 'expired');
    store.set(endSessionAtom, 'login-screen');
    expect(api.requestsOf('logout')).toEqual([]);
  });

  it('S2 a login screen clears a stored session that this tab never had', async () => {
    const { storage, tab } = await signedIn();
    tab().store.set(endSessionAtom, 'login-screen');
    expect(storage.items.size).toBe(0);
  });

  it("S8 ending this tab's session leaves a later one of another tab", async () => {
    const { api, storage, store, tab } = await signedIn();
    const other = tab();
    await other.signIn();
    store.set(endSessionAtom, 'authorization-failed');
    expect(storage.items.size).toBeGreaterThan(0);
    await expect(tab().restore()).resolves.toMatchObject({ email: api.session.email });
  });

  it('S8 an end in another tab touches nothing in storage, where that tab may be storing its next login', async () => {
    const { session, storage, store } = await signedIn();
    storage.items.delete(sessionKeys.session);
    store.set(endSessionAtom, 'other-tab');
    expect(session()).toBeNull();
    expect(storage.items.has(sessionKeys.expiry)).toBe(true);
  });

  it('S8 D7 the row action clears what the console stores, but no unfinished batch, nothing foreign', async () => {
    const { storage, store } = await signedIn();
    for (const key of ['console:auditImei', 'console:resetToken', 'batch:lock', 'batch:lock:list', 'another-app'])
      storage.items.set(key, 'x');
    store.set(endSessionAtom, 'storage-cleared');
    expect([...storage.items.keys()].sort()).toEqual(['another-app', 'batch:lock', 'batch:lock:list']);
  });
});

describe('D9a holding a page for a login in place', () => {
  it('D9a the page keeps its session, no call can be made with it, and storage has none', async () => {
    const { signIn, session, storage, store } = scene();
    const before = await signIn();
    store.set(holdSessionAtom, 'expired');
    expect([session(), store.get(usableSessionAtom), store.get(sessionHeldAtom), store.get(sessionEndAtom)]).toEqual([
      before,
      null,
      true,
      'expired',
    ]);
    expect(storage.items.size).toBe(0);
  });

  it('D9a a login of the same e-mail ends the wait, another one is refused and the page stays held', async () => {
    const { api, signIn, session, store } = await signedIn();
    store.set(holdSessionAtom, 'authorization-failed');
    await expect(signIn({ onlyEmail: 'another@example.com' })).rejects.toThrow(
      'To continue here, log in as another@example.com.',
    );
    expect(store.get(sessionHeldAtom)).toBe(true);
    const renewed = await signIn({ onlyEmail: api.session.email.toUpperCase() });
    expect([session(), store.get(usableSessionAtom), store.get(sessionHeldAtom)]).toEqual([renewed, renewed, false]);
  });

  it('D9a leaving the page ends it and keeps the reason; without a session nothing is held', async () => {
    const { session, store } = await signedIn();
    store.set(holdSessionAtom, 'expired');
    store.set(endSessionAtom, 'login-screen');
    store.set(holdSessionAtom, 'authorization-failed');
    expect([session(), store.get(sessionHeldAtom), store.get(sessionEndAtom)]).toEqual([null, false, 'expired']);
  });

  it('D9a S8 a later session of another tab stays in storage, and ends the wait when it is taken over', async () => {
    const { restore, storage, store, tab } = await signedIn();
    const other = tab();
    await other.signIn();
    store.set(holdSessionAtom, 'other-tab');
    expect(storage.items.size).toBeGreaterThan(0);
    await restore();
    expect(store.get(usableSessionAtom)).toEqual(other.session());
  });

  it('D9a a stored session that cannot be read leaves the page held', async () => {
    const { signIn, restore, session, storage, store } = scene();
    const before = await signIn();
    store.set(holdSessionAtom, 'other-tab');
    storage.items.set(sessionKeys.session, 'no session');
    await expect(restore()).resolves.toBeNull();
    expect([session(), store.get(sessionHeldAtom)]).toEqual([before, true]);
  });

  it('S6 a logout of a held page asks the server nothing', async () => {
    const { api, session, store } = await signedIn();
    store.set(holdSessionAtom, 'expired');
    await store.set(signOutAtom);
    expect([api.requestsOf('logout').length, session()]).toEqual([0, null]);
  });
});
