import CryptoJS from 'crypto-js/core.js';
import 'crypto-js/lib-typedarrays.js';
import type { Bytes } from './platform.ts';

/** crypto-js keeps bytes in big-endian 32-bit words. */
type Words = CryptoJS.lib.WordArray;

/** Bytes as crypto-js takes them. */
export const toWords = (bytes: Bytes): Words => CryptoJS.lib.WordArray.create(bytes);

/** The bytes of a word array. */
export function fromWords(words: Words): Bytes {
  const out = new Uint8Array(words.sigBytes);
  for (let index = 0; index < out.length; index += 1) {
    out[index] = ((words.words[index >>> 2] ?? 0) >>> (24 - (index % 4) * 8)) & 255;
  }
  return out;
}
