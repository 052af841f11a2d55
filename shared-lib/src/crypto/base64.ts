import { asciiText, nativeFromBase64, nativeToBase64, utf8Bytes, type Bytes } from './platform.ts';

/** `url` is base64url without padding, as v1 writes it; `standard` has padding, as crypto-js writes it. */
export type Base64Alphabet = 'url' | 'standard';

const nativeNames = { url: 'base64url', standard: 'base64' } as const;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const codesOf = (last: string) => Uint8Array.from(letters + last, (letter) => letter.charCodeAt(0));
const encodeTables = { url: codesOf('-_'), standard: codesOf('+/') };
const INVALID = 255;
const PAD = 61;

function decodeTableOf(codes: Uint8Array): Uint8Array {
  const table = new Uint8Array(256).fill(INVALID);
  codes.forEach((code, value) => {
    table[code] = value;
  });
  return table;
}
const decodeTables = { url: decodeTableOf(encodeTables.url), standard: decodeTableOf(encodeTables.standard) };

/**
 * Base64 text of bytes, by the engine's own encoder where there is one. Linear in time and memory, so 20 MB are fine.
 */
export function encodeBase64(bytes: Bytes, alphabet: Base64Alphabet): string {
  return nativeToBase64(bytes, nativeNames[alphabet]) ?? encodeBySoftware(bytes, alphabet);
}

function encodeBySoftware(bytes: Bytes, alphabet: Base64Alphabet): string {
  const codes = encodeTables[alphabet];
  const padded = alphabet === 'standard';
  const length = padded ? Math.ceil(bytes.length / 3) * 4 : Math.ceil((bytes.length * 4) / 3);
  const out = new Uint8Array(length).fill(PAD);
  const code = (value: number) => codes[value & 63] ?? PAD;
  let at = 0;
  for (let index = 0; index < bytes.length; index += 3) {
    const left = bytes.length - index;
    const group = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    out[at] = code(group >> 18);
    out[at + 1] = code(group >> 12);
    if (left > 1) out[at + 2] = code(group >> 6);
    if (left > 2) out[at + 3] = code(group);
    at += 4;
  }
  return asciiText(out);
}

/**
 * The bytes of base64 text, or null when it is not base64 of that alphabet. Uses the engine's own decoder where there
 * is one.
 */
export function decodeBase64(text: string, alphabet: Base64Alphabet): Bytes | null {
  const native = nativeFromBase64();
  if (!native) return decodeBySoftware(text, alphabet);
  try {
    return native(text, { alphabet: nativeNames[alphabet] });
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function decodeBySoftware(text: string, alphabet: Base64Alphabet): Bytes | null {
  const table = decodeTables[alphabet];
  const source = utf8Bytes(text);
  let end = source.length;
  while (end > 0 && end > source.length - 2 && source[end - 1] === PAD) end -= 1;
  if (end % 4 === 1) return null;
  const out = new Uint8Array(Math.floor((end * 3) / 4));
  const value = (index: number) => (index < end ? (table[source[index] ?? 0] ?? INVALID) : 0);
  let at = 0;
  for (let index = 0; index < end; index += 4) {
    const a = value(index);
    const b = value(index + 1);
    const c = value(index + 2);
    const d = value(index + 3);
    // Values are 0 to 63, the mark of a bad letter is 255: the two top bits tell.
    if (((a | b | c | d) & 192) !== 0) return null;
    out[at] = (a << 2) | (b >> 4);
    out[at + 1] = (b << 4) | (c >> 2);
    out[at + 2] = (c << 6) | d;
    at += 3;
  }
  return out;
}
