import type { CipherSuite } from './cipher.ts';
import type { EnvelopeCodec, EnvelopeEngine } from './envelope.ts';
import { platformSubtle, type Bytes } from './platform.ts';
import { createV1Codec } from './v1-codec.ts';
import { webCryptoSuite } from './webcrypto-suite.ts';

/**
 * Options of {@link createEnvelopeCodec}. Without an `engine`: WebCrypto if the page has it, with crypto-js for small
 * bodies (D24a), else crypto-js alone (D9b).
 */
export interface EnvelopeCodecOptions {
  readonly codec: 'v1' | 'legacy-cryptojs';
  readonly sharedKey: string;
  readonly engine?: EnvelopeEngine | undefined;
}

async function suiteOf(engine: EnvelopeEngine | undefined): Promise<CipherSuite> {
  const subtle = platformSubtle();
  if (engine === 'crypto-js' || (!engine && !subtle)) return loadCryptoJs();
  if (!subtle)
    throw new Error('The envelope engine "webcrypto" needs https or localhost; use engine "crypto-js" on plain http.');
  return engine ? webCryptoSuite(subtle) : sizedSuite(webCryptoSuite(subtle));
}

/** Makes the codec that config.json names (D1, D1a). Throws without a key, or without WebCrypto if that is required. */
export async function createEnvelopeCodec(options: EnvelopeCodecOptions): Promise<EnvelopeCodec> {
  const { codec, sharedKey, engine } = options;
  if (sharedKey === '')
    throw new Error('The shared key is empty; set sharedKey in config.json, or SHARED_KEY for the server.');
  const suite = await suiteOf(engine);
  if (codec === 'v1') return createV1Codec(suite, sharedKey);
  return (await import('./legacy-codec.ts')).createLegacyCodec(suite, sharedKey);
}

/** Most bytes that crypto-js processes: half a millisecond (ADR 0071). */
export const MOST_BYTES = 4096;

let cryptoJs: CipherSuite | undefined;

/** Fetches crypto-js; returns its cipher suite. */
const loadCryptoJs = async (): Promise<CipherSuite> => (await import('./crypto-js-suite.ts')).cryptoJsSuite;

/**
 * Fetches crypto-js, which then processes small bodies on this page, for existing codecs too (D24a). Until then, and if
 * it cannot be fetched, WebCrypto does.
 */
export async function fetchCryptoJs(): Promise<void> {
  cryptoJs = await loadCryptoJs();
}

/** WebCrypto's suite, with crypto-js for small bodies once loaded; both make the same bytes (D1, D24a). */
export function sizedSuite(native: CipherSuite): CipherSuite {
  const suiteFor = ({ length }: Bytes): CipherSuite => (cryptoJs && length <= MOST_BYTES ? cryptoJs : native);
  return {
    deriveKeys: native.deriveKeys,
    encrypt: (key, iv, plain) => suiteFor(plain).encrypt(key, iv, plain),
    decrypt: (key, iv, sealed) => suiteFor(sealed).decrypt(key, iv, sealed),
    sign: (key, data) => suiteFor(data).sign(key, data),
    verify: (key, data, mac) => suiteFor(data).verify(key, data, mac),
  };
}
