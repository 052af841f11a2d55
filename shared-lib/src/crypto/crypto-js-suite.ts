import AES from 'crypto-js/aes.js';
import CryptoJS from 'crypto-js/core.js';
import hmacSha256 from 'crypto-js/hmac-sha256.js';
import NoPadding from 'crypto-js/pad-nopadding.js';
import { IV_LENGTH, keyInfo, type CipherSuite } from './cipher.ts';
import { concat, utf8Bytes, type Bytes } from './platform.ts';
import { fromWords, toWords } from './words.ts';

const hmac = (key: Bytes, data: Bytes): Bytes => fromWords(hmacSha256(toWords(data), toWords(key)));

/** Compares in constant time. */
function sameBytes(left: Bytes, right: Bytes): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index += 1) difference |= (left[index] ?? 0) ^ (right[index] ?? 0);
  return difference === 0;
}

function pad(plain: Bytes): Bytes {
  const count = IV_LENGTH - (plain.length % IV_LENGTH);
  return concat(plain, new Uint8Array(count).fill(count));
}

function unpad(padded: Bytes): Bytes | null {
  const count = padded[padded.length - 1] ?? 0;
  if (count < 1 || count > IV_LENGTH) return null;
  const padding = padded.subarray(padded.length - count);
  return padding.every((byte) => byte === count) ? padded.slice(0, padded.length - count) : null;
}

const optionsOf = (iv: Bytes) => ({ iv: toWords(iv), padding: NoPadding });

/**
 * The cipher suite on crypto-js: for small bodies (D24a), and for all without a secure context (D9b). Synchronous
 * inside, so slow for large bodies.
 */
export const cryptoJsSuite: CipherSuite = {
  async deriveKeys(sharedKey) {
    const extracted = hmac(new Uint8Array(0), sharedKey);
    // Each key is exactly one block of HKDF's expansion.
    const derive = (info: string) => hmac(extracted, concat(utf8Bytes(info), Uint8Array.of(1)));
    return { encrypt: derive(keyInfo.encrypt), authenticate: derive(keyInfo.authenticate) };
  },

  encrypt: async (key, iv, plain) =>
    fromWords(AES.encrypt(toWords(pad(plain)), toWords(key), optionsOf(iv)).ciphertext),

  async decrypt(key, iv, sealed) {
    if (sealed.length === 0 || sealed.length % IV_LENGTH !== 0) return null;
    const params = CryptoJS.lib.CipherParams.create({ ciphertext: toWords(sealed) });
    return unpad(fromWords(AES.decrypt(params, toWords(key), optionsOf(iv))));
  },

  sign: async (key, data) => hmac(key, data),
  verify: async (key, data, mac) => sameBytes(hmac(key, data), mac),
};
