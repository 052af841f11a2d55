import { pageClock, Slices } from '../async/index.ts';
import { encodeBase64 } from './base64.ts';
import { IV_LENGTH, type BlockCipher } from './cipher.ts';
import type { Bytes } from './platform.ts';

/**
 * Bytes that are encrypted at once: a browser copies them first, which of many holds the page up. Whole blocks of the
 * cipher and whole groups of base64, so that the pieces put together are what one encryption of all would give.
 */
const PIECE = 16 * 1024 * (3 * IV_LENGTH);

/**
 * The base64url text of what AES-256-CBC makes of `plain`, in slices. The last block of a piece is the initialisation
 * vector of the next one, as cipher block chaining has it; only the last piece keeps its padding.
 */
export async function cipherTextInSlices(cipher: BlockCipher, iv: Bytes, plain: Bytes): Promise<string> {
  const slices = new Slices(pageClock);
  let text = '';
  let vector = iv;
  let start = 0;
  for (; plain.length - start > PIECE; start += PIECE) {
    const sealed = (await cipher.encrypt(vector, plain.subarray(start, start + PIECE))).subarray(0, PIECE);
    text += encodeBase64(sealed, 'url');
    vector = sealed.slice(-IV_LENGTH);
    await slices.pauseIfOver();
  }
  return text + encodeBase64(await cipher.encrypt(vector, plain.subarray(start)), 'url');
}
