import { held } from '@device-console/shared-lib/testing';
import type { Operator } from '../releases/decide.ts';
import { registryEntry } from '../testing/test-registry.ts';
import type { FetchDocument } from '../common/fetch-document.ts';
import { DEVELOPMENT_KEY } from '@device-console/shared-lib/trust';
import { createOverride } from './override.ts';
import { answering, DEV_ORIGIN, developed, testPorts } from './test-override.ts';

const HOUR = 3_600_000;
const superadmin: Operator = { email: 'operator@example.com', userlevel: 'SUPERADMIN' };

interface Around {
  readonly ports?: ReturnType<typeof testPorts>;
  readonly operator?: Operator | null;
  readonly costs?: string | null;
}

function setUp({ ports = testPorts({}), operator = superadmin, costs = null }: Around = {}) {
  let who = operator;
  let isSending = false;
  const operatorListeners: (() => void)[] = [];
  const reload = jest.fn();
  const override = createOverride({
    ...ports,
    operator: () => who,
    onOperatorChange: (listener) => void operatorListeners.push(listener),
    guard: { isSending: () => isSending, reasonToStay: () => costs, reload },
  });
  const become = (next: Operator | null): void => {
    who = next;
    for (const listener of operatorListeners) listener();
  };
  return {
    override,
    ports,
    reload,
    become,
    status: () => override.getSnapshot().status,
    send: (sends: boolean) => {
      isSending = sends;
    },
  };
}

/** Checks what must remain after every end. */
const isGone = ({ stored, cookieNow }: ReturnType<typeof testPorts>): boolean =>
  !stored.has(DEVELOPMENT_KEY) && cookieNow() === null;

describe('a stored override', () => {
  it('is taken up by its owner: the dev server is asked, and what it declares is used', async () => {
    const { override, ports, status } = setUp();
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
    expect(ports.cookieNow()).toBe(DEV_ORIGIN);
  });

  it.each([
    ['nobody is logged in', testPorts({}), null],
    ['another superadmin is', testPorts({}), { ...superadmin, email: 'other@example.com' }],
    ['its owner is no superadmin any more', testPorts({}), { ...superadmin, userlevel: 'ADMIN' as const }],
    ['its time is up', testPorts({ until: Date.now() - 1 }), superadmin],
    ['it says more than eight hours', testPorts({ until: Date.now() + 9 * HOUR }), superadmin],
    ['it names a foreign origin', testPorts({ origin: 'http://evil.example' }), superadmin],
    ['there is none', testPorts(null), superadmin],
  ])('is ignored and removed, cookie and all, when %s', async (_when, ports, operator) => {
    const fetchDeclaration = jest.fn(ports.fetchDeclaration);
    const { override, reload, status } = setUp({ ports: { ...ports, fetchDeclaration }, operator });
    await override.settled;
    expect([status(), isGone(ports), fetchDeclaration.mock.calls, reload.mock.calls]).toEqual(['off', true, [], []]);
  });

  it("of a dev server that fails keeps the signed entry's screens, with the reason, and asks again", async () => {
    const answers = [answering(null)];
    const { override, status } = setUp({
      ports: testPorts({}, (...asked) => (answers.shift() ?? answering(developed))(...asked)),
    });
    await override.settled;
    const entry = registryEntry('mf-reports', []);
    expect(override.releaseAmong([entry])).toMatchObject({
      source: 'development',
      baseUrl: `${DEV_ORIGIN}/`,
      declaration: entry.declaration,
      fault: { failure: 'unreachable' },
    });
    expect(override.releaseAmong([])).toBeNull();
    await override.retry();
    expect(status()).toBe('on');
    await override.retry();
    expect(status()).toBe('on');
  });
});

