import { textPieces, pageClock, Slices } from '../async/index.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { IV_LENGTH, KEY_LENGTH, type CipherSuite } from './cipher.ts';
import { EnvelopeError, jsonCodec, utf8BytesInSlices, type EnvelopeCodec, type EnvelopeContext } from './envelope.ts';
import { randomBytes, utf8Bytes, type Bytes } from './platform.ts';

/**
 * Bytes encrypted at once: a browser copies them first, and many would block the page. Whole cipher blocks and whole
 * base64 groups, so that the joined pieces equal one encryption of all.
 */
const PIECE = 16 * 1024 * (3 * IV_LENGTH);

/**
 * The base64url text of AES-256-CBC over `plain`, in slices. The last block of a piece is the initialisation vector of
 * the next, as in cipher block chaining; only the last piece keeps its padding.
 */
export async function cipherTextInSlices(suite: CipherSuite, key: Bytes, iv: Bytes, plain: Bytes): Promise<string> {
  const slices = new Slices(pageClock);
  let text = '';
  let vector = iv;
  let start = 0;
  for (; plain.length - start > PIECE; start += PIECE) {
    const sealed = (await suite.encrypt(key, vector, plain.subarray(start, start + PIECE))).subarray(0, PIECE);
    text += encodeBase64(sealed, 'url');
    vector = sealed.slice(-IV_LENGTH);
    await slices.pauseIfOver();
  }
  return text + encodeBase64(await suite.encrypt(key, vector, plain.subarray(start)), 'url');
}

interface SealedParts {
  readonly ivText: string;
  readonly cipherText: string;
  readonly iv: Bytes;
  readonly mac: Bytes;
}

function authenticatedBytes(context: EnvelopeContext, ivText: string, cipherText: string): Promise<Bytes> {
  const { direction, method, path, transactionId } = context;
  return utf8BytesInSlices(textPieces(`v1|${direction}|${method} ${path}|${transactionId}|${ivText}|${cipherText}`));
}

/** Bytes of v1's only spelling of the text, or null: no second spelling of the same bytes is accepted. */
function canonicalBytes(text: string, length: number): Bytes | null {
  const bytes = decodeBase64(text, 'url');
  return bytes?.length === length && encodeBase64(bytes, 'url') === text ? bytes : null;
}

function splitPayload(payload: string): SealedParts | null {
  const [version, ivText, cipherText, macText, ...rest] = payload.split('.');
  if (version !== 'v1' || !ivText || !cipherText || !macText || rest.length > 0) return null;
  const iv = canonicalBytes(ivText, IV_LENGTH);
  const mac = canonicalBytes(macText, KEY_LENGTH);
  return iv && mac ? { ivText, cipherText, iv, mac } : null;
}

/** Codec v1 (D1): AES-256-CBC, then HMAC-SHA-256 over context, IV and ciphertext. `random` gives the IVs. */
export async function createV1Codec(
  suite: CipherSuite,
  sharedKey: string,
  random: (target: Bytes) => Bytes = randomBytes,
): Promise<EnvelopeCodec> {
  const keys = await suite.deriveKeys(utf8Bytes(sharedKey));
  return jsonCodec({
    async seal(plain, context) {
      const iv = random(new Uint8Array(IV_LENGTH));
      const ivText = encodeBase64(iv, 'url');
      const cipherText = await cipherTextInSlices(suite, keys.encrypt, iv, plain);
      const mac = await suite.sign(keys.authenticate, await authenticatedBytes(context, ivText, cipherText));
      return `v1.${ivText}.${cipherText}.${encodeBase64(mac, 'url')}`;
    },

    async open(sealed, context) {
      if (sealed.transactionId !== context.transactionId) throw new EnvelopeError('wrong-transaction', context);
      const parts = splitPayload(sealed.payload);
      if (!parts) throw new EnvelopeError('malformed', context);
      const { ivText, cipherText, iv, mac } = parts;
      const authenticated = await authenticatedBytes(context, ivText, cipherText);
      const verifying = suite.verify(keys.authenticate, authenticated, mac);
      // Only decoding runs during the check; nothing is decrypted before it ends.
      const bytes = decodeBase64(cipherText, 'url');
      if (!(await verifying)) throw new EnvelopeError('not-authentic', context);
      const plain = bytes && (await suite.decrypt(keys.encrypt, iv, bytes));
      if (!plain) throw new EnvelopeError('malformed', context);
      return plain;
    },
  });
}
