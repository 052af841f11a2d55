import { createStore } from 'jotai';
import { createFakeApi } from './fake-api.ts';
import type { FakeApiOptions } from './fake-api-types.ts';
import { memoryStorage } from './memory-storage.ts';
import {
  restoreSessionAtom,
  sessionAtom,
  sessionEnvironmentAtom,
  signInAtom,
  type SessionEnvironment,
} from '../session/host.ts';

/** The server's time when a test starts. */
export const SERVER_NOW = Date.parse('2026-11-12T10:00:00Z');

const HOUR_MS = 3_600_000;

/** Options of {@link scene}. */
export interface SceneOptions extends FakeApiOptions {
  /** This computer's clock minus the server's, in milliseconds. */
  readonly skew?: number | undefined;
}

/** A tab with its store, storage and clock, and its fake API. */
export function scene({ skew = 0, serverTimeZone = 'UTC', ...fake }: SceneOptions = {}) {
  /** `skew` may be changed, as by an operator who corrects the clock. */
  const time = { server: SERVER_NOW, skew };
  const api = createFakeApi({
    now: () => time.server,
    serverTimeZone,
    ...fake,
    session: { expiry: new Date(SERVER_NOW + HOUR_MS).toISOString(), permissions: ['Reports'], ...fake.session },
  });
  const storage = memoryStorage();
  const clock = { now: () => time.server + time.skew };
  const tab = (more: Pick<SessionEnvironment, 'measureOffset'> = {}) => {
    const store = createStore();
    const client = api.client({ session: () => store.get(sessionAtom) });
    const backend = fake.codec === 'legacy-cryptojs' ? 'legacy' : 'reference';
    const environment: SessionEnvironment = {
      api: client,
      codec: api.codec,
      storage,
      clock,
      backend,
      serverTimeZone,
      ...more,
    };
    store.set(sessionEnvironmentAtom, environment);
    const signIn = (more: { client?: 'SUPERADMIN'; onlyEmail?: string; email?: string } = {}) =>
      store.set(signInAtom, { email: api.session.email, password: 'secret', ...more });
    const restore = () => store.set(restoreSessionAtom);
    return { store, signIn, restore, client, session: () => store.get(sessionAtom) };
  };
  return { api, storage, clock, time, tab, ...tab() };
}

/** A tab whose operator has logged in. */
export async function signedIn(options?: SceneOptions) {
  const made = scene(options);
  await made.signIn();
  return made;
}
