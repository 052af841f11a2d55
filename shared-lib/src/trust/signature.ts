/** `unusable-key` if the key cannot be read. */
export type SignatureResult = 'valid' | 'invalid' | 'unusable-key';

// The first bytes of every P-256 SubjectPublicKeyInfo; the uncompressed point follows.
const SPKI_HEADER = '3059301306072a8648ce3d020106082a8648ce3d030107034200';
const POINT_BYTES = 65;
const SIGNATURE_BYTES = 64;

/**
 * Checks an ECDSA P-256 signature with SHA-256 (r and s as base64url) over `text` by a public key (base64 of its SPKI).
 * `subtle` is the browser's WebCrypto; on plain http there is none, and JavaScript is fetched instead (D9b).
 */
export async function verifySignature(
  publicKey: string,
  text: string,
  signature: string,
  subtle: SubtleCrypto | null | undefined = globalThis.crypto.subtle,
): Promise<SignatureResult> {
  const point = pointOf(publicKey);
  if (!point) return 'unusable-key';
  const signed = decode(signature);
  if (signed?.length !== SIGNATURE_BYTES) return 'invalid';
  const bytes = new TextEncoder().encode(text);
  if (!subtle) {
    const { p256 } = await import('@noble/curves/nist.js');
    if (!p256.utils.isValidPublicKey(point)) return 'unusable-key';
    return p256.verify(signed, bytes, point, { lowS: false }) ? 'valid' : 'invalid';
  }
  const key = await subtle
    .importKey('raw', point, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
    .catch(() => null);
  if (!key) return 'unusable-key';
  return (await subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signed, bytes)) ? 'valid' : 'invalid';
}

/** SHA-256 of a text, in hex; `subtle` as in {@link verifySignature}. */
export async function sha256Hex(
  text: string,
  subtle: SubtleCrypto | null | undefined = globalThis.crypto.subtle,
): Promise<string> {
  if (subtle) return hexOf(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text))));
  const { default: sha256 } = await import('crypto-js/sha256.js');
  return sha256(text).toString();
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function pointOf(publicKey: string): Uint8Array<ArrayBuffer> | null {
  const bytes = decode(publicKey);
  const headerBytes = SPKI_HEADER.length / 2;
  if (bytes?.length !== headerBytes + POINT_BYTES) return null;
  return hexOf(bytes.subarray(0, headerBytes)) === SPKI_HEADER ? bytes.slice(headerBytes) : null;
}

/** Reads base64 and base64url; null for other texts. */
function decode(text: string): Uint8Array<ArrayBuffer> | null {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  if (!/^[A-Za-z0-9+/]*$/.test(plain) || plain.length % 4 === 1) return null;
  return Uint8Array.from(atob(plain), (character) => character.charCodeAt(0));
}
