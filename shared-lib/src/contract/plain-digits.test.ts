import { plainDigits } from './plain-digits.ts';

/** Zero of each script with digits of its own, by name. */
const scripts = {
  Arabic: 0x0660,
  Persian: 0x06f0,
  Devanagari: 0x0966,
  Bengali: 0x09e6,
  Gurmukhi: 0x0a66,
  Gujarati: 0x0ae6,
  Tamil: 0x0be6,
  Telugu: 0x0c66,
  Kannada: 0x0ce6,
  Thai: 0x0e50,
  'full-width': 0xff10,
  'bold mathematical': 0x1d7ce,
  'monospace mathematical': 0x1d7f6,
};

it.each(Object.entries(scripts))('D10 reads %s digits', (_name, zero) => {
  const digits = Array.from({ length: 10 }, (_, value) => String.fromCodePoint(zero + value)).join('');
  expect(plainDigits(`IMEI ${digits}`)).toBe('IMEI 0123456789');
});

it('D10 knows the value of every decimal digit of Unicode', () => {
  const all = Array.from({ length: 0x11_0000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /\p{Nd}/u.test(character));
  expect(all.length).toBeGreaterThan(600);
  expect(plainDigits(all.join(''))).toBe('0123456789'.repeat(all.length / 10));
});

it.each([
  ['left-to-right mark', '\u200e'],
  ['right-to-left mark', '\u200f'],
  ['override', '\u202d'],
  ['pop directional formatting', '\u202c'],
  ['isolate', '\u2066'],
  ['end of an isolate', '\u2069'],
  ['Arabic letter mark', '\u061c'],
  ['zero-width space', '\u200b'],
  ['zero-width joiner', '\u200d'],
  ['word joiner', '\u2060'],
  ['byte order mark', '\ufeff'],
  ['soft hyphen', '\u00ad'],
  ['grapheme joiner', '\u034f'],
  ['Hangul filler', '\u3164'],
  ['tag', '\u{e0031}'],
  ['NUL', '\0'],
  ["end of a DOS file's text", '\u001a'],
  ['delete', '\u007f'],
  ['control of C1', '\u0081'],
])('D10 takes away a mark that nobody sees: %s', (_name, mark) => {
  expect(plainDigits(`${mark}35${mark}6${mark}`)).toBe('356');
});

it.each(['35 6', '35\u00a06', '35\t6', '35\n6', '35-6', '35‑6', '३ ५'])('D10 leaves what separates: %j', (text) => {
  expect(plainDigits(text)).toHaveLength(text.length);
});
