import { KEY_LENGTH, keyInfo, type CipherSuite } from './cipher.ts';
import { utf8Bytes, type Bytes, type PlatformSubtle } from './platform.ts';

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

/** By name, because a worker's or a test's DOMException need not be an Error of this realm. */
function isOperationError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'OperationError';
}

/** The cipher suite on WebCrypto (D1). */
export function webCryptoSuite(subtle: PlatformSubtle): CipherSuite {
  return {
    async deriveKeys(sharedKey) {
      const base = await subtle.importKey('raw', sharedKey, 'HKDF', false, ['deriveBits']);
      const derive = async (info: string): Promise<Bytes> => {
        const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: utf8Bytes(info) };
        return new Uint8Array(await subtle.deriveBits(algorithm, base, KEY_LENGTH * 8));
      };
      return { encrypt: await derive(keyInfo.encrypt), authenticate: await derive(keyInfo.authenticate) };
    },

    async blockCipher(bytes) {
      const key = await subtle.importKey('raw', bytes, 'AES-CBC', false, ['encrypt', 'decrypt']);
      return {
        encrypt: async (iv, plain) => new Uint8Array(await subtle.encrypt({ name: 'AES-CBC', iv }, key, plain)),
        async decrypt(iv, sealed) {
          try {
            return new Uint8Array(await subtle.decrypt({ name: 'AES-CBC', iv }, key, sealed));
          } catch (error) {
            // The standard's error for wrong padding or length; anything else is a fault of the platform.
            if (isOperationError(error)) return null;
            throw error;
          }
        },
      };
    },

    async authenticator(bytes) {
      const key = await subtle.importKey('raw', bytes, HMAC, false, ['sign', 'verify']);
      return {
        sign: async (data) => new Uint8Array(await subtle.sign('HMAC', key, data)),
        verify: (data, mac) => subtle.verify('HMAC', key, mac, data),
      };
    },
  };
}
