import type { Session } from './index.ts';
import { browserClock, browserTabs, watchExpiry, watchOtherTabs } from './host.ts';
import type { ExpiryWatch } from './watch.ts';

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
function watched(more: Partial<Session> = {}, ports: Pick<ExpiryWatch, 'measureOffset' | 'onOffset'> = {}) {
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
  return { onTick, onExpired, stop: watchExpiry(session, { clock: browserClock, onTick, onExpired, ...ports }) };
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

  describe('D4 a clock that leaps', () => {
    const HOUR = 3600 * SECOND;
    /** Sets this computer's clock, of which the server knows nothing, and lets a second pass. */
    async function leap(by: number, measured: number | null | undefined) {
      const ask = measured === undefined ? undefined : jest.fn(() => Promise.resolve(measured));
      const onOffset = jest.fn();
      const seen = watched({}, { measureOffset: ask, onOffset });
      sleep(by / SECOND);
      await jest.advanceTimersByTimeAsync(SECOND);
      return { ...seen, ask, onOffset };
    }

    it.each([9 * HOUR, -9 * HOUR])(
      'corrected by %d ms after the login it neither logs out nor prolongs',
      async (by) => {
        const { onExpired, onTick, onOffset, ask } = await leap(by, -by);
        expect(onExpired).not.toHaveBeenCalled();
        expect(onTick).toHaveBeenLastCalledWith(9 * SECOND);
        expect(onOffset.mock.calls).toEqual([[-by]]);
        await jest.advanceTimersByTimeAsync(8 * SECOND);
        expect(onExpired).not.toHaveBeenCalled();
        await jest.advanceTimersByTimeAsync(SECOND);
        expect(onExpired).toHaveBeenCalledTimes(1);
        expect(ask).toHaveBeenCalledTimes(1);
      },
    );

    it.each([
      ['after a sleep the server confirms the end', 0],
      ['without an answer the offset of the login stays', null],
      ['before an existing back end nobody is asked', undefined],
    ] as const)('S4 %s', async (_name, measured) => {
      const { onExpired } = await leap(HOUR, measured);
      expect(onExpired).toHaveBeenCalledTimes(1);
    });

    it('an ordinary end asks nobody', async () => {
      const measureOffset = jest.fn(() => Promise.resolve(0));
      const { onExpired } = watched({}, { measureOffset });
      await jest.advanceTimersByTimeAsync(10 * SECOND);
      expect(onExpired).toHaveBeenCalledTimes(1);
      expect(measureOffset).not.toHaveBeenCalled();
    });

    it('an answer after the watch was stopped changes nothing', async () => {
      let answer = (_offset: number): void => undefined;
      const measureOffset = () => new Promise<number>((resolve) => (answer = resolve));
      const onOffset = jest.fn();
      const { onExpired, stop } = watched({}, { measureOffset, onOffset });
      sleep(3600);
      await jest.advanceTimersByTimeAsync(SECOND);
      stop();
      answer(0);
      await jest.advanceTimersByTimeAsync(SECOND);
      expect([onExpired.mock.calls, onOffset.mock.calls]).toEqual([[], []]);
    });
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
