import fc from 'fast-check';
import { holdsLongText, jsonPieces } from './json-pieces.ts';

const LONG = 128 * 1024;
const whole = (pieces: Iterable<string>): string => [...pieces].join('');

it('are the JSON of the object, whatever its fields are', () => {
  const field = fc.oneof(fc.jsonValue(), fc.string({ unit: 'binary' }), fc.constant(undefined));
  fc.assert(
    fc.property(fc.dictionary(fc.string(), field), (value) => {
      expect(whole(jsonPieces(value))).toBe(JSON.stringify(value));
    }),
  );
});

it('are the JSON of a long text too, with quotes, pairs and halves of pairs where it is divided', () => {
  for (const unit of ['"', '\\', '\n', '\u{1F600}', '\ud83d', '\ude00', 'ü']) {
    for (const shift of ['', 'x']) {
      const value = { list: shift + unit.repeat(LONG + 3), after: 1 };
      expect(whole(jsonPieces(value))).toBe(JSON.stringify(value));
    }
  }
});

it('are many of a long text, and none of them is long', () => {
  const pieces = [...jsonPieces({ list: 'x'.repeat(5 * LONG) })];
  expect(pieces.length).toBeGreaterThan(5);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(LONG + 1);
});

it.each([
  ['a long field', { list: 'x'.repeat(LONG + 1) }, true],
  ['short fields', { list: 'x', rows: 3 }, false],
  ['a list', ['x'.repeat(LONG + 1)], false],
  ['a text', 'x'.repeat(LONG + 1), false],
  ['nothing', null, false],
])('are for objects with a long text: %s', (_name, value, expected) => {
  expect(holdsLongText(value)).toBe(expected);
});
