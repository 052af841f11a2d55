import type { EnvelopeContext } from '@device-console/shared-lib/crypto';
import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const IV_BYTES = 16;
/** Three bytes are four characters of base64, so pieces of this size encode to the same text as the whole. */
const BASE64_GROUP = 3;

export type StreamSealer = ReturnType<typeof createStreamSealer>;

/** Encodes bytes in pieces. */
function createBase64Writer() {
  let rest: Buffer = Buffer.alloc(0);
  return {
    write(bytes: Buffer): string {
      const joined = Buffer.concat([rest, bytes]);
      const whole = joined.length - (joined.length % BASE64_GROUP);
      rest = joined.subarray(whole);
      return joined.toString('base64url', 0, whole);
    },
    end: (bytes: Buffer): string => Buffer.concat([rest, bytes]).toString('base64url'),
  };
}

/** Seals a text while it is made: an answer of any length needs the memory of one piece. */
export function createStreamSealer(sharedKey: string) {
  const keyOf = (use: string) => Buffer.from(hkdfSync('sha256', sharedKey, '', `device-console v1 ${use}`, KEY_BYTES));
  const encryptKey = keyOf('encrypt');
  const authenticateKey = keyOf('authenticate');
  return {
    /** In pieces; joined, they are what codec v1 would send for the same text (D1). */
    async *seal(
      text: AsyncIterable<string>,
      { direction, method, path, transactionId }: EnvelopeContext,
    ): AsyncGenerator<string> {
      const iv = randomBytes(IV_BYTES);
      const ivText = iv.toString('base64url');
      const cipher = createCipheriv('aes-256-cbc', encryptKey, iv);
      const mac = createHmac('sha256', authenticateKey).update(
        `v1|${direction}|${method} ${path}|${transactionId}|${ivText}|`,
      );
      const base64 = createBase64Writer();
      const authenticated = (encoded: string) => {
        mac.update(encoded);
        return encoded;
      };
      yield `{"payload":"v1.${ivText}.`;
      for await (const piece of text) yield authenticated(base64.write(cipher.update(piece, 'utf8')));
      yield authenticated(base64.end(cipher.final()));
      yield `.${mac.digest('base64url')}","transactionId":${JSON.stringify(transactionId)}}`;
    },
  };
}
