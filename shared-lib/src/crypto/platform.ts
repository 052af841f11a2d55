/** Bytes as this folder passes them: never on a shared buffer. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** An imported WebCrypto key; opaque to this code. */
interface PlatformKey {
  readonly type: string;
}

/** The part of SubtleCrypto that the envelope uses, typed without the DOM. */
export interface PlatformSubtle {
  importKey(
    format: 'raw',
    key: Bytes,
    algorithm: string | object,
    extractable: boolean,
    usages: readonly string[],
  ): Promise<PlatformKey>;
  deriveBits(algorithm: object, key: PlatformKey, length: number): Promise<ArrayBuffer>;
  encrypt(algorithm: object, key: PlatformKey, data: Bytes): Promise<ArrayBuffer>;
  decrypt(algorithm: object, key: PlatformKey, data: Bytes): Promise<ArrayBuffer>;
  sign(algorithm: string, key: PlatformKey, data: Bytes): Promise<ArrayBuffer>;
  verify(algorithm: string, key: PlatformKey, signature: Bytes, data: Bytes): Promise<boolean>;
  digest(algorithm: string, data: Bytes): Promise<ArrayBuffer>;
}

interface PlatformCrypto {
  readonly subtle?: PlatformSubtle | undefined;
  readonly randomUUID?: (() => string) | undefined;
  getRandomValues(target: Bytes): Bytes;
}

interface Base64Bytes {
  readonly fromBase64?: ((text: string, options: { alphabet: string }) => Bytes) | undefined;
}

interface Platform {
  readonly crypto?: PlatformCrypto | undefined;
  readonly Uint8Array: Base64Bytes;
  readonly TextEncoder: new () => { encode(text: string): Bytes };
  readonly TextDecoder: new (
    label: string,
    options?: { fatal?: boolean; ignoreBOM?: boolean },
  ) => { decode(bytes: Bytes): string };
}

function platform(): Platform {
  const scope: unknown = globalThis;
  return scope as Platform;
}

/**
 * WebCrypto's subtle part, or undefined outside a secure context (D9b). Read at each call, because tests and workers
 * differ.
 */
export function platformSubtle(): PlatformSubtle | undefined {
  return platform().crypto?.subtle;
}

/** The platform's own UUID v4, or undefined outside a secure context (D9b). */
export function platformUuid(): string | undefined {
  return platform().crypto?.randomUUID?.();
}

/** Native base64 decoding where the engine has it; undefined where it has not. */
export function nativeFromBase64(): Base64Bytes['fromBase64'] {
  return platform().Uint8Array.fromBase64?.bind(Uint8Array);
}

/** The engine's own base64url without padding or padded base64; undefined where it has none. */
export function nativeToBase64(bytes: Bytes, alphabet: 'base64url' | 'base64'): string | undefined {
  const encoder: { readonly toBase64?: ((options: { alphabet: string; omitPadding: boolean }) => string) | undefined } =
    bytes as object;
  return encoder.toBase64?.({ alphabet, omitPadding: alphabet === 'base64url' });
}

/** Fills and returns `target` with secure random bytes. Throws where the platform has no source of them. */
export function randomBytes(target: Bytes): Bytes {
  const source = platform().crypto;
  if (!source)
    throw new Error('This browser has no source of secure random numbers (crypto.getRandomValues); use a current one.');
  return source.getRandomValues(target);
}

/** UTF-8 bytes of a text. */
export function utf8Bytes(text: string): Bytes {
  return new (platform().TextEncoder)().encode(text);
}

/** The text of UTF-8 bytes; throws TypeError on bytes that are not UTF-8. */
export function utf8Text(bytes: Bytes): string {
  return new (platform().TextDecoder)('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/** The text of bytes that are all ASCII. */
export function asciiText(bytes: Bytes): string {
  return new (platform().TextDecoder)('utf-8').decode(bytes);
}
