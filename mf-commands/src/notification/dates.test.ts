import { dateRule, dayFits, dayNumber, writtenDay } from './notification-draft.ts';

describe('days', () => {
  it('T2 is written DD/MM/YYYY, and counted YYYYMMDD', () => {
    expect([writtenDay('2026-02-01'), dayNumber('2026-02-01')]).toEqual(['01/02/2026', 20260201]);
  });
});

describe('dates of the templates', () => {
  const today = '2026-03-01';

  it('T2 Due is today and closed, Pre from today on, Post up to today', () => {
    expect(dateRule('Due', today)).toEqual({ min: today, max: today, isToday: true });
    expect(dateRule('Pre', today)).toEqual({ min: today, isToday: false });
    expect(dateRule('Post', today)).toEqual({ max: today, isToday: false });
    expect(dateRule(undefined, today)).toEqual({ isToday: false });
  });

  it.each([
    ['Pre', '2026-02-28', false],
    ['Pre', '2026-03-01', true],
    ['Pre', '2027-01-01', true],
    ['Due', '2026-02-28', false],
    ['Due', '2026-03-01', true],
    ['Due', '2026-03-02', false],
    ['Post', '2026-02-28', true],
    ['Post', '2026-03-01', true],
    ['Post', '2026-03-02', false],
    ['Post', '2025-12-31', true],
  ] as const)('T2 %s on %s: %s', (template, day, fits) => {
    expect(dayFits(template, day, today)).toBe(fits);
  });
});
