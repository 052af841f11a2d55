import { createStore } from 'jotai';
import { restoreSessionAtom, sessionEnvironmentAtom } from '@device-console/shared-lib/session/host';
import { held, renderConsole } from '@device-console/shared-lib/testing';
import { DEVELOPMENT_KEY } from '@device-console/shared-lib/trust';
import { overrideText, storedText } from '../override/test-override.ts';
import { answerFetch, away } from '../testing/answer-fetch.ts';
import { noBatches } from '../testing/fake-batches.ts';
import { handClock } from '../testing/hand-clock.ts';
import { registryDocument } from '../testing/test-registry.ts';
import { startRemotes } from './start-remotes.ts';
import { createServerTime } from '../common/server-time.ts';

it("waits until the stored session is known: what is its operator's is no leftover of another", async () => {
  answerFetch(away);
  const clock = handClock();
  const options = { session: { userlevel: 'SUPERADMIN' }, config: { allowDevelopment: true } };
  const { client: api, config, store: earlier } = await renderConsole(null, options);
  localStorage.setItem(DEVELOPMENT_KEY, overrideText(clock));
  // The next page, whose session has not been opened yet.
  const store = createStore();
  store.set(sessionEnvironmentAtom, earlier.get(sessionEnvironmentAtom));
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
