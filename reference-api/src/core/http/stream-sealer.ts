import type { EnvelopeContext } from '@device-console/shared-lib/crypto';
import { createCipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const KEY_BYTES = 32;
const IV_BYTES = 16;

export type StreamSealer = ReturnType<typeof createStreamSealer>;

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
      const authenticated = (encoded: string) => {
        mac.update(encoded);
        return encoded;
      };
      yield `{"payload":"v1.${ivText}.`;
      for await (const piece of text) yield authenticated(cipher.update(piece, 'utf8', 'base64url'));
      yield authenticated(cipher.final('base64url'));
      yield `.${mac.digest('base64url')}","transactionId":${JSON.stringify(transactionId)}}`;
    },
  };
}
