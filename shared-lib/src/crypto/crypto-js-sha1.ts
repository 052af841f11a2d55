import sha1 from 'crypto-js/sha1.js';
import type { Bytes } from './platform.ts';
import { fromWords, toWords } from './words.ts';

/** SHA-1 on crypto-js, for UUIDs v5 where the page is no secure context (D9b). */
export function sha1ByCryptoJs(data: Bytes): Bytes {
  return fromWords(sha1(toWords(data)));
}
