import { knowsTimeZone, ownTimeZone, timeZoneInWords } from './own-time-zone.ts';

/** The browser names this zone as its own. */
function browserNames(timeZone: string | undefined): void {
  const real = new Intl.DateTimeFormat().resolvedOptions();
  jest
    .spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
    .mockReturnValue({ ...real, timeZone } as Intl.ResolvedDateTimeFormatOptions);
}

afterEach(() => jest.restoreAllMocks());

it.each([
  ['Asia/Calcutta', 'Asia/Calcutta', true],
  ['UTC', 'UTC', true],
  ['Etc/Unknown', 'UTC', false],
  ['', 'UTC', false],
  [undefined, 'UTC', false],
])('D3 a browser that names %s as its zone has days of %s', (named, zone, isKnown) => {
  browserNames(named);
  expect([ownTimeZone(), knowsTimeZone()]).toEqual([zone, isKnown]);
});

it.each([
  ['Asia/Calcutta', 'India Standard Time'],
  ['America/New_York', 'Eastern Time'],
  ['UTC', 'UTC'],
])('D3 %s is called %s', (zone, words) => {
  expect(timeZoneInWords(zone)).toBe(words);
});

it('D3 a zone for which the browser has no words is called by its name', () => {
  jest.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts').mockReturnValue([{ type: 'literal', value: 'at' }]);
  expect(timeZoneInWords('Asia/Calcutta')).toBe('Asia/Calcutta');
});
