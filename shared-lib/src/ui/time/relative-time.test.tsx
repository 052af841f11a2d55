import { act, render, screen } from '@testing-library/react';
import { RelativeTime, exactTime, relativeTime } from './relative-time.tsx';

const MINUTE = 60_000;
const now = Date.parse('2026-11-22T12:00:00Z');

describe('relativeTime', () => {
  it.each([
    [0, 'just now'],
    [-MINUTE, 'just now'],
    [59_999, 'just now'],
    [MINUTE, '1 min ago'],
    [59 * MINUTE, '59 min ago'],
    [60 * MINUTE, '1 h ago'],
    [23.9 * 60 * MINUTE, '23 h ago'],
    [24 * 60 * MINUTE, '1 day ago'],
    [29 * 24 * 60 * MINUTE, '29 days ago'],
  ])('%d ms ago is told as %s', (passed, words) => {
    expect(relativeTime(now - passed, now)).toBe(words);
  });

  it('what is long ago or lies ahead is told by its date', () => {
    expect(relativeTime(now - 31 * 24 * 60 * MINUTE, now)).toMatch(/2026/);
    expect(relativeTime(now + 10 * MINUTE, now)).toBe(exactTime(now + 10 * MINUTE));
  });
});

describe('RelativeTime', () => {
  beforeEach(() => jest.useFakeTimers({ now }));
  afterEach(() => jest.useRealTimers());

  it('tells the exact time to assistive tools and to the pointer', () => {
    render(<RelativeTime moment={now - 120 * MINUTE} />);
    const time = screen.getByRole('time');
    expect(time).toHaveAttribute('datetime', '2026-11-22T10:00:00.000Z');
    expect(time).toHaveAttribute('title', exactTime(now - 120 * MINUTE));
    expect(time).toHaveTextContent(`2 h ago (${exactTime(now - 120 * MINUTE)})`);
  });

  it('goes on by itself, as long as it is shown', () => {
    const { unmount } = render(<RelativeTime moment={now} />);
    expect(screen.getByText('just now')).toBeInTheDocument();
    act(() => jest.advanceTimersByTime(3 * MINUTE));
    expect(screen.getByText('3 min ago')).toBeInTheDocument();
    unmount();
    expect(jest.getTimerCount()).toBe(0);
  });
});
