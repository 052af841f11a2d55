/** Bytes that are never on a shared buffer. */
export type Bytes = Uint8Array<ArrayBuffer>;

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
  getRandomValues(target: Bytes): Bytes;
}

interface Platform {
  readonly crypto?: PlatformCrypto | undefined;
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

/** WebCrypto, undefined outside a secure context (D9b); read at each call, as tests and workers differ. */
export const platformSubtle = (): PlatformSubtle | undefined => platform().crypto?.subtle;

/** Fills and returns `target` with secure random bytes. Throws if the platform has no source. */
export function randomBytes(target: Bytes): Bytes {
  const source = platform().crypto;
  if (!source)
    throw new Error('This browser has no source of secure random numbers (crypto.getRandomValues); use a current one.');
  return source.getRandomValues(target);
}

/** UTF-8 bytes of a text. */
export const utf8Bytes = (text: string): Bytes => new (platform().TextEncoder)().encode(text);

/** The text of UTF-8 bytes; throws TypeError if they are not UTF-8. */
export function utf8Text(bytes: Bytes): string {
  return new (platform().TextDecoder)('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}
