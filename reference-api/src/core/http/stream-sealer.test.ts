import { createEnvelopeCodec } from '@device-console/shared-lib/crypto';
import { createStreamSealer } from './stream-sealer.ts';

const sharedKey = 'a shared key of the tests only';
const transactionId = '6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10';
const context = { direction: 'reply', method: 'POST', path: 'downloadReports.php', transactionId } as const;

async function* inPieces(text: string, length: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

const sealer = createStreamSealer(sharedKey);

async function sealed(text: string, length = 2): Promise<{ payload: string; transactionId: string }> {
  let whole = '';
  for await (const piece of sealer.seal(inPieces(text, length), context)) whole += piece;
  return JSON.parse(whole) as { payload: string; transactionId: string };
}

it.each([1, 2, 3, 5, 16, 17, 1000])('D1 the codec v1 opens what was sealed in pieces of %d letters', async (length) => {
  const codec = await createEnvelopeCodec({ codec: 'v1', sharedKey });
  const items = Array.from({ length: 40 }, (_, id) => ({ id, file: 'Übersicht – März.csv' }));
  const whole = await sealed(JSON.stringify({ status: 'success', items }), length);
  const payload = expect.stringMatching(/^v1\.[\w-]{22}\.[\w-]+\.[\w-]{43}$/);
  expect(whole).toEqual({ payload, transactionId });
  expect(await codec.open(whole, context)).toEqual({ status: 'success', items });
});

it('D1 never uses an initialisation vector twice', async () => {
  const [one, two] = [await sealed('{}'), await sealed('{}')];
  expect(one.payload).not.toBe(two.payload);
});
