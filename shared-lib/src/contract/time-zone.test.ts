import { isTimeZone } from './time-zone.ts';

afterEach(() => jest.restoreAllMocks());

it.each([
  { name: 'UTC', expected: true },
  { name: 'Asia/Kolkata', expected: true },
  { name: 'Europe/Berlin', expected: true },
  { name: '', expected: false },
  { name: 'Calcutta time', expected: false },
  { name: 'Europe/Nowhere', expected: false },
])('D4 "$name" is a time zone: $expected', ({ name, expected }) => {
  expect(isTimeZone(name)).toBe(expected);
});

it('D4 UTC is one without a look at the tables of all zones, and a bug in them is not an unknown zone', () => {
  jest.spyOn(Intl, 'DateTimeFormat').mockImplementation(() => {
    throw new TypeError('a bug');
  });
  expect(isTimeZone('UTC')).toBe(true);
  expect(() => isTimeZone('Asia/Kolkata')).toThrow('a bug');
});
