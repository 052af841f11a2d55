import { textPieces } from '../async/index.ts';
import { utf8BytesInSlices } from './v1-codec.ts';

it.each([
  ['a short text', 'Grüße'],
  ['a long one', `${'x'.repeat(128 * 1024 - 1)}\u{1F600}${'ü'.repeat(300_000)}`],
])('are the bytes that the platform makes at once: %s', async (_name, text) => {
  expect(Buffer.from(await utf8BytesInSlices(textPieces(text))).equals(Buffer.from(text, 'utf8'))).toBe(true);
});

it('are made with turns for others in between', async () => {
  let turns = 0;
  const making = utf8BytesInSlices(textPieces('x'.repeat(12_000_000)));
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await making;
  clearImmediate(next);
  expect(turns).toBeGreaterThan(2);
});
