import { quickRanges, rangeOfFragment, rangeProblems, todayRange, writtenRange } from './date-range-fields.tsx';

const at = (...date: [number, number, number, number, number]) => new Date(...date).getTime();
const range = (title: string, now: number) => quickRanges.find((quick) => quick.title === title)?.at(now);

describe('a range of days', () => {
  it.each([
    [at(2026, 10, 20, 0, 0), '2026-11-20', '2026-11-14', '2026-11-01'],
    [at(2026, 10, 20, 23, 59), '2026-11-20', '2026-11-14', '2026-11-01'],
    [at(2026, 2, 3, 12, 0), '2026-03-03', '2026-02-25', '2026-03-01'],
    [at(2027, 0, 1, 1, 0), '2027-01-01', '2026-12-26', '2027-01-01'],
    [at(2028, 2, 1, 1, 0), '2028-03-01', '2028-02-24', '2028-03-01'],
  ])("D3 quick ranges count days of the operator's own zone: %d", (now, today, sevenDaysAgo, first) => {
    expect(todayRange(now)).toEqual({ start: today, end: today });
    expect(range('Today', now)).toEqual({ start: today, end: today });
    expect(range('7 days', now)).toEqual({ start: sevenDaysAgo, end: today });
    expect(range('This month', now)).toEqual({ start: first, end: today });
  });

  it.each([
    ['Asia/Kolkata', ['2026-12-01', '2026-11-30', '2026-11-25', '2026-11-02', '2026-12-01', '2026-11-01']],
    ['America/New_York', ['2026-11-30', '2026-11-29', '2026-11-24', '2026-11-01', '2026-11-01', '2026-10-01']],
  ])('D3 D1a days are those of another zone where one is given: %s', (zone, starts) => {
    expect(quickRanges.map((quick) => quick.at(Date.UTC(2026, 10, 30, 23), zone).start)).toEqual(starts);
  });

  it.each([
    [at(2026, 2, 1, 0, 0), '2026-02-28', '2026-02-01', '2026-02-28', '2026-01-31'],
    [at(2028, 2, 31, 23, 59), '2028-03-30', '2028-02-01', '2028-02-29', '2028-03-02'],
    [at(2027, 0, 1, 1, 0), '2026-12-31', '2026-12-01', '2026-12-31', '2026-12-03'],
  ])('D3 yesterday, the last month and 30 days end where months do: %d', (now, yesterday, first, last, thirty) => {
    expect(range('Yesterday', now)).toEqual({ start: yesterday, end: yesterday });
    expect(range('Last month', now)).toEqual({ start: first, end: last });
    expect(range('30 days', now)?.start).toBe(thirty);
  });

  it.each([
    ['#start=2026-11-01&end=2026-11-20', { start: '2026-11-01', end: '2026-11-20' }],
    ['#imei=356938030000005&range=last-month', { start: '2026-10-01', end: '2026-10-31' }],
    ['#range=yesterday', { start: '2026-11-19', end: '2026-11-19' }],
    ['#range=ever', null],
    ['#start=2026-11-20&end=2026-11-01', null],
    ['#start=2026-02-30&end=2026-03-01', null],
    ['#start=2026-11-01', null],
    ['', null],
  ])('D3 the fragment %s names its range, or none', (fragment, named) => {
    expect(rangeOfFragment(fragment, at(2026, 10, 20, 12, 0))).toEqual(named);
  });

  it('is written with both days, or the one', () => {
    expect(writtenRange({ start: '2026-11-01', end: '2026-11-20' })).toBe('1 Nov 2026 to 20 Nov 2026');
    expect(writtenRange({ start: '2026-11-20', end: '2026-11-20' })).toBe('20 Nov 2026');
    expect(writtenRange({ start: '', end: '2026-11-20' })).toBe('20 Nov 2026');
  });

  it('R1 refuses an end before the start, and a missing day', () => {
    const [missing, early] = ['Please choose a date.', 'End date cannot be prior to start date'];
    expect(rangeProblems({ start: '2026-11-20', end: '2026-11-19' })).toEqual({ end: early });
    expect(rangeProblems({ start: '2026-11-20', end: '2026-11-20' })).toEqual({});
    expect(rangeProblems({ start: '', end: '2026-11-20' })).toEqual({ start: missing });
    expect(rangeProblems({ start: '', end: '' })).toEqual({ start: missing, end: missing });
  });
});
