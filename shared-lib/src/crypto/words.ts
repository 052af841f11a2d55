import CryptoJS from 'crypto-js/core.js';
import type { Bytes } from './platform.ts';

/** crypto-js keeps bytes in big-endian 32-bit words. */
type Words = CryptoJS.lib.WordArray;

/** Bytes as crypto-js takes them. Its own conversion takes those of another realm for words. */
export function toWords(bytes: Bytes): Words {
  const words = new Array<number>(Math.ceil(bytes.length / 4)).fill(0);
  for (let index = 0; index < bytes.length; index += 1) {
    const word = index >>> 2;
    words[word] = (words[word] ?? 0) | ((bytes[index] ?? 0) << (24 - (index % 4) * 8));
  }
  return CryptoJS.lib.WordArray.create(words, bytes.length);
}

/** The bytes of a word array. */
export function fromWords(words: Words): Bytes {
  const out = new Uint8Array(words.sigBytes);
  for (let index = 0; index < out.length; index += 1) {
    out[index] = ((words.words[index >>> 2] ?? 0) >>> (24 - (index % 4) * 8)) & 255;
  }
  return out;
}
