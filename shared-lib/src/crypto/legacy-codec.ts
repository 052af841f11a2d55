// evpkdf takes MD5 from the namespace when it loads, but does not import it.
import 'crypto-js/md5.js';
import evpKdf from 'crypto-js/evpkdf.js';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { IV_LENGTH, KEY_LENGTH, type CipherSuite } from './cipher.ts';
import { EnvelopeError, jsonCodec, type EnvelopeCodec } from './envelope.ts';
import { concat, randomBytes, utf8Bytes, type Bytes } from './platform.ts';
import { fromWords, toWords } from './words.ts';

const HEAD = utf8Bytes('Salted__');
const SALT_LENGTH = 8;
const PREFIX_LENGTH = HEAD.length + SALT_LENGTH;

function isSalted(bytes: Bytes | null): bytes is Bytes {
  return bytes !== null && bytes.length > PREFIX_LENGTH && HEAD.every((byte, index) => bytes[index] === byte);
}

/**
 * Codec legacy-cryptojs (D1a): the format of `CryptoJS.AES.encrypt(json, passphrase).toString()`. It authenticates
 * nothing, and such back ends need not echo the transactionId, so `open` ignores it.
 */
export function createLegacyCodec(suite: CipherSuite, sharedKey: string): EnvelopeCodec {
  const passphrase = toWords(utf8Bytes(sharedKey));
  const keyAndIv = (salt: Bytes): readonly [key: Bytes, iv: Bytes] => {
    const derived = fromWords(
      evpKdf(passphrase, toWords(salt), { keySize: (KEY_LENGTH + IV_LENGTH) / 4, iterations: 1 }),
    );
    return [derived.slice(0, KEY_LENGTH), derived.slice(KEY_LENGTH)];
  };
  return jsonCodec({
    async seal(plain) {
      const salt = randomBytes(new Uint8Array(SALT_LENGTH));
      const sealed = await suite.encrypt(...keyAndIv(salt), plain);
      return encodeBase64(concat(HEAD, salt, sealed), 'standard');
    },

    async open({ payload }, context) {
      // PHP's chunk_split breaks base64 into lines.
      const bytes = decodeBase64(payload.replace(/\s+/g, ''), 'standard');
      if (!isSalted(bytes)) throw new EnvelopeError('malformed', context);
      const salt = bytes.slice(HEAD.length, PREFIX_LENGTH);
      const plain = await suite.decrypt(...keyAndIv(salt), bytes.slice(PREFIX_LENGTH));
      if (!plain) throw new EnvelopeError('not-authentic', context);
      return plain;
    },
  });
}
