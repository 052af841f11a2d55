import { dayRange, todayIn } from './time-zone.ts';

describe('days of a zone', () => {
  it.each([
    ['UTC', '2026-11-20', '2026-11-20', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
    ['Asia/Kolkata', '2026-11-20', '2026-11-20', '2026-11-19T18:30:00.000Z', '2026-11-20T18:30:00.000Z'],
    ['America/New_York', '2026-12-31', '2026-12-31', '2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-01-01', '2026-01-02', '2025-12-31T10:00:00.000Z', '2026-01-02T10:00:00.000Z'],
  ])('D3 turns days of %s into a UTC range', (zone, start, end, from, before) => {
    expect(dayRange(start, end, zone)).toEqual({ from, before });
  });

  it('D3 gives the days of a clock change their 23 and 25 hours', () => {
    expect(dayRange('2026-03-29', '2026-03-29', 'Europe/Berlin')).toEqual({ from: '2026-03-28T23:00:00.000Z', before: '2026-03-29T22:00:00.000Z' });
    expect(dayRange('2026-10-25', '2026-10-25', 'Europe/Berlin')).toEqual({ from: '2026-10-24T22:00:00.000Z', before: '2026-10-25T23:00:00.000Z' });
  });

  it('H1 knows the date of a zone', () => {
    const moment = new Date('2026-11-20T19:00:00Z');
    expect(todayIn(moment, 'UTC')).toBe('2026-11-20');
    expect(todayIn(moment, 'Asia/Kolkata')).toBe('2026-11-21');
  });
});
