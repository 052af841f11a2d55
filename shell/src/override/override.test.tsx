import { held } from '@device-console/shared-lib/testing';
import { DEVELOPMENT_KEY } from '@device-console/shared-lib/trust';
import type { Operator } from '../releases/decide.ts';
import { answerFetch, away, served } from '../testing/answer-fetch.ts';
import { handClock } from '../testing/hand-clock.ts';
import { registryEntry } from '../testing/test-registry.ts';
import { createOverride } from './override.ts';
import { DEV_ORIGIN, developed, isGone, overrideText, storedText } from './test-override.ts';

const HOUR = 3_600_000;
const superadmin: Operator = { email: 'operator@example.com', userlevel: 'SUPERADMIN' };

/** A browser that stores an override with these differences; null for none. */
function setUp(stored: object | null = {}, operator: Operator | null = superadmin, costs: string | null = null) {
  let who = operator;
  const operatorListeners: (() => void)[] = [];
  const reload = jest.fn();
  const clock = handClock();
  if (stored) localStorage.setItem(DEVELOPMENT_KEY, overrideText(clock, stored));
  const override = createOverride({
    clock,
    operator: () => who,
    onOperatorChange: (listener) => void operatorListeners.push(listener),
    guard: { isSending: () => false, reasonToStay: () => costs, reload },
  });
  const become = (next: Operator | null): void => {
    who = next;
    for (const listener of operatorListeners) listener();
  };
  return {
    override,
    clock,
    reload,
    become,
    status: () => override.getSnapshot().status,
  };
}

beforeEach(() => {
  localStorage.clear();
  document.cookie = 'console-development=left';
  answerFetch(served(developed));
});

describe('a stored override', () => {
  it('is taken up by its owner: the dev server is asked, and what it declares is used', async () => {
    const { override, status } = setUp();
    expect(status()).toBe('asking');
    expect(override.releaseAmong([])).toBeNull();
    await override.settled;
    expect(status()).toBe('on');
    expect(override.releaseAmong([])).toEqual({
      id: 'mf-reports',
      sequence: 0,
      baseUrl: `${DEV_ORIGIN}/`,
      publishedAt: '',
      declaration: developed,
      source: 'development',
      keyId: null,
    });
    expect(document.cookie).toBe('console-development=localhost:3401');
  });

  it.each([
    ['nobody is logged in', {}, null],
    ['another superadmin is', {}, { ...superadmin, email: 'other@example.com' }],
    ['its time is up', { until: Date.now() - 1 }, superadmin],
    ['there is none', null, superadmin],
  ])('is ignored and removed, cookie and all, when %s', async (_when, stored, operator) => {
    const fetched = answerFetch(away);
    const { override, reload, status } = setUp(stored, operator);
    await override.settled;
    expect([status(), isGone(), fetched.mock.calls, reload.mock.calls]).toEqual(['off', true, [], []]);
  });

  it("of a dev server that fails keeps the signed entry's screens, with the reason, and asks again", async () => {
    answerFetch(away);
    const { override, status } = setUp();
    await override.settled;
    const entry = registryEntry('mf-reports', []);
    expect(override.releaseAmong([entry])).toMatchObject({
      source: 'development',
      baseUrl: `${DEV_ORIGIN}/`,
      declaration: entry.declaration,
      fault: { failure: 'unreachable' },
    });
    expect(override.releaseAmong([])).toBeNull();
    answerFetch(served(developed));
    await override.retry();
    expect(status()).toBe('on');
    await override.retry();
    expect(status()).toBe('on');
  });

  it('lets files below its one address run without a hash, from the answer until its end', async () => {
    const { override } = setUp();
    const may = () =>
      ['http://localhost:3401/e.js', 'http://localhost:34010/e.js', 'https://localhost:3401/e.js'].map(
        override.mayRunUnsigned,
      );
    expect(may()).toEqual([false, false, false]);
    await override.settled;
    expect(may()).toEqual([true, false, false]);
    override.end();
    expect(may()).toEqual([false, false, false]);
  });
});

describe('an override ends', () => {
  const ended = { status: 'over' };

  it('at its time, in an open page too', async () => {
    const { override, clock, reload } = setUp();
    await override.settled;
    clock.advance(HOUR - 1);
    expect(override.getSnapshot()).toMatchObject({ status: 'on' });
    clock.advance(1);
    expect(override.getSnapshot()).toMatchObject({ ...ended, why: 'time' });
    expect([isGone(), override.releaseAmong([]), reload.mock.calls.length]).toEqual([true, null, 1]);
  });

  it.each([
    ['at logout', null],
    ['for another account', { ...superadmin, email: 'other@example.com' }],
    ['for another role', { ...superadmin, userlevel: 'ADMIN' as const }],
  ])('%s, with a reload whatever it costs: no code of it stays in the page', async (_when, next) => {
    const { override, reload, become } = setUp({}, superadmin, 'What you have typed would be lost.');
    await override.settled;
    become({ ...superadmin });
    expect(override.getSnapshot().status).toBe('on');
    become(next);
    expect(override.getSnapshot()).toMatchObject({ ...ended, why: 'session' });
    expect([isGone(), reload.mock.calls.length]).toEqual([true, 1]);
  });

  it('when another tab has ended it, and leaves alone what that one has begun since', async () => {
    const { override, reload } = setUp();
    await override.settled;
    localStorage.setItem(DEVELOPMENT_KEY, '{"id":"mf-admin"}');
    window.dispatchEvent(new StorageEvent('storage'));
    expect(override.getSnapshot()).toMatchObject({ ...ended, why: 'other-tab' });
    expect([storedText(), reload.mock.calls.length]).toEqual(['{"id":"mf-admin"}', 1]);
  });

  it('before the dev server has answered, whose answer then changes nothing', async () => {
    const gate = held();
    answerFetch((...asked) => gate.promise.then(() => served(developed)(...asked)));
    const { override, clock, status } = setUp();
    clock.advance(HOUR);
    gate.give();
    await override.settled;
    expect(status()).toBe('over');
  });
});

describe('turning it on', () => {
  const request = { id: 'mf-reports', address: ' http://localhost:3401/ ', hours: 2 };

  it.each([
    ['https', { address: 'https://localhost:3401' }, /^Dev servers are asked over http/],
    ['no name', { id: '' }, /^The name of a remote is/],
    ['nine hours', { hours: 9 }, 'It can last 8 hours at most.'],
    ['no time', { hours: 0 }, 'It can last 8 hours at most.'],
    ['no number', { hours: Number.NaN }, 'It can last 8 hours at most.'],
  ])('is refused for %s', (_what, more, reason) => {
    const { override, reload } = setUp(null);
    expect(override.begin({ ...request, ...more })).toMatch(reason);
    expect([isGone(), reload.mock.calls]).toEqual([true, []]);
  });

  it('is refused to an ADMIN', () => {
    const { override } = setUp(null, { ...superadmin, userlevel: 'ADMIN' });
    expect(override.begin(request)).toBe('Only a superadmin can turn this on.');
    expect(isGone()).toBe(true);
  });

  it('a logout on a page that does not use it removes it all the same', () => {
    const { become, override } = setUp(null);
    override.begin(request);
    become({ ...superadmin });
    expect(isGone()).toBe(false);
    become(null);
    expect(isGone()).toBe(true);
  });

  it('says so when the browser has no room for it', () => {
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(setUp(null).override.begin(request)).toMatch(/^This browser has no room/);
    full.mockRestore();
  });
});
