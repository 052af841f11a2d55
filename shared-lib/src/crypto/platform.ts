/** Bytes that are never on a shared buffer. */
export type Bytes = Uint8Array<ArrayBuffer>;

export type PlatformSubtle = typeof globalThis.crypto.subtle;

/** WebCrypto, undefined outside a secure context (D9b); read at each call, as tests and workers differ. */
export const platformSubtle = (): PlatformSubtle | undefined => globalThis.crypto.subtle;

/** Fills and returns `target` with secure random bytes. */
export const randomBytes = (target: Bytes): Bytes => globalThis.crypto.getRandomValues(target);

/** UTF-8 bytes of a text. */
export const utf8Bytes = (text: string): Bytes => new TextEncoder().encode(text);

/** The text of UTF-8 bytes; throws TypeError if they are not UTF-8. */
export const utf8Text = (bytes: Bytes): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);

/** Joins bytes. */
export function concat(...parts: readonly Bytes[]): Bytes {
  const out = new Uint8Array(parts.reduce((total, part) => total + part.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
