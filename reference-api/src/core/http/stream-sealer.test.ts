import { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
import { createStreamSealer } from './stream-sealer.ts';

const sharedKey = 'a shared key of the tests only';
const context = {
  direction: 'reply',
  method: 'POST',
  path: 'downloadReports.php',
  transactionId: '6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10',
} as const;

async function* inPieces(text: string, length: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

async function joined(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

describe('stream sealer', () => {
  it.each([1, 2, 3, 5, 16, 17, 1000])(
    'D1 the codec v1 opens what was sealed in pieces of %d characters',
    async (length) => {
      const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey });
      const value = {
        status: 'success',
        items: Array.from({ length: 40 }, (_, index) => ({ id: index, file: 'Übersicht – März.csv' })),
      };
      const sealed: unknown = JSON.parse(
        await joined(createStreamSealer(sharedKey).seal(inPieces(JSON.stringify(value), length), context)),
      );
      expect(sealed).toEqual({
        payload: expect.stringMatching(/^v1\.[\w-]{22}\.[\w-]+\.[\w-]{43}$/),
        transactionId: context.transactionId,
      });
      expect(await codec.open(sealed as { payload: string; transactionId: string }, context)).toEqual(value);
    },
  );

  it('D1 what it seals belongs to its call, direction and request alone', async () => {
    const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey });
    const sealed = JSON.parse(await joined(createStreamSealer(sharedKey).seal(inPieces('{}', 2), context))) as {
      payload: string;
      transactionId: string;
    };
    for (const other of [{ path: 'devicedetails.php' }, { method: 'PUT' }, { direction: 'request' as const }]) {
      await expect(codec.open(sealed, { ...context, ...other })).rejects.toThrow(
        'the payload was altered, belongs to another call',
      );
    }
  });

  it('D1 never uses an initialisation vector twice', async () => {
    const sealer = createStreamSealer(sharedKey);
    const [one, two] = await Promise.all([
      joined(sealer.seal(inPieces('{}', 2), context)),
      joined(sealer.seal(inPieces('{}', 2), context)),
    ]);
    expect(one).not.toBe(two);
  });
});
