import { createHash } from 'node:crypto';
import { decodeBase64 } from './base64.ts';
import { BATCH_ITEM_NAMESPACE, batchItemTransactionId, createEnvelopeCodec, newTransactionId } from './index.ts';

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const original = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
const batchId = '4a8de5f0-5c3e-4a52-9f0b-6d1c1f2e3a4b';

/** A page on plain http: it has random numbers, but neither subtle nor randomUUID (D9b). */
function leaveSecureContext(): void {
  const getRandomValues = globalThis.crypto.getRandomValues.bind(globalThis.crypto);
  Object.defineProperty(globalThis, 'crypto', { value: { getRandomValues }, configurable: true });
}

afterEach(() => {
  if (original) Object.defineProperty(globalThis, 'crypto', original);
});

/** UUID v5 as RFC 9562 says, by node:crypto. */
function uuidV5(name: string): string {
  const hash = createHash('sha1')
    .update(Buffer.from(BATCH_ITEM_NAMESPACE.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash
    .subarray(0, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

describe('D2 transaction ids', () => {
  it.each([
    ['with randomUUID', () => undefined],
    ['on plain http', leaveSecureContext],
  ])('D2 D9b a single action gets a UUID v4, a new one each time, %s', (_where, enter) => {
    enter();
    const ids = new Set(Array.from({ length: 500 }, newTransactionId));
    expect(ids.size).toBe(500);
    for (const id of ids) expect(id).toMatch(UUID_V4);
  });

  it('D2 a batch item gets the UUID v5 of batch, IMEI and action, with WebCrypto and on plain http', () => {
    const expected = uuidV5(`${batchId}|356000000000001|lock`);
    expect(batchItemTransactionId(batchId, '356000000000001', 'lock')).toBe(expected);
    leaveSecureContext();
    expect(batchItemTransactionId(batchId, '356000000000001', 'lock')).toBe(expected);
  });
});

describe('D9b the engine', () => {
  it('D9b is crypto-js on plain http, and speaks the same format', async () => {
    const context = {
      direction: 'reply',
      method: 'GET',
      path: 'homeData.php',
      transactionId: newTransactionId(),
    } as const;
    const secure = await createEnvelopeCodec({ codec: 'v1', sharedKey: 'a shared key for tests' });
    leaveSecureContext();
    const plain = await createEnvelopeCodec({ codec: 'v1', sharedKey: 'a shared key for tests' });
    const sealed = await plain.seal({ total_device: 3 }, context);
    await expect(secure.open(sealed, context)).resolves.toEqual({ total_device: 3 });
  });

  it('D9b WebCrypto asked for on plain http is an error that says what to do', async () => {
    leaveSecureContext();
    await expect(createEnvelopeCodec({ codec: 'v1', sharedKey: 'a shared key', engine: 'webcrypto' })).rejects.toThrow(
      'The envelope engine "webcrypto" needs https or localhost; use engine "crypto-js" on plain http.',
    );
  });
});

describe('D1 base64', () => {
  it('D1 refuses letters outside the alphabet and impossible lengths', () => {
    for (const text of ['A', 'AAAAA', 'AA+A', 'AA/A', 'AAé', 'AA A', 'A=AA'])
      expect(decodeBase64(text, 'url')).toBeNull();
    for (const text of ['A', 'AA-A', 'AA_A', '====']) expect(decodeBase64(text, 'standard')).toBeNull();
  });
});
