import { createCipheriv, randomBytes } from 'node:crypto';
import { cipherTextInSlices } from './v1-codec.ts';
import { cryptoJsSuite } from './crypto-js-suite.ts';
import { platformSubtle, type PlatformSubtle } from './platform.ts';
import { webCryptoSuite } from './webcrypto-suite.ts';

const PIECE = 768 * 1024;
const key = new Uint8Array(randomBytes(32));
const iv = new Uint8Array(randomBytes(16));

describe.each([
  ['WebCrypto', webCryptoSuite(platformSubtle() as PlatformSubtle)],
  ['crypto-js', cryptoJsSuite],
])('D1 encrypted in pieces by %s', (_name, suite) => {
  it.each([0, 1, 15, 16, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 2 * PIECE + 17])(
    'are %i bytes what one encryption of all gives',
    async (length) => {
      const plain = new Uint8Array(randomBytes(length));
      const node = createCipheriv('aes-256-cbc', key, iv);
      const whole = Buffer.concat([node.update(plain), node.final()]).toString('base64url');
      // Compared separately: nobody reads a difference in a million characters.
      expect((await cipherTextInSlices(await suite.blockCipher(key), iv, plain)) === whole).toBe(true);
    },
  );
});
