import type { CipherSuite } from './cipher.ts';

/** Most bytes that crypto-js processes: half a millisecond (ADR 0071). */
export const MOST_BYTES = 4096;

let cryptoJs: CipherSuite | undefined;

/** Fetches crypto-js; returns its cipher suite. */
export const loadCryptoJs = async (): Promise<CipherSuite> => (await import('./crypto-js-suite.ts')).cryptoJsSuite;

/**
 * Fetches crypto-js, which then processes small bodies on this page, for existing codecs too (D24a). Until then, and if
 * it cannot be fetched, WebCrypto does.
 */
export async function fetchCryptoJs(): Promise<void> {
  cryptoJs = await loadCryptoJs();
}

/** Made on first use. */
function bySize<Part>(native: CipherSuite, partOf: (suite: CipherSuite) => Promise<Part>) {
  let large: Promise<Part> | undefined;
  let small: Promise<Part> | undefined;
  return (bytes: number): Promise<Part> => {
    if (cryptoJs && bytes <= MOST_BYTES) return (small ??= partOf(cryptoJs));
    return (large ??= partOf(native));
  };
}

/** WebCrypto's suite, with crypto-js for small bodies once loaded; both make the same bytes (D1, D24a). */
export function sizedSuite(native: CipherSuite): CipherSuite {
  return {
    deriveKeys: native.deriveKeys,

    async blockCipher(key) {
      const cipherFor = bySize(native, (suite) => suite.blockCipher(key));
      return {
        encrypt: async (iv, plain) => (await cipherFor(plain.length)).encrypt(iv, plain),
        decrypt: async (iv, sealed) => (await cipherFor(sealed.length)).decrypt(iv, sealed),
      };
    },

    async authenticator(key) {
      const authenticatorFor = bySize(native, (suite) => suite.authenticator(key));
      return {
        sign: async (data) => (await authenticatorFor(data.length)).sign(data),
        verify: async (data, mac) => (await authenticatorFor(data.length)).verify(data, mac),
      };
    },
  };
}
