import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  createEnvelopeCodec,
  EnvelopeError,
  fetchCryptoJs,
  type EnvelopeContext,
  type EnvelopeEngine,
} from './index.ts';
import { cryptoJsSuite } from './crypto-js-suite.ts';
import { platformSubtle, type Bytes } from './platform.ts';
import { sizedSuite } from './create-codec.ts';
import { createV1Codec } from './v1-codec.ts';
import { webCryptoSuite } from './webcrypto-suite.ts';

interface Vector {
  name: string;
  context: EnvelopeContext;
  iv: string;
  value: unknown;
  payload: string;
}
interface Refused {
  name: string;
  reason: string;
  sharedKey: string;
  payload: string;
  transactionId: string;
  context: EnvelopeContext;
}
const { sharedKey, vectors, refused }: { sharedKey: string; vectors: Vector[]; refused: Refused[] } = JSON.parse(
  readFileSync(join(__dirname, 'vectors.json'), 'utf8'),
);
const BY_SIZE = 'the engine that the size asks for';
const engines = ['webcrypto', 'crypto-js', BY_SIZE] as const;
type Engine = (typeof engines)[number];
const engineOf = (engine: Engine): EnvelopeEngine | undefined => (engine === BY_SIZE ? undefined : engine);

function suite(engine: Engine) {
  const subtle = platformSubtle();
  if (!subtle) throw new Error('This test needs WebCrypto.');
  if (engine === 'crypto-js') return cryptoJsSuite;
  return engine === BY_SIZE ? sizedSuite(webCryptoSuite(subtle)) : webCryptoSuite(subtle);
}

beforeAll(fetchCryptoJs);

const fixed = (hex: string) => (target: Bytes) => {
  target.set(Buffer.from(hex, 'hex'));
  return target;
};

/** The format implemented again with node:crypto, so that an error shared by both engines shows. */
const independent = {
  key: (name: string, secret = sharedKey) =>
    Buffer.from(hkdfSync('sha256', secret, '', `device-console v1 ${name}`, 32)),
  mac: (context: EnvelopeContext, iv: string, text: string, secret = sharedKey) =>
    createHmac('sha256', independent.key('authenticate', secret))
      .update(['v1', context.direction, `${context.method} ${context.path}`, context.transactionId, iv, text].join('|'))
      .digest('base64url'),
  seal(vector: Vector) {
    const iv = Buffer.from(vector.iv, 'hex');
    const cipher = createCipheriv('aes-256-cbc', independent.key('encrypt'), iv);
    const text = cipher.update(JSON.stringify(vector.value), 'utf8', 'base64url') + cipher.final('base64url');
    const ivText = iv.toString('base64url');
    return `v1.${ivText}.${text}.${independent.mac(vector.context, ivText, text)}`;
  },
  open(vector: Vector): unknown {
    const [, iv = '', text = '', mac] = vector.payload.split('.');
    expect(mac).toBe(independent.mac(vector.context, iv, text));
    const cipher = createDecipheriv('aes-256-cbc', independent.key('encrypt'), Buffer.from(iv, 'base64url'));
    return JSON.parse(cipher.update(text, 'base64url', 'utf8') + cipher.final('utf8'));
  },
  /** Why a body must not open, determined without our own code. */
  reasonToRefuse({ sharedKey: secret, payload, transactionId, context }: Refused): string | null {
    const [, iv, text, mac] = /^v1\.([\w-]{22})\.([\w-]+)\.([\w-]{43})$/.exec(payload) ?? [];
    if (iv === undefined || text === undefined || mac === undefined) return 'malformed';
    // Only one spelling of the MAC's bytes is valid.
    if (Buffer.from(mac, 'base64url').toString('base64url') !== mac) return 'malformed';
    if (transactionId !== context.transactionId) return 'wrong-transaction';
    if (mac !== independent.mac(context, iv, text, secret)) return 'not-authentic';
    const cipher = createDecipheriv('aes-256-cbc', independent.key('encrypt', secret), Buffer.from(iv, 'base64url'));
    try {
      JSON.parse(cipher.update(text, 'base64url', 'utf8') + cipher.final('utf8'));
      return null;
    } catch (error) {
      return error instanceof SyntaxError ? 'not-json' : 'malformed';
    }
  },
};

describe('D1 the test vectors of envelope v1', () => {
  it.each(vectors)('D1 node:crypto seals and opens $name as the file says', (vector) => {
    expect(independent.seal(vector)).toBe(vector.payload);
    expect(independent.open(vector)).toEqual(vector.value);
  });

  it.each(refused)('D1 node:crypto refuses $name: $reason', (body) => {
    expect(independent.reasonToRefuse(body)).toBe(body.reason);
  });

  describe.each(engines)('with %s', (engine) => {
    it.each(vectors)('D1 seals $name with a fixed IV to exactly this payload', async (vector) => {
      const codec = await createV1Codec(suite(engine), sharedKey, fixed(vector.iv));
      const { transactionId } = vector.context;
      await expect(codec.seal(vector.value, vector.context)).resolves.toEqual({
        payload: vector.payload,
        transactionId,
      });
    });

    it.each(vectors)('D1 opens $name', async ({ payload, context, value }) => {
      const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey, engine: engineOf(engine) });
      await expect(codec.open({ payload, transactionId: context.transactionId }, context)).resolves.toEqual(value);
    });

    it.each(refused)(
      'D1 refuses $name: $reason',
      async ({ sharedKey: key, payload, transactionId, context, reason }) => {
        const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey: key, engine: engineOf(engine) });
        const error: unknown = await codec.open({ payload, transactionId }, context).catch((caught: unknown) => caught);
        expect(error).toBeInstanceOf(EnvelopeError);
        expect(error).toMatchObject({
          reason,
          message: expect.stringContaining(`${context.method} ${context.path}, ${context.direction}: `),
        });
      },
    );
  });
});
