import AES from 'crypto-js/aes.js';
import { createEnvelopeCodec, fetchCryptoJs, type EnvelopeContext } from './index.ts';
import { cryptoJsSuite } from './crypto-js-suite.ts';
import { platformSubtle, type Bytes } from './platform.ts';
import { MOST_BYTES, sizedSuite } from './create-codec.ts';
import { createV1Codec } from './v1-codec.ts';
import { webCryptoSuite } from './webcrypto-suite.ts';

const sharedKey = 'a shared key for tests';
const codecs = ['v1', 'legacy-cryptojs'] as const;
const context: EnvelopeContext = {
  direction: 'request',
  method: 'POST',
  path: 'locknotification.php',
  transactionId: '0b7d8f52-6a3c-4b6e-9a4e-1d2c3b4a5f60',
};

function native() {
  const subtle = platformSubtle();
  if (!subtle) throw new Error('This test needs WebCrypto.');
  return webCryptoSuite(subtle);
}

const byCryptoJs = () => [jest.spyOn(AES, 'encrypt'), jest.spyOn(AES, 'decrypt')] as const;

afterEach(() => jest.restoreAllMocks());

beforeAll(fetchCryptoJs);

it.each(codecs)('D24a it seals and opens what is small, and WebCrypto what is not, by %s', async (codec) => {
  const [encrypt, decrypt] = byCryptoJs();
  const envelope = await createEnvelopeCodec({ codec, sharedKey });
  const small = { imei: '356000000000001', action: 'lock' };
  expect(await envelope.open(await envelope.seal(small, context), context)).toEqual(small);
  expect(encrypt).toHaveBeenCalledTimes(1);
  expect(decrypt).toHaveBeenCalledTimes(1);
  const large = { list: 'x'.repeat(MOST_BYTES) };
  expect(await envelope.open(await envelope.seal(large, context), context)).toEqual(large);
  expect(encrypt).toHaveBeenCalledTimes(1);
  expect(decrypt).toHaveBeenCalledTimes(1);
});

it.each([0, 1, 100, MOST_BYTES / 2, MOST_BYTES - 10, MOST_BYTES, MOST_BYTES + 1, 4 * MOST_BYTES])(
  'D1 a text of %i bytes has the same payload by either engine and by size, and all of them open it',
  async (length) => {
    const fixed = (target: Bytes) => target.fill(7);
    const suites = [native(), cryptoJsSuite, sizedSuite(native())];
    const envelopes = await Promise.all(suites.map((suite) => createV1Codec(suite, sharedKey, fixed)));
    const value = { text: 'x'.repeat(length) };
    const sealed = await Promise.all(envelopes.map((envelope) => envelope.seal(value, context)));
    expect(new Set(sealed.map(({ payload }) => payload)).size).toBe(1);
    for (const envelope of envelopes) expect(await envelope.open(sealed[0] ?? never(), context)).toEqual(value);
  },
);

function never(): never {
  throw new Error('Nothing was sealed.');
}