describe('an override ends', () => {
  const ended = { status: 'over' };

  it('at its time, in an open page too', async () => {
    const { override, ports, reload } = setUp();
    await override.settled;
    ports.clock.advance(HOUR - 1);
    expect(override.getSnapshot()).toMatchObject({ status: 'on' });
    ports.clock.advance(1);
    expect(override.getSnapshot()).toMatchObject({ ...ended, why: 'time' });
    expect([isGone(ports), override.releaseAmong([]), reload.mock.calls.length]).toEqual([true, null, 1]);
  });

  it('at its time without a reload where that would cost something', async () => {
    const { override, ports, reload } = setUp({ costs: 'What you have typed would be lost.' });
    await override.settled;
    ports.clock.advance(HOUR);
    ports.clock.advance(HOUR);
    expect([override.getSnapshot().status, isGone(ports), reload.mock.calls]).toEqual(['over', true, []]);
  });

  it.each([
    ['at logout', null],
    ['for another account', { ...superadmin, email: 'other@example.com' }],
    ['for another role', { ...superadmin, userlevel: 'ADMIN' as const }],
  ])('%s, with a reload whatever it costs: no code of it stays in the page', async (_when, next) => {
    const { override, ports, reload, become } = setUp({ costs: 'What you have typed would be lost.' });
    await override.settled;
    become({ ...superadmin });
    expect(override.getSnapshot().status).toBe('on');
    become(next);
    expect(override.getSnapshot()).toMatchObject({ ...ended, why: 'session' });
    expect([isGone(ports), reload.mock.calls.length]).toEqual([true, 1]);
  });

  it('by the button, but not while a batch sends', async () => {
    const { override, ports, reload, send } = setUp();
    await override.settled;
    send(true);
    expect(override.end()).toMatch(/^A batch is running on this page/);
    expect([override.getSnapshot().status, isGone(ports), reload.mock.calls]).toEqual(['on', false, []]);
    send(false);
    expect(override.end()).toBeNull();
    expect([override.getSnapshot().status, isGone(ports), reload.mock.calls.length]).toEqual(['over', true, 1]);
  });

  it('when another tab has ended it, and leaves alone what that one has begun since', async () => {
    const { override, ports, reload } = setUp();
    await override.settled;
    ports.elsewhere(JSON.stringify({ id: 'mf-admin' }));
    expect(override.getSnapshot()).toMatchObject({ ...ended, why: 'other-tab' });
    expect([ports.stored.get(DEVELOPMENT_KEY), reload.mock.calls.length]).toEqual(['{"id":"mf-admin"}', 1]);
  });

  it('before the dev server has answered, whose answer then changes nothing', async () => {
    const gate = held<Awaited<ReturnType<FetchDocument>>>();
    const { override, ports, status } = setUp({ ports: testPorts({}, () => gate.promise) });
    ports.clock.advance(HOUR);
    gate.give({ ok: true, status: 200, json: async () => developed });
    await override.settled;
    expect(status()).toBe('over');
  });
});

describe('turning it on', () => {
  const request = { id: 'mf-reports', address: ' http://localhost:3401/ ', hours: 2 };

  it('stores who, what, from where and until when, sets the cookie and reloads the page; nothing runs before', () => {
    const ports = testPorts(null);
    const { override, reload, status } = setUp({ ports });
    expect(override.begin(request)).toBeNull();
    expect(JSON.parse(ports.stored.get(DEVELOPMENT_KEY) ?? '')).toEqual({
      id: 'mf-reports',
      origin: DEV_ORIGIN,
      email: superadmin.email,
      until: ports.clock.now() + 2 * HOUR,
    });
    expect([ports.cookieNow(), reload.mock.calls.length, status()]).toEqual([DEV_ORIGIN, 1, 'off']);
  });

  it.each([
    ['an address elsewhere', { address: 'http://evil.example' }, /^evil\.example is not this computer/],
    ['https', { address: 'https://localhost:3401' }, /^Dev servers are asked over http/],
    ['no name', { id: '' }, /^The name of a remote is/],
    ['nine hours', { hours: 9 }, 'It can last 8 hours at most.'],
    ['no time', { hours: 0 }, 'It can last 8 hours at most.'],
    ['no number', { hours: Number.NaN }, 'It can last 8 hours at most.'],
  ])('is refused for %s', (_what, more, reason) => {
    const ports = testPorts(null);
    const { override, reload } = setUp({ ports });
    expect(override.begin({ ...request, ...more })).toMatch(reason);
    expect([isGone(ports), reload.mock.calls]).toEqual([true, []]);
  });

  it('is refused to an ADMIN, and while a batch sends', () => {
    const ports = testPorts(null);
    expect(setUp({ ports, operator: { ...superadmin, userlevel: 'ADMIN' } }).override.begin(request)).toBe(
      'Only a superadmin can turn this on.',
    );
    const sending = setUp({ ports });
    sending.send(true);
    expect(sending.override.begin(request)).toMatch(/^A batch is running on this page/);
    expect(isGone(ports)).toBe(true);
  });

  it('a logout on a page that does not use it removes it all the same', () => {
    const ports = testPorts(null);
    const { become, override } = setUp({ ports });
    override.begin(request);
    become({ ...superadmin });
    expect(isGone(ports)).toBe(false);
    become(null);
    expect(isGone(ports)).toBe(true);
  });

  it('says so when the browser has no room for it', () => {
    const ports = testPorts(null);
    const full = {
      ...ports,
      storage: {
        ...ports.storage,
        setItem: () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
      },
    };
    expect(setUp({ ports: full }).override.begin(request)).toMatch(/^This browser has no room/);
  });
});
