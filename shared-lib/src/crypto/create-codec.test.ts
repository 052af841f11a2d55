import AES from 'crypto-js/aes.js';
import { createEnvelopeCodec, fetchCryptoJs, type EnvelopeContext } from './index.ts';
import { MOST_BYTES } from './create-codec.ts';

const sharedKey = 'a shared key for tests';
const codecs = ['v1', 'legacy-cryptojs'] as const;
const context: EnvelopeContext = {
  direction: 'request',
  method: 'POST',
  path: 'locknotification.php',
  transactionId: '0b7d8f52-6a3c-4b6e-9a4e-1d2c3b4a5f60',
};

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
