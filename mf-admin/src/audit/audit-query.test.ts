import { bodyOf, queryForToday } from './audit-query.ts';

const at = (...date: [number, number, number, number, number]) => new Date(...date).getTime();

describe('what the audit is searched for', () => {
  it("has no field for what does not select, and names the operator's zone", () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expect(bodyOf(queryForToday(at(2026, 10, 20, 12, 0)))).toEqual({
      startdate: '2026-11-20',
      enddate: '2026-11-20',
      timezone: timeZone,
    });
  });
});
