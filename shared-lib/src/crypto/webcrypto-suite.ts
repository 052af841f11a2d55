import { KEY_LENGTH, keyInfo, type CipherSuite } from './cipher.ts';
import { utf8Bytes, type Bytes, type PlatformSubtle } from './platform.ts';

type KeyUse = 'encrypt' | 'decrypt' | 'sign' | 'verify';

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

/** By name, because a worker's or a test's DOMException need not be an Error of this realm. */
function isOperationError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'name' in error && error.name === 'OperationError';
}

/** The cipher suite on WebCrypto (D1). It imports a key once. */
export function webCryptoSuite(subtle: PlatformSubtle): CipherSuite {
  const imported = new WeakMap<Bytes, ReturnType<PlatformSubtle['importKey']>>();
  const keyOf = (bytes: Bytes, algorithm: 'AES-CBC' | typeof HMAC, usages: KeyUse[]) => {
    const key = imported.get(bytes) ?? subtle.importKey('raw', bytes, algorithm, false, usages);
    imported.set(bytes, key);
    return key;
  };
  const cipherKey = (bytes: Bytes) => keyOf(bytes, 'AES-CBC', ['encrypt', 'decrypt']);
  const macKey = (bytes: Bytes) => keyOf(bytes, HMAC, ['sign', 'verify']);
  return {
    async deriveKeys(sharedKey) {
      const base = await subtle.importKey('raw', sharedKey, 'HKDF', false, ['deriveBits']);
      const derive = async (info: string): Promise<Bytes> => {
        const algorithm = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info: utf8Bytes(info) };
        return new Uint8Array(await subtle.deriveBits(algorithm, base, KEY_LENGTH * 8));
      };
      return { encrypt: await derive(keyInfo.encrypt), authenticate: await derive(keyInfo.authenticate) };
    },

    encrypt: async (key, iv, plain) =>
      new Uint8Array(await subtle.encrypt({ name: 'AES-CBC', iv }, await cipherKey(key), plain)),

    async decrypt(key, iv, sealed) {
      try {
        return new Uint8Array(await subtle.decrypt({ name: 'AES-CBC', iv }, await cipherKey(key), sealed));
      } catch (error) {
        // The standard's error for wrong padding or length; anything else is a fault of the platform.
        if (isOperationError(error)) return null;
        throw error;
      }
    },

    sign: async (key, data) => new Uint8Array(await subtle.sign('HMAC', await macKey(key), data)),
    verify: async (key, data, mac) => subtle.verify('HMAC', await macKey(key), mac, data),
  };
}
