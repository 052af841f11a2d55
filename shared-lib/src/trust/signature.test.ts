import { verifySignature } from './index.ts';
import { sha256Hex } from './signature.ts';
import { signedText } from '../remote/host.ts';
import { testKey } from './test-trust.ts';

const engines = [
  ['WebCrypto', crypto.subtle],
  ['JavaScript, as on plain http', null],
] as const;

// Made once with node:crypto, so that neither engine checks its own work.
const vector = {
  publicKey:
    'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEr1hkxawhJZ4sPGYOsMRVsw9DoGOchJlu0+S5lUW/pxJMMEMA8c7uVYt9v/J007O0j' +
    '3xuPfPvl8+i06eziOHh3A==',
  text: 'Geräte, gesperrt: 490154203237518',
  signature: 'ax3t0-IUmTZoZOuI8qDYKbObjHNblQhMXR4lGclbupbtstj-ZXcOjKOhNbxR_bWIQun0v2etBGX8e12Ozms68A',
};

/** Its key with other bytes. */
function keyOf(change: (bytes: Uint8Array) => Uint8Array): string {
  const bytes = new Uint8Array(Buffer.from(vector.publicKey, 'base64'));
  return Buffer.from(change(bytes)).toString('base64');
}
const HEADER_BYTES = 26;
const changedAt = (place: number) => keyOf((bytes) => bytes.map((byte, index) => (index === place ? byte ^ 1 : byte)));
const yIsOdd = (bytes: Uint8Array) => ((bytes.at(-1) ?? 0) & 1) === 1;

describe.each(engines)('verifySignature by %s', (_name, subtle) => {
  it('D9b accepts the vector', async () => {
    expect(await verifySignature(vector.publicKey, vector.text, vector.signature, subtle)).toBe('valid');
  });

  it('D9b hashes a text as the standard does', async () => {
    expect(await sha256Hex('abc', subtle)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    // Made with node:crypto.
    expect(await sha256Hex('Geräte', subtle)).toBe('91ba78726eec5b3ccc3b453fb1ea84b36d8a39dbd6f07f09546d1b38d54e8974');
  });

  it('D9b agrees with what WebCrypto signs, for forty keys of both halves of s', async () => {
    for (let round = 0; round < 40; round += 1) {
      const key = await testKey('k', ['mf-x']);
      const entry = await key.sign({ id: 'mf-x', sequence: round });
      expect(await verifySignature(key.listed.publicKey, signedText(entry), entry.signature, subtle)).toBe('valid');
      expect(await verifySignature(key.listed.publicKey, `${signedText(entry)} `, entry.signature, subtle)).toBe(
        'invalid',
      );
    }
  });

  it.each([
    ['another text', vector.publicKey, 'other', vector.signature, 'invalid'],
    ['a signature of another length', vector.publicKey, vector.text, vector.signature.slice(4), 'invalid'],
    ['a signature of zeros', vector.publicKey, vector.text, 'A'.repeat(86), 'invalid'],
    ['a signature that is no base64', vector.publicKey, vector.text, '*'.repeat(86), 'invalid'],
    ['a key that is no base64', 'k*y', vector.text, vector.signature, 'unusable-key'],
    [
      'a key of another kind',
      'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
      vector.text,
      vector.signature,
      'unusable-key',
    ],
    ['a key of the right length and of another kind', changedAt(10), vector.text, vector.signature, 'unusable-key'],
    ['a point that is not on the curve', changedAt(90), vector.text, vector.signature, 'unusable-key'],
    [
      'a key with a byte more',
      keyOf((bytes) => Uint8Array.of(...bytes, 0)),
      vector.text,
      vector.signature,
      'unusable-key',
    ],
    [
      'a key with its point in short',
      keyOf((bytes) =>
        Uint8Array.of(
          ...bytes.subarray(0, HEADER_BYTES),
          yIsOdd(bytes) ? 3 : 2,
          ...bytes.subarray(HEADER_BYTES + 1, HEADER_BYTES + 33),
        ),
      ),
      vector.text,
      vector.signature,
      'unusable-key',
    ],
    ['a key of a length that no base64 has', 'A'.repeat(121), vector.text, vector.signature, 'unusable-key'],
    ['a signature of a length that no base64 has', vector.publicKey, vector.text, 'A'.repeat(85), 'invalid'],
    ['a signature with a byte more', vector.publicKey, vector.text, `${vector.signature}AA`, 'invalid'],
  ])('refuses %s', async (_what, publicKey, text, signature, result) => {
    expect(await verifySignature(publicKey, text, signature, subtle)).toBe(result);
  });
});
