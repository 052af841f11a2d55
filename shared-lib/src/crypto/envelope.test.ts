import { randomBytes } from 'node:crypto';
import CryptoJS from 'crypto-js';
import fc from 'fast-check';
import { createEnvelopeCodec, EnvelopeError, type EnvelopeContext, type EnvelopeEngine } from './index.ts';

const sharedKey = 'a shared key for tests';
const context: EnvelopeContext = {
  direction: 'request',
  method: 'POST',
  path: 'locknotification.php',
  transactionId: '0b7d8f52-6a3c-4b6e-9a4e-1d2c3b4a5f60',
};
const engines: EnvelopeEngine[] = ['webcrypto', 'crypto-js'];
const v1 = (engine: EnvelopeEngine) => createEnvelopeCodec({ codec: 'v1', sharedKey, engine });
const legacy = (engine: EnvelopeEngine, key = sharedKey) =>
  createEnvelopeCodec({ codec: 'legacy-cryptojs', sharedKey: key, engine });

type Mutation = (text: string, at: number, other: string) => string;
const mutations: Mutation[] = [
  (text, at, other) => text.slice(0, at) + other + text.slice(at + 1),
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at, other) => text.slice(0, at) + other + text.slice(at),
  (text, at) => text.slice(0, at),
  (text, at) => text.slice(at) + text.slice(0, at),
  (text, at, other) => text + other.repeat((at % 4) + 1),
];
const anyMutation = fc.record({
  mutate: fc.constantFrom(...mutations),
  at: fc.nat(10_000),
  other: fc.oneof(fc.constantFrom(...'ABab01-_.=+/ \n'), fc.string({ minLength: 1, maxLength: 1, unit: 'binary' })),
});

it.each(engines)(
  "D1a %s opens base64 in lines, as PHP's chunk_split makes it, and gives the text that was sealed",
  async (engine) => {
    const codec = await legacy(engine);
    const reply = JSON.stringify({ message: 'found', list: Array(50).fill('é') });
    const text = `<b>Notice</b>: x in a.php on line 3\n${reply}`;
    const payload = CryptoJS.AES.encrypt(text, sharedKey).toString().replace(/.{76}/g, '$&\r\n');
    expect(payload).toContain('\r\n');
    await expect(codec.openText({ payload, transactionId: '' }, context)).resolves.toBe(text);
    await expect(codec.open({ payload, transactionId: '' }, context)).rejects.toMatchObject({ reason: 'not-json' });
  },
);

describe('D1 envelope v1', () => {
  it.each(engines)('D1 any mutation of a sealed payload is refused by %s', async (engine) => {
    const codec = await v1(engine);
    const sealed = await codec.seal({ imei: '356000000000001', action: 'lock' }, context);
    await fc.assert(
      fc.asyncProperty(anyMutation, async ({ mutate, at, other }) => {
        const payload = mutate(sealed.payload, at % sealed.payload.length, other);
        fc.pre(payload !== sealed.payload);
        await expect(codec.open({ ...sealed, payload }, context)).rejects.toBeInstanceOf(EnvelopeError);
      }),
      { numRuns: 400 },
    );
  });

  it('D1 any other context is refused', async () => {
    const codec = await v1('webcrypto');
    const sealed = await codec.seal({}, context);
    const other = fc.record({
      direction: fc.constantFrom('request' as const, 'reply' as const),
      method: fc.constantFrom('GET', 'POST', 'PUT'),
      path: fc.oneof(fc.constant(context.path), fc.string()),
      transactionId: fc.oneof(fc.constant(context.transactionId), fc.uuid()),
    });
    await fc.assert(
      fc.asyncProperty(other, async (changed) => {
        fc.pre(JSON.stringify({ ...context, ...changed }) !== JSON.stringify(context));
        const { transactionId } = changed;
        await expect(codec.open({ ...sealed, transactionId }, changed)).rejects.toBeInstanceOf(EnvelopeError);
      }),
      { numRuns: 200 },
    );
  });

  it('D1 two seals of one value differ, so that equal commands cannot be told from each other', async () => {
    const codec = await v1('webcrypto');
    const [one, two] = [await codec.seal({}, context), await codec.seal({}, context)];
    expect(one.payload).not.toBe(two.payload);
  });

  it('D1 a reply of several megabytes is sealed and opened whole', async () => {
    const codec = await v1('webcrypto');
    const reply: EnvelopeContext = { ...context, direction: 'reply', path: 'downloadReports.php' };
    const text = randomBytes(1_500_000).toString('base64') + randomBytes(1_500_000).toString('base64');
    expect(await codec.open(await codec.seal({ text }, reply), reply)).toEqual({ text });
  });

  it('D1 refuses to seal what JSON cannot say, and names the call', async () => {
    const codec = await v1('webcrypto');
    await expect(codec.seal(undefined, context)).rejects.toThrow(
      'POST locknotification.php, request: undefined cannot be sealed; give a JSON value, for an empty body {}.',
    );
  });

  it('D1 an empty shared key is refused at the start', async () => {
    await expect(createEnvelopeCodec({ codec: 'v1', sharedKey: '' })).rejects.toThrow(
      'The shared key is empty; set sharedKey in config.json',
    );
  });
});

describe('D1a codec legacy-cryptojs', () => {
  it.each(engines)('D1a CryptoJS.AES.decrypt opens what %s sealed', async (engine) => {
    const codec = await legacy(engine);
    const { payload } = await codec.seal({ imei: '004402123456789', note: '₹' }, context);
    expect(CryptoJS.AES.decrypt(payload, sharedKey).toString(CryptoJS.enc.Utf8)).toBe(
      '{"imei":"004402123456789","note":"₹"}',
    );
  });

  it.each(engines)('D1a another key, other formats and noise are refused, with %s', async (engine) => {
    const codec = await legacy(engine);
    const foreign = await (await legacy(engine, 'another shared key')).seal({ status: 'success' }, context);
    const v1Payload = await (await v1(engine)).seal({}, context);
    const head = Buffer.from('Salted__12345678').toString('base64');
    for (const payload of [foreign.payload, v1Payload.payload, '', '<html>', head, `${head.slice(0, -2)}AAAA`]) {
      await expect(codec.open({ payload, transactionId: '' }, context)).rejects.toBeInstanceOf(EnvelopeError);
    }
  });
});
