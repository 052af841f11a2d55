import { createStore } from 'jotai';
import type { ActiveBatch } from '@device-console/shared-lib/batch';
import {
  replacePermissionsAtom,
  sessionEnvironmentAtom,
  sessionHeldAtom,
  signInAtom,
  usableSessionAtom,
} from '@device-console/shared-lib/session/host';
import { createFakeApi, memoryStorage } from '@device-console/shared-lib/testing';
import { activeBatch, fakeBatches } from '../testing/fake-batches.ts';
import { handClock } from '../testing/hand-clock.ts';
import { loginReply } from '../testing/login-reply.ts';
import { createSessionWatch } from './session-watch.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function watched(active: readonly ActiveBatch[]) {
  const clock = handClock();
  const api = createFakeApi({ now: clock.now, session: { expiry: new Date(clock.now() + HOUR).toISOString() } });
  const store = createStore();
  const client = api.client({ session: () => store.get(usableSessionAtom) });
  store.set(sessionEnvironmentAtom, {
    api: client,
    codec: api.codec,
    storage: memoryStorage(),
    clock,
    backend: 'legacy',
    serverTimeZone: 'UTC',
  });
  const signIn = () => store.set(signInAtom, { email: api.session.email, password: 'secret' });
  await signIn();
  /** For that long. */
  const signInAgain = (milliseconds: number) => {
    const expiry = new Date(clock.now() + milliseconds).toISOString();
    api.use({ login: ({ email }) => loginReply({ email, userlevel: 'USER', expiry }) });
    return signIn();
  };
  const batches = await fakeBatches(active);
  const watch = createSessionWatch({ store, clock, batches: batches.holder });
  return { clock, store, signInAgain, batches, watch };
}

type Watched = Awaited<ReturnType<typeof watched>>;

const running = activeBatch('lock', 'Lock Device');

describe('createSessionWatch', () => {
  it('D9a pauses running batches one minute before the end, once', async () => {
    const { clock, batches } = await watched([running]);
    clock.advance(58 * MINUTE);
    expect(batches.pausedWhy).toEqual([]);
    clock.advance(MINUTE);
    clock.advance(1_000);
    expect(batches.pausedWhy).toEqual(['session-expiring']);
  });

  const others = { ...running, operator: 'another@example.com' };
  const expire = ({ clock }: Watched) => clock.advance(HOUR);
  const refuse = ({ watch }: Watched) => watch.over('authorization-failed');
  it.each<[string, readonly ActiveBatch[], (scene: Watched) => void, boolean]>([
    ['S4 its end', [], expire, false],
    ["S4 its end with another operator's batch", [others], expire, false],
    ['D9a its end with a batch under way', [running], expire, true],
    ['S8 a refusal', [], refuse, false],
    ['S8 D11 a refusal with a batch under way', [running], refuse, true],
  ])('%s ends the session or holds the page', async (_what, active, happens, isHeld) => {
    const scene = await watched(active);
    happens(scene);
    expect([scene.store.get(sessionHeldAtom), scene.store.get(usableSessionAtom)]).toEqual([isHeld, null]);
  });

  it("D11 a refusal of a batch's own call holds the page; of one that is not under way it does not", async () => {
    const busy = await watched([running]);
    busy.watch.batchRefused();
    const idle = await watched([]);
    idle.watch.batchRefused();
    expect([busy.store.get(sessionHeldAtom), idle.store.get(usableSessionAtom)]).toEqual([
      true,
      expect.objectContaining({ email: running.operator }),
    ]);
  });

  it("D11 tells the operator's batches of a login, and not of a change of permissions", async () => {
    const { batches, signInAgain, store } = await watched([running]);
    const before = batches.signedIn.length;
    await store.set(replacePermissionsAtom, ['Reports']);
    expect(batches.signedIn).toHaveLength(before);
    await signInAgain(2 * HOUR);
    expect(batches.signedIn.slice(before)).toEqual([running.operator]);
  });

  it('D9a a login after the warning starts anew: no warning, and batches are paused before the new end', async () => {
    const { batches, clock, signInAgain, watch } = await watched([running]);
    clock.advance(59.5 * MINUTE);
    await signInAgain(HOUR);
    expect([watch.isExpiring(), batches.pausedWhy.length]).toEqual([false, 1]);
    clock.advance(59.5 * MINUTE);
    expect([watch.isExpiring(), batches.pausedWhy.length]).toEqual([true, 2]);
  });
});
