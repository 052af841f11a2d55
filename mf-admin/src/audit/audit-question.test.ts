import { bodyOf, questionOfToday, quickRanges, rangeProblems } from './audit-question.ts';

const at = (...date: [number, number, number, number, number]) => new Date(...date).getTime();
const range = (title: string, now: number) => quickRanges.find((quick) => quick.title === title)?.at(now);

describe('what the audit is searched for', () => {
  it.each([
    [at(2026, 10, 20, 0, 0), '2026-11-20', '2026-11-14'],
    [at(2026, 10, 20, 23, 59), '2026-11-20', '2026-11-14'],
    [at(2027, 0, 1, 1, 0), '2027-01-01', '2026-12-26'],
    [at(2028, 2, 1, 1, 0), '2028-03-01', '2028-02-24'],
  ])('D3 quick ranges count days of the operator\'s own zone: %d', (now, day, sixBefore) => {
    expect(range('Today', now)).toEqual({ start: day, end: day });
    expect(range('7 days', now)).toEqual({ start: sixBefore, end: day });
  });

  it('D3 has no field for what does not select, and names the operator\'s zone', () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expect(bodyOf(questionOfToday(at(2026, 10, 20, 12, 0)))).toEqual({ startdate: '2026-11-20', enddate: '2026-11-20', timezone: timeZone });
  });

  it('refuses an end before the start, and a missing day', () => {
    expect(rangeProblems({ start: '2026-11-20', end: '2026-11-19' })).toEqual({ end: 'End date cannot be prior to start date' });
    expect(rangeProblems({ start: '', end: '' })).toEqual({ start: 'Please choose a date.', end: 'Please choose a date.' });
    expect(rangeProblems({ start: '2026-11-20', end: '2026-11-20' })).toEqual({});
  });
});
