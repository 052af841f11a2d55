import { ACCEPTED_UNSTATED, calls, commandById } from '../../../contract/index.ts';
import { BatchFixture, begun, imeiAt, inputOf, ITEM } from '../../testing/batch-fixture.ts';
import { type SimulatedReply, type SimulatedServer, times } from '../../testing/simulated-server.ts';

const neither = (message: string) => `The server answered "${message}", which is neither found nor not found.`;

describe.each([
  { how: 'by itself', chunks: false },
  { how: 'in a chunk', chunks: true },
])('a device that is sent $how', ({ chunks }) => {
  /** The row of the first of two devices. */
  async function rowAfter(prepare: (server: SimulatedServer) => void) {
    const fixture = new BatchFixture({ chunks });
    prepare(fixture.server);
    await fixture.start(2);
    return (await fixture.shows('finished')).batch.results.rowAt(0);
  }

  it.each([
    ['found', 'found', ''],
    [' Found ', 'found', ''],
    ['not found', 'not found', ''],
    ['NOT FOUND\n', 'not found', ''],
    ['found elsewhere', 'unconfirmed', neither('found elsewhere')],
    ['maybe found', 'unconfirmed', neither('maybe found')],
    ['not found yet', 'unconfirmed', neither('not found yet')],
    ['surely not found', 'unconfirmed', neither('surely not found')],
    ['', 'unconfirmed', neither('')],
  ])('B6 D11 and answered with "%s" is %s', async (answer, status, message) => {
    const row = await rowAfter(({ says }) => says.set(imeiAt(0), answer));
    expect(row).toMatchObject({ status, message, sent: status === 'unconfirmed' ? 'unknown' : null });
  });

  it.each([
    ['not found', ''],
    [' Not found ', ''],
    ['not found in this shop', 'not found in this shop'],
    ['It was not found', 'It was not found'],
    [' Device is not enrolled ', 'Device is not enrolled'],
  ])('B6 D11 and refused with "%s" is not found, and its row says "%s"', async (refusal, message) => {
    const row = await rowAfter(({ refuses }) => refuses.set(imeiAt(0), refusal));
    expect(row).toMatchObject({ status: 'not found', message, sent: null });
  });
});

it('D2c D11 a device whose id was used with other content is unconfirmed, not another outcome', async () => {
  const fixture = new BatchFixture({ chunks: true });
  fixture.server.arranges = (items) => items.map((item) => ({ ...item, outcome: 'conflict', message: 'found' }));
  await fixture.start(2);
  const { batch } = await fixture.shows('finished');
  expect(batch.results.rowAt(0)).toMatchObject({ status: 'unconfirmed', message: 'found', sent: 'unknown' });
});

it.each([
  ['Queued', 'Queued'],
  ['not found', 'not found'],
  [null, ACCEPTED_UNSTATED],
])('D1b a device action that is answered with %j was accepted, and its row says "%s"', async (answer, message) => {
  const fixture = new BatchFixture({ command: 'deviceAction' });
  fixture.server.says.set(imeiAt(0), answer);
  await fixture.shows('idle');
  fixture.runner.start(inputOf(2, { variant: commandById('deviceAction').variants[0] }));
  const { batch } = await fixture.shows('finished');
  expect(batch.results.rowAt(0)).toMatchObject({ status: 'found', message });
});

it.each(['invalid-request', 'conflict'] as const)(
  'D11 a device that surely was not sent is told from one that may have been: %s',
  async (reply) => {
    const fixture = await begun(2, { failsAt: { 0: reply } });
    const { batch } = await fixture.shows('finished');
    const sent = reply === 'conflict' ? 'unknown' : 'no';
    expect(batch.results.rowAt(0)).toMatchObject({ status: 'unconfirmed', sent });
  },
);

it('D17b a device that is sent by itself names the run and the row of its batch', async () => {
  const fixture = await begun(3, { chunks: true, replies: { [calls.batchItems.path]: ['business'] } });
  await fixture.shows('finished');
  const [run] = fixture.server.runs.values();
  const sent = fixture.server.received.filter(({ path }) => path === ITEM);
  expect(sent.map(({ body }) => [body['run'], body['row']])).toEqual(['1', '2', '3'].map((row) => [run, row]));
});

describe('unconfirmed devices in a row', () => {
  const never = (count: number): readonly SimulatedReply[] => times(count, 'invalid-request');
  const maybe = (count: number): readonly SimulatedReply[] => times(count, 'conflict');

  it.each([
    { what: 'forty-nine', replies: never(49), length: 60, pauses: 0 },
    { what: 'fifty that were not sent', replies: never(50), length: 60, pauses: 1 },
    { what: 'fifty that may have been', replies: maybe(50), length: 60, pauses: 1 },
    { what: 'fifty of both kinds', replies: [...never(25), ...maybe(25)], length: 60, pauses: 1 },
    { what: 'ninety-nine', replies: never(99), length: 110, pauses: 1 },
    { what: 'a hundred', replies: never(100), length: 110, pauses: 2 },
    { what: 'forty before and after one', replies: [...never(40), 'ok', ...maybe(40)], length: 90, pauses: 0 },
    { what: 'the last fifty', replies: never(50), length: 50, pauses: 0 },
  ] as const)('D11 $what pause the batch $pauses times', async ({ replies, length, pauses }) => {
    const fixture = await begun(length, { replies: { [ITEM]: replies } });
    let paused = 0;
    while (fixture.state.status !== 'finished') {
      await fixture.clock.until(() => ['paused', 'finished'].includes(fixture.state.status));
      if (fixture.state.status !== 'paused') continue;
      expect(fixture.state).toMatchObject({ why: 'unconfirmed', undecided: null });
      paused += 1;
      fixture.runner.goOn();
      await fixture.clock.until(() => fixture.state.status !== 'paused');
    }
    expect(paused).toBe(pauses);
  });
});
