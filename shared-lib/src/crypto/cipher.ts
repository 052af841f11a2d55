import type { Bytes } from './platform.ts';

/** The two 256-bit keys of v1, derived from the shared key (D1). */
interface EnvelopeKeys {
  readonly encrypt: Bytes;
  readonly authenticate: Bytes;
}

export interface BlockCipher {
  encrypt(iv: Bytes, plain: Bytes): Promise<Bytes>;
  /** Null if the padding is wrong. */
  decrypt(iv: Bytes, sealed: Bytes): Promise<Bytes | null>;
}

interface Authenticator {
  sign(data: Bytes): Promise<Bytes>;
  /** Compares in constant time. */
  verify(data: Bytes, mac: Bytes): Promise<boolean>;
}

/** The cryptography of the codecs; one implementation for WebCrypto, one for crypto-js. */
export interface CipherSuite {
  /** HKDF-SHA-256 with empty salt (D1). */
  deriveKeys(sharedKey: Bytes): Promise<EnvelopeKeys>;
  blockCipher(key: Bytes): Promise<BlockCipher>;
  authenticator(key: Bytes): Promise<Authenticator>;
}

/** The `info` texts of the two derivations (D1). */
export const keyInfo = {
  encrypt: 'device-console v1 encrypt',
  authenticate: 'device-console v1 authenticate',
} as const;

/** Length of an initialisation vector, in bytes. */
export const IV_LENGTH = 16;

/** Length of a key and of a MAC, in bytes. */
export const KEY_LENGTH = 32;
