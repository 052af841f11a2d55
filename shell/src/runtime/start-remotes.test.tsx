import { createStore } from 'jotai';
import { parseConfig } from '@device-console/shared-lib/contract/server';
import { restoreSessionAtom, sessionEnvironmentAtom, signInAtom } from '@device-console/shared-lib/session/host';
import { createFakeApi, held } from '@device-console/shared-lib/testing';
import { DEVELOPMENT_KEY } from '@device-console/shared-lib/trust';
import { overrideText, storedText } from '../override/test-override.ts';
import { answerFetch, away } from '../testing/answer-fetch.ts';
import { noBatches } from '../testing/fake-batches.ts';
import { handClock } from '../testing/hand-clock.ts';
import { registryDocument } from '../testing/test-registry.ts';
import { startRemotes } from './start-remotes.ts';
import { createServerTime } from '../common/server-time.ts';

/**
 * A page whose browser has stored a superadmin's session and development override, before the session has been opened.
 */
async function reloadedPage() {
  const clock = handClock();
  const api = createFakeApi({
    now: clock.now,
    session: { userlevel: 'SUPERADMIN', expiry: new Date(clock.now() + 3_600_000).toISOString() },
  });
  const tab = () => {
    const store = createStore();
    store.set(sessionEnvironmentAtom, {
      api: api.client({ session: () => null }),
      codec: api.codec,
      storage: localStorage,
      clock,
      backend: 'reference',
      serverTimeZone: 'UTC',
    });
    return store;
  };
  await tab().set(signInAtom, { email: api.session.email, password: 'secret', client: 'SUPERADMIN' });
  localStorage.setItem(DEVELOPMENT_KEY, overrideText(clock));
  return { clock, store: tab(), api: api.client() };
}

const config = parseConfig({
  apiBase: 'http://api.test',
  codec: 'v1',
  sharedKey: 'a shared key of enough characters',
  allowDevelopment: true,
});

it("waits until the stored session is known: what is its operator's is no leftover of another", async () => {
  answerFetch(away);
  const { clock, store, api } = await reloadedPage();
  const opened = held();
  const document = registryDocument([]);
  const starting = startRemotes({
    config,
    api,
    clock,
    time: createServerTime(clock),
    store,
    batches: noBatches(),
    first: Promise.resolve(document),
    read: async () => document,
    sessionKnown: opened.promise.then(() => store.set(restoreSessionAtom)),
  });
  opened.give();
  const { override } = await starting;
  expect(override?.getSnapshot().status).toBe('asking');
  await override?.settled;
  expect(storedText()).not.toBeNull();
});
