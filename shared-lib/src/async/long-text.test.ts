import { blobInSlices, isLongText, textPieces } from './long-text.ts';

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
