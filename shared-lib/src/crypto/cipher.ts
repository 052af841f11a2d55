import type { Bytes } from './platform.ts';

/** The cryptography of the codecs, on WebCrypto or on crypto-js: AES-256-CBC and HMAC-SHA-256. */
export interface CipherSuite {
  /** The two 256-bit keys of v1: HKDF-SHA-256 over the shared key, with empty salt (D1). */
  deriveKeys(sharedKey: Bytes): Promise<{ readonly encrypt: Bytes; readonly authenticate: Bytes }>;
  encrypt(key: Bytes, iv: Bytes, plain: Bytes): Promise<Bytes>;
  /** Null if the padding is wrong. */
  decrypt(key: Bytes, iv: Bytes, sealed: Bytes): Promise<Bytes | null>;
  sign(key: Bytes, data: Bytes): Promise<Bytes>;
  /** Compares in constant time. */
  verify(key: Bytes, data: Bytes, mac: Bytes): Promise<boolean>;
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
