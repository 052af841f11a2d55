import type { Session } from './index.ts';
import { browserClock, browserTabs, watchExpiry, watchOtherTabs } from './host.ts';

const SECOND = 1000;
const start = Date.parse('2026-11-12T10:00:00Z');

beforeEach(() => {
  jest.useFakeTimers({ now: start });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const pass = (seconds: number) => jest.advanceTimersByTime(seconds * SECOND);

/** Time passes and nothing ticks. */
const sleep = (seconds: number) => jest.setSystemTime(Date.now() + seconds * SECOND);

function turn(visibility: DocumentVisibilityState): void {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange'));
}

/** A session of ten seconds. */
function watched(more: Partial<Session> = {}) {
  const session: Session = {
    id: '7',
    token: 't',
    email: 'operator@example.com',
    userlevel: 'ADMIN',
    permissions: [],
    retailerPhone: '',
    clientof: '',
    expiresAt: start + 10 * SECOND,
    expiry: '2026-11-12T10:00:10Z',
    idleMinutes: null,
    clockOffset: 0,
    ...more,
  };
  const onTick = jest.fn();
  const onExpired = jest.fn();
  return { onTick, onExpired, stop: watchExpiry(session, { clock: browserClock(), onTick, onExpired }) };
}

describe('S4 the expiry clock', () => {
  it('S4 logs out when the stored expiry passes, once, and stops', () => {
    const { onTick, onExpired } = watched();
    pass(9);
    expect(onExpired).not.toHaveBeenCalled();
    pass(1);
    expect(onExpired).toHaveBeenCalledTimes(1);
    expect(onTick.mock.calls.flat()).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((second) => second * SECOND));
    pass(50);
    turn('visible');
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  it('S4 notices at the first tick after sleep', () => {
    const { onExpired } = watched();
    sleep(3600);
    pass(1);
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  it('S4 notices when a background tab becomes visible, before any tick', () => {
    const { onExpired } = watched();
    sleep(60);
    turn('hidden');
    expect(onExpired).not.toHaveBeenCalled();
    turn('visible');
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  it('S4 a session that is over already ends at the start', () => {
    expect(watched({ expiresAt: start }).onExpired).toHaveBeenCalledTimes(1);
  });

  it("D4 goes by the server's clock", () => {
    expect(watched({ clockOffset: 20 * SECOND }).onExpired).toHaveBeenCalledTimes(1);
    const slow = watched({ clockOffset: -20 * SECOND });
    expect(slow.onTick).toHaveBeenCalledWith(30 * SECOND);
    pass(29);
    expect(slow.onExpired).not.toHaveBeenCalled();
    pass(1);
    expect(slow.onExpired).toHaveBeenCalledTimes(1);
  });

  it('S4 a watch that is stopped ends nothing', () => {
    const { onTick, onExpired, stop } = watched();
    stop();
    pass(50);
    turn('visible');
    expect([onTick.mock.calls.length, onExpired.mock.calls.length]).toEqual([1, 0]);
  });
});

it('S6 S8 a session removed in another tab ends here, a new one is taken over, other keys say nothing', () => {
  const [onEnded, onReplaced] = [jest.fn(), jest.fn()];
  const stop = watchOtherTabs(browserTabs(), { onEnded, onReplaced });
  const send = (key: string | null, newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
  const calls = () => [onEnded.mock.calls.length, onReplaced.mock.calls.length];
  send('userSessionExpiry', null);
  send('batch:lock', null);
  expect(calls()).toEqual([0, 0]);
  send('userSession', null);
  send(null, null);
  send('userSession', '{"payload":"v1.a","transactionId":"t"}');
  expect(calls()).toEqual([2, 1]);
  stop();
  send('userSession', null);
  expect(calls()).toEqual([2, 1]);
});
