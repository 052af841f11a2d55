import type { CipherSuite } from './cipher.ts';
import type { EnvelopeCodec, EnvelopeEngine } from './envelope.ts';
import { platformSubtle } from './platform.ts';
import { loadCryptoJs, sizedSuite } from './sized-suite.ts';
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
