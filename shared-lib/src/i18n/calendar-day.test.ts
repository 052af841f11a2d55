import { calendarDay } from './calendar-day.ts';

describe("the operator's calendar day", () => {
  it.each([
    ['2026-11-20T18:29:59.999Z', 'Asia/Kolkata', '2026-11-20'],
    ['2026-11-20T18:30:00.000Z', 'Asia/Kolkata', '2026-11-21'],
    ['2026-11-20T23:59:59.999Z', 'UTC', '2026-11-20'],
    ['2026-11-21T00:00:00.000Z', 'UTC', '2026-11-21'],
    ['2026-11-21T04:59:59.999Z', 'America/New_York', '2026-11-20'],
    ['2026-11-21T05:00:00.000Z', 'America/New_York', '2026-11-21'],
    ['2026-12-31T10:00:00.000Z', 'Pacific/Kiritimati', '2027-01-01'],
    ['2028-02-29T12:00:00.000Z', 'UTC', '2028-02-29'],
    ['2026-03-29T00:59:59.000Z', 'Europe/London', '2026-03-29'],
    ['2026-10-24T23:00:00.000Z', 'Europe/London', '2026-10-25'],
  ])('T2 at %s in %s is %s', (moment, zone, day) => {
    expect(calendarDay(Date.parse(moment), zone)).toBe(day);
  });

  it('T2 is that of the computer where no zone is given', () => {
    const moment = new Date(2026, 10, 20, 23, 59, 59, 999).getTime();
    expect([calendarDay(moment), calendarDay(moment + 1)]).toEqual(['2026-11-20', '2026-11-21']);
  });
});
