import { BusinessError } from '../errors/expected-errors.ts';
import { isoAfter, isoTime } from './clock.ts';
import { dayRange, todayIn } from './time-zone.ts';

it.each([
  ['UTC', '2026-11-20', '2026-11-20', '2026-11-20T00:00:00.000Z', '2026-11-21T00:00:00.000Z'],
  ['Asia/Kolkata', '2026-11-20', '2026-11-20', '2026-11-19T18:30:00.000Z', '2026-11-20T18:30:00.000Z'],
  ['America/New_York', '2026-12-31', '2026-12-31', '2026-12-31T05:00:00.000Z', '2027-01-01T05:00:00.000Z'],
  ['America/Santiago', '2026-09-06', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T03:00:00.000Z'],
  ['America/Havana', '2026-11-01', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01', '2026-01-02', '2025-12-31T10:00:00.000Z', '2026-01-02T10:00:00.000Z'],
])('D3 turns days of %s, also where midnight is skipped or twice, into a UTC range: %s to %s', (zone, ...range) => {
  const [start, end, from, before] = range;
  expect(dayRange(start, end, zone)).toEqual({ from, before });
});

it.each([
  'America/Santiago',
  'Africa/Cairo',
  'America/Havana',
  'Asia/Beirut',
  'America/Los_Angeles',
  'Europe/Berlin',
  'Australia/Lord_Howe',
])('D3 leaves no moment of a year between two days and counts none twice, also where clocks change: %s', (zone) => {
  const days = Array.from({ length: 365 }, (_, day) => isoTime(new Date(Date.UTC(2026, 0, 1 + day))).slice(0, 10));
  const ranges = days.map((day) => dayRange(day, day, zone));
  expect(ranges.slice(1).map(({ from }) => from)).toEqual(ranges.slice(0, -1).map(({ before }) => before));
  for (const [index, { from, before }] of ranges.entries()) {
    const ends = [from, isoAfter(new Date(before), -1)].map((moment) => todayIn(new Date(moment), zone));
    expect(ends).toEqual([days[index], days[index]]);
    expect(todayIn(new Date(before), zone)).not.toBe(days[index]);
  }
});

it.each([
  ['0000-01-01', '2026-11-20'],
  ['1899-12-31', '2026-11-20'],
  ['2026-11-01', '3000-01-01'],
  ['2026-11-01', '9999-12-31'],
  ['2026-02-31', '2026-11-20'],
])('W7 D3 refuses in words the days from %s to %s, which no calendar or no clock has', (start, end) => {
  for (const zone of ['UTC', 'Asia/Kolkata', 'America/Santiago'])
    expect(() => dayRange(start, end, zone)).toThrow(BusinessError);
});

it.each([
  ['1900-01-01', '1900-01-01', '1900-01-01T00:00:00.000Z', '1900-01-02T00:00:00.000Z'],
  ['2999-12-31', '2999-12-31', '2999-12-31T00:00:00.000Z', '3000-01-01T00:00:00.000Z'],
])('D3 takes the first and the last day that there may be: %s', (start, end, from, before) => {
  expect(dayRange(start, end, 'UTC')).toEqual({ from, before });
});

it.each(['Asia/Nowhere', ''])('W7 D3 refuses in words the zone "%s", which is none', (zone) => {
  const told = `"${zone}" is not a time zone. Send an IANA name such as Asia/Kolkata.`;
  expect(() => dayRange('2026-11-20', '2026-11-20', zone)).toThrow(told);
  expect(() => todayIn(new Date(), zone)).toThrow(told);
});
