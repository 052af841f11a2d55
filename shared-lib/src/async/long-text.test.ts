import fc from 'fast-check';
import { blobInSlices, holdsLongText, isLongText, jsonPieces, textPieces } from './long-text.ts';

const PIECE = 128 * 1024;
const smile = '\u{1F600}';

describe('a long text', () => {
  it('begins beyond one piece', () => {
    expect(isLongText('a'.repeat(PIECE))).toBe(false);
    expect(isLongText('a'.repeat(PIECE + 1))).toBe(true);
  });

  it.each([
    ['nothing', '', []],
    ['one piece', 'a'.repeat(PIECE), [PIECE]],
    ['a little more', 'a'.repeat(PIECE + 1), [PIECE, 1]],
    ['a character at the border', 'a'.repeat(PIECE - 1) + smile + 'b', [PIECE + 1, 1]],
    ['a character that ends there', 'a'.repeat(PIECE - 2) + smile + 'b', [PIECE, 1]],
    ['half a character at the end', 'a'.repeat(PIECE - 1) + smile.charAt(0), [PIECE]],
  ])('is divided between characters: %s', (_name, text, lengths) => {
    const pieces = [...textPieces(text)];
    expect(pieces.map(({ length }) => length)).toEqual(lengths);
    expect(pieces.join('')).toBe(text);
  });

  it('becomes a blob of the same text and of the type asked for', async () => {
    const text = `${'a'.repeat(PIECE - 1)}${smile}${'ü'.repeat(3 * PIECE)}`;
    const blob = await blobInSlices(textPieces(text), 'application/json');
    expect(blob.type).toBe('application/json');
    expect(await blob.text()).toBe(text);
  });
});

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
