import { type Session } from './index.ts';
import { watchExpiry, watchOtherTabs, type ClockPort, type StorageChange } from './host.ts';

const SECOND = 1000;
const start = Date.parse('2026-11-12T10:00:00Z');

function session(more: Partial<Session> = {}): Session {
  return {
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
}

/** A clock that moves only when told to. */
function handClock(): ClockPort & { at: number; tick(): void; wake(): void; listeners(): number } {
  const ticks = new Set<() => void>();
  const wakes = new Set<() => void>();
  const subscribe = (set: Set<() => void>, listener: () => void) => {
    set.add(listener);
    return () => set.delete(listener);
  };
  return {
    at: start,
    now() {
      return this.at;
    },
    every: (ms, tick) => {
      expect(ms).toBe(SECOND);
      return subscribe(ticks, tick);
    },
    onWake: (wake) => subscribe(wakes, wake),
    tick() {
      this.at += SECOND;
      for (const listener of ticks) listener();
    },
    wake() {
      for (const listener of wakes) listener();
    },
    listeners: () => ticks.size + wakes.size,
  };
}

function watched(more: Partial<Session> = {}) {
  const clock = handClock();
  const ticks: number[] = [];
  const onExpired = jest.fn();
  const stop = watchExpiry(session(more), { clock, onTick: (remaining) => ticks.push(remaining), onExpired });
  return { clock, ticks, onExpired, stop };
}

describe('S4 the expiry clock', () => {
  it('S4 logs out when the stored expiry passes, once, and stops', () => {
    const { clock, ticks, onExpired } = watched();
    for (let second = 1; second < 10; second += 1) clock.tick();
    expect(onExpired).not.toHaveBeenCalled();
    clock.tick();
    expect(onExpired).toHaveBeenCalledTimes(1);
    expect(ticks.map((remaining) => remaining / SECOND)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    clock.tick();
    expect([onExpired.mock.calls.length, clock.listeners()]).toEqual([1, 0]);
  });

  it('S4 notices at the first tick after sleep', () => {
    const { clock, onExpired } = watched();
    clock.at += 3_600_000;
    clock.tick();
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  it('S4 notices when a background tab becomes visible, before any tick', () => {
    const { clock, onExpired } = watched();
    clock.at += 60 * SECOND;
    clock.wake();
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  it('S4 a session that is over already ends at the start', () => {
    const { onExpired } = watched({ expiresAt: start });
    expect(onExpired).toHaveBeenCalledTimes(1);
  });

  it("D4 goes by the server's clock", () => {
    expect(watched({ clockOffset: 20 * SECOND }).onExpired).toHaveBeenCalledTimes(1);
    const slow = watched({ clockOffset: -20 * SECOND });
    for (let second = 0; second < 29; second += 1) slow.clock.tick();
    expect(slow.onExpired).not.toHaveBeenCalled();
    slow.clock.tick();
    expect(slow.onExpired).toHaveBeenCalledTimes(1);
  });

  it('S4 a watch that is stopped ends nothing', () => {
    const { clock, onExpired, stop } = watched();
    stop();
    for (let second = 0; second < 50; second += 1) clock.tick();
    expect([onExpired.mock.calls.length, clock.listeners()]).toEqual([0, 0]);
  });
});

describe('other tabs', () => {
  it('S6 S8 a session removed in another tab ends here, a new one is taken over, other keys say nothing', () => {
    const listeners = new Set<(change: StorageChange) => void>();
    const [onEnded, onReplaced] = [jest.fn(), jest.fn()];
    const stop = watchOtherTabs(
      {
        subscribe: (listener) => {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      { onEnded, onReplaced },
    );
    const send = (key: string | null, newValue: string | null) =>
      listeners.forEach((listener) => listener({ key, newValue }));
    send('userSessionExpiry', null);
    send('batch:lock', null);
    expect([onEnded.mock.calls.length, onReplaced.mock.calls.length]).toEqual([0, 0]);
    send('userSession', null);
    send(null, null);
    send('userSession', '{"payload":"v1.a","transactionId":"t"}');
    expect([onEnded.mock.calls.length, onReplaced.mock.calls.length]).toEqual([2, 1]);
    stop();
    expect(listeners.size).toBe(0);
  });
});
