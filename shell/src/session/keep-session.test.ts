import { calls } from '@device-console/shared-lib/contract';
import { createFakeApi } from '@device-console/shared-lib/testing';
import { keepSession, watchInput } from './keep-session.ts';
import { handClock } from '../testing/hand-clock.ts';
import { activeBatch, fakeBatches, noBatches } from '../testing/fake-batches.ts';
import { sinceInput } from './since-input.ts';

const MINUTE = 60_000;

function page() {
  const window = new EventTarget();
  return { window, touch: (name: string) => window.dispatchEvent(new Event(name)) };
}

describe('S11 who is at the page', () => {
  it.each(['pointerdown', 'pointermove', 'keydown', 'wheel'])('S11 %s is a touch', (name) => {
    const { window, touch } = page();
    let now = 0;
    const secondsSinceInput = watchInput(window, () => now);
    now = 90_000;
    expect(secondsSinceInput()).toBe(90);
    touch(name);
    now = 95_000;
    expect(secondsSinceInput()).toBe(5);
  });

  it('S11 a batch under way is one too, and a page whose watch is on its way', async () => {
    const left = () => 90;
    const { holder } = await fakeBatches([activeBatch('lock', 'Lock Device')]);
    expect([sinceInput(holder, left), sinceInput(noBatches(), left)]).toEqual([0, 90]);
    expect(sinceInput(noBatches(), undefined)).toBe(0);
  });

  it('S11 each call of a session says how long ago; existing back ends and calls before a login do not', async () => {
    const answer = () => ({ status: 'success', message: '', total_device: 1, device_today: 1, deenroll: 1 });
    const api = createFakeApi({ handlers: { homeData: answer, forgotPassword: () => ({ token: 'x' }) } });
    const client = api.client({ secondsSinceInput: () => 42 });
    await client.call(calls.homeData, {});
    await client.call(calls.forgotPassword, { email: 'a@example.com' });
    expect(api.requests.map(({ headers }) => headers['x-last-input'])).toEqual(['42', undefined]);
    const legacy = createFakeApi({ codec: 'legacy-cryptojs', handlers: { homeData: answer } });
    await legacy.client({ secondsSinceInput: () => 42 }).call(calls.homeData, {});
    expect(legacy.requests[0]?.headers).not.toHaveProperty('x-last-input');
  });
});

describe('S11 keeping a session that calls nothing', () => {
  function scene(codec: 'v1' | 'legacy-cryptojs' = 'v1') {
    const api = createFakeApi({ codec, handlers: { keepSession: () => ({ status: 'success', message: '' }) } });
    const clock = handClock();
    const every = jest.spyOn(clock, 'every');
    const given = { hasSession: true, since: 0 };
    keepSession({
      api: api.client(),
      clock,
      hasSession: () => given.hasSession,
      secondsSinceInput: () => given.since,
    });
    return { api, every, given, tick: () => clock.advance(5 * MINUTE) };
  }

  it('S11 tells the server every five minutes while somebody is there, and nothing else', async () => {
    const { api, every, given, tick } = scene();
    expect(every).toHaveBeenCalledWith(5 * MINUTE, expect.any(Function));
    given.since = 299;
    tick();
    given.since = 300;
    tick();
    given.hasSession = false;
    given.since = 0;
    tick();
    while (api.requestsOf('keepSession').length === 0) await new Promise((next) => setTimeout(next));
    expect(api.requestsOf('keepSession')).toHaveLength(1);
  });

  it('S11 D1a an existing back end is not asked', () => {
    expect(scene('legacy-cryptojs').every).not.toHaveBeenCalled();
  });
});
