import { act, screen } from '@testing-library/react';
import { formatClock, formatTime } from '@device-console/shared-lib/console';
import { renderConsole } from '@device-console/shared-lib/testing';
import { SessionClock } from './session-clock.tsx';

const EXPIRY = '2031-05-06T07:08:00.000Z';

beforeEach(() => {
  jest.useFakeTimers({
    now: Date.parse('2031-05-05T10:00:00Z'),
    doNotFake: [
      'setTimeout',
      'clearTimeout',
      'setImmediate',
      'clearImmediate',
      'queueMicrotask',
      'nextTick',
      'performance',
    ],
  });
});

afterEach(() => {
  jest.useRealTimers();
});

describe('SessionClock', () => {
  it('S5 says when the login expires, and shows a live date and time', async () => {
    await renderConsole(<SessionClock />, { session: { expiry: EXPIRY } });
    expect(screen.getByText(`login access expires on ${formatTime(EXPIRY)}`)).toBeInTheDocument();
    const clock = screen.getByText(formatClock(Date.now()));
    expect(clock).toHaveAttribute('datetime', new Date().toISOString());
    act(() => jest.advanceTimersByTime(2_000));
    expect(clock).toHaveTextContent(formatClock(Date.parse('2031-05-05T10:00:02Z')));
    expect(screen.queryByText(/without use/)).not.toBeInTheDocument();
  });

  it('S5 S11 says after how long without use the login ends too, where it does', async () => {
    await renderConsole(<SessionClock />, { session: { expiry: EXPIRY, idle_minutes: 30 } });
    expect(
      screen.getByText(`login access expires on ${formatTime(EXPIRY)} or after 30 min without use`),
    ).toBeInTheDocument();
    expect(screen.getByText(/^Login until .* · 30 min idle$/)).toBeInTheDocument();
  });

  it("D4 the expiry is shown on this computer's clock, and the clock stops with the page", async () => {
    const { unmount } = await renderConsole(<SessionClock />, { session: { expiry: EXPIRY } });
    expect(jest.getTimerCount()).toBe(1);
    unmount();
    expect(jest.getTimerCount()).toBe(0);
  });
});
