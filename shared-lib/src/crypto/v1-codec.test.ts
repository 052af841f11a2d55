import { createCipheriv, randomBytes } from 'node:crypto';
import { utf8BytesInSlices } from './envelope.ts';
import { cipherTextInSlices } from './v1-codec.ts';
import { cryptoJsSuite } from './crypto-js-suite.ts';
import { webCryptoSuite } from './webcrypto-suite.ts';
import { textPieces } from '../async/index.ts';

const PIECE = 768 * 1024;
const key = new Uint8Array(randomBytes(32));
const iv = new Uint8Array(randomBytes(16));

describe.each([
  ['WebCrypto', webCryptoSuite(crypto.subtle)],
  ['crypto-js', cryptoJsSuite],
])('D1 encrypted in pieces by %s', (_name, suite) => {
  it.each([0, 1, 15, 16, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 2 * PIECE + 17])(
    'are %i bytes what one encryption of all gives',
    async (length) => {
      const plain = new Uint8Array(randomBytes(length));
      const node = createCipheriv('aes-256-cbc', key, iv);
      const whole = Buffer.concat([node.update(plain), node.final()]).toString('base64url');
      // Compared separately: nobody reads a difference in a million characters.
      expect((await cipherTextInSlices(suite, key, iv, plain)) === whole).toBe(true);
    },
  );
});

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
