import { base64, base64url } from '@scure/base';
import type { Bytes } from './platform.ts';

/** `url` is base64url without padding, as v1 writes it; `standard` has padding, as crypto-js writes it. */
export type Base64Alphabet = 'url' | 'standard';

function unpadded(text: string): string {
  const padding = text.indexOf('=', text.length - 2);
  return padding === -1 ? text : text.slice(0, padding);
}

/** Base64 text of bytes, by the engine's own encoder if it has one; linear, so 20 MB are fine. */
export function encodeBase64(bytes: Bytes, alphabet: Base64Alphabet): string {
  return alphabet === 'standard' ? base64.encode(bytes) : unpadded(base64url.encode(bytes));
}

/** The bytes of base64 text, or null if not of that alphabet; padding may be missing. */
export function decodeBase64(text: string, alphabet: Base64Alphabet): Bytes | null {
  const codec = alphabet === 'standard' ? base64 : base64url;
  const padded = text.padEnd(Math.ceil(text.length / 4) * 4, '=');
  try {
    return new Uint8Array(codec.decode(padded));
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}
