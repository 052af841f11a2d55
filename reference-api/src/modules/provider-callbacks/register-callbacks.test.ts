import { Webhook } from 'standardwebhooks';
import { CALLBACK_SECRET, dispatched, settled } from '../../testing/dispatched-api.ts';
import { lastGood } from '../../core/configuration/private-file.ts';
import { ENROLLED, startTestApi } from '../../testing/index.ts';
import { readControl } from '../../core/store/dispatch.ts';
import { MINUTE } from '../../core/time/clock.ts';

const [first = ''] = ENROLLED;
const ROTATED = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
const FOREIGN = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;

const callbackSecrets = () => [ROTATED, CALLBACK_SECRET];
const { api, handOver, kept, decide } = dispatched(undefined, { callbackSecrets });
let key: string;
beforeEach(async () => {
  await handOver(first);
  key = kept()[0]?.key ?? '';
});

function post(body: string, { secret = CALLBACK_SECRET, at = new Date(), signedBody = body } = {}) {
  return api.server.inject({
    method: 'POST',
    url: '/api/gateway/outcomes',
    payload: body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, signedBody),
    },
  });
}
const telling = (outcomes: readonly object[]) => JSON.stringify({ type: 'commands.outcomes', outcomes });
const acknowledged = () => telling([{ key, status: 'acknowledged' }]);
const states = async () => (await api.commands()).map(({ status, failure }) => [status, failure]);

it.each([CALLBACK_SECRET, ROTATED])('D17c takes what either of two secrets has signed', async (secret) => {
  expect((await post(acknowledged(), { secret })).statusCode).toBe(200);
  expect(await states()).toEqual([['acknowledged', '']]);
});

it('D17c refuses what is signed by another, altered, too old or not signed, and changes nothing', async () => {
  const refused = await Promise.all([
    post(acknowledged(), { secret: FOREIGN }),
    post(acknowledged(), { signedBody: telling([{ key: 'another', status: 'acknowledged' }]) }),
    post(acknowledged(), { at: new Date(Date.now() - 6 * MINUTE) }),
    post(acknowledged(), { at: new Date(Date.now() + 6 * MINUTE) }),
    api.server.inject({ method: 'POST', url: '/gateway/outcomes', payload: { type: 'commands.outcomes' } }),
  ]);
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401]);
  expect(await states()).toEqual([['sent', '']]);
});

it.each(['no JSON', '{}', '{"type":"commands.outcomes","outcomes":[{"key":"k","status":"done"}]}'])(
  'D17c answers 400 to a signed %s',
  async (body) => {
    expect((await post(body)).statusCode).toBe(400);
  },
);

it('D17c names keys that it does not know, of another epoch too', async () => {
  const unknown = [`another-epoch.${key.split('.')[1]}`, 'nothing'];
  const reply = await post(telling(unknown.map((one) => ({ key: one, status: 'acknowledged' }))));
  expect(reply.json()).toEqual({ unknown: expect.arrayContaining(unknown), refused: [] });
  expect(await states()).toEqual([['sent', '']]);
});

it('D17c pauses dispatch when the provider tells of a command of this epoch that the database lost', async () => {
  const dispatch = async () => (await readControl(api.store.db)).dispatch;
  await post(telling([{ key: 'another-epoch.lost', status: 'acknowledged' }]));
  expect(await dispatch()).toMatchObject({ state: 'running' });
  const lost = `${key.split('.')[0]}.lost`;
  expect((await post(telling([{ key: lost, status: 'acknowledged' }]))).json()).toMatchObject({ unknown: [lost] });
  expect(await dispatch()).toMatchObject({ state: 'paused', why: expect.stringContaining('run mark-restored') });
});

it('D17c takes the good rows of a callback, and names those that it could not read', async () => {
  const bad = [
    { key: 'x'.repeat(500), status: 'accepted' },
    { key: '\u0000', status: 'accepted' },
    { key: 7 },
    { key: 'a-key', status: 'done' },
  ];
  const reply = await post(telling([{ key, status: 'acknowledged' }, ...bad]));
  expect(reply.statusCode).toBe(200);
  const wrongKey = 'key: Invalid format: Expected /^[\\x21-\\x7e]{1,100}$/';
  expect(reply.json()).toEqual({
    unknown: [],
    refused: [
      { row: 2, key: '', reason: wrongKey },
      { row: 3, key: '', reason: wrongKey },
      { row: 4, key: '', reason: 'key: Invalid type: Expected string' },
      { row: 5, key: 'a-key', reason: 'status: Invalid type: Expected ("accepted" | "acknowledged" | "failed")' },
    ],
  });
  expect(await states()).toEqual([['acknowledged', '']]);
  expect((await post(telling(bad))).statusCode).toBe(400);
});

it('D17c takes no state back: neither acknowledged nor failed becomes sent again', async () => {
  await post(telling([{ key, status: 'failed', reason: 'Refused\u0000 by the phone.' }]));
  await post(telling([{ key, status: 'accepted' }]));
  expect(await states()).toEqual([['failed', 'Refused by the phone.']]);
  await post(acknowledged());
  await post(telling([{ key, status: 'failed', reason: 'Too late.' }]));
  expect(await states()).toEqual([['acknowledged', '']]);
});

it('D17c a late acknowledgement of any key that a command had counts, and nothing else of former ones', async () => {
  const failed = (of: string) => post(telling([{ key: of, status: 'failed', reason: 'Refused.' }]));
  for (const nth of [0, 1]) {
    await failed(kept()[nth]?.key ?? '');
    expect(await decide('retry', { filter: { state: 'failed' } })).toMatchObject({ done: 1 });
    await settled(api);
  }
  expect([kept().length, kept()[0]?.key]).toEqual([3, key]);
  const taken = { unknown: [], refused: [] };
  const replies = [await failed(key), await post(telling([{ key, status: 'accepted' }]))];
  expect(replies.map((reply) => reply.json())).toEqual([taken, taken]);
  expect(await states()).toEqual([['sent', '']]);
  await post(acknowledged());
  expect(await states()).toEqual([['acknowledged', '']]);
});

it('D17c goes on with the last secrets while their file cannot be read, and raises an alarm', async () => {
  const files = [[CALLBACK_SECRET], [], [], [ROTATED], []];
  const faults: string[] = [];
  const read = () => {
    const [text = []] = files.splice(0, 1);
    if (text.length === 0) throw new Error('It holds no secrets.');
    return text;
  };
  const secrets = lastGood(read, (kind) => faults.push(kind));
  const given = Array.from({ length: 4 }, secrets);
  expect(given).toEqual([[CALLBACK_SECRET], [CALLBACK_SECRET], [ROTATED], [ROTATED]]);
  expect(faults).toEqual(['secrets', 'secrets']);
});

it('D17c there are no callbacks without a secret', async () => {
  const bare = await startTestApi();
  const reply = await bare.server.inject({ method: 'POST', url: '/gateway/outcomes', payload: {} });
  expect(reply.statusCode).toBe(404);
  await bare.close();
});
