import { formatClock, formatCount, formatDuration, formatTime } from './index.ts';

describe('formats', () => {
  it("D4 a server's time is shown in the operator's zone", () => {
    expect(formatTime('2026-03-04T05:06:07Z')).toBe(
      new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' }).format(
        Date.UTC(2026, 2, 4, 5, 6, 7),
      ),
    );
  });

  it.each([
    '',
    'yesterday',
    '0000-00-00 00:00:00',
    '03/04/2026 10:00',
    '20-11-2026 18:30:00',
    '2026-02-30',
    '1763650000',
  ])('D1a text that is no time (%j) is shown as it came', (text) => {
    expect(formatTime(text)).toBe(text);
  });

  it('D1a a date without a time is that date in every zone', () => {
    expect(formatTime('2026-03-04')).toBe(
      new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.UTC(2026, 2, 4)),
    );
  });

  it('the clock has seconds', () => {
    expect(formatClock(Date.UTC(2026, 0, 1, 12, 0, 1))).not.toBe(formatClock(Date.UTC(2026, 0, 1, 12, 0, 2)));
  });

  it('a count keeps every digit', () => {
    expect(formatCount(1_234_567).replace(/\D/g, '')).toBe('1234567');
  });

  it.each([
    [0, '0 s'],
    [-5, '0 s'],
    [499, '0 s'],
    [59_600, '1 min 0 s'],
    [125_000, '2 min 5 s'],
    [3_600_000, '1 h 0 min'],
    [90_061_000, '25 h 1 min'],
  ])('%d ms is %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });
});
