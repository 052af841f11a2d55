import type { CipherSuite } from './cipher.ts';
import type { EnvelopeCodec, EnvelopeEngine } from './envelope.ts';
import { platformSubtle } from './platform.ts';
import { createV1Codec } from './v1-codec.ts';
import { webCryptoSuite } from './webcrypto-suite.ts';

/** What {@link createEnvelopeCodec} needs. `engine` is WebCrypto where the page has it, else crypto-js (D9b). */
export interface EnvelopeCodecOptions {
  readonly codec: 'v1' | 'legacy-cryptojs';
  readonly sharedKey: string;
  readonly engine?: EnvelopeEngine | undefined;
}

async function suiteOf(engine: EnvelopeEngine): Promise<CipherSuite> {
  // crypto-js is large: it comes only to pages that need it.
  if (engine === 'crypto-js') return (await import('./crypto-js-suite.ts')).cryptoJsSuite;
  const subtle = platformSubtle();
  if (!subtle)
    throw new Error('The envelope engine "webcrypto" needs https or localhost; use engine "crypto-js" on plain http.');
  return webCryptoSuite(subtle);
}

/**
 * Makes the codec that config.json names (D1, D1a). Throws for an empty shared key and for WebCrypto outside a secure
 * context.
 */
export async function createEnvelopeCodec(options: EnvelopeCodecOptions): Promise<EnvelopeCodec> {
  const { codec, sharedKey, engine = platformSubtle() ? 'webcrypto' : 'crypto-js' } = options;
  if (sharedKey === '')
    throw new Error('The shared key is empty; set sharedKey in config.json, or SHARED_KEY for the server.');
  const suite = await suiteOf(engine);
  if (codec === 'v1') return createV1Codec(suite, sharedKey);
  return (await import('./legacy-codec.ts')).createLegacyCodec(suite, sharedKey);
}
