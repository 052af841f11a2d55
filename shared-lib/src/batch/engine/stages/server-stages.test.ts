import { calls, commandById } from '../../../contract/index.ts';
import { BatchFixture, begun, imeiAt, imeiList, inputOf, ITEM, OPERATOR, REPORT } from '../../testing/batch-fixture.ts';
import { times } from '../../testing/simulated-server.ts';
import { joinImeis } from './server-stages.ts';

const LIST = calls.updateCommandOnServer.path;

describe('the rest before the end of a batch is reported again', () => {
  it.each([
    { reply: 'network-before', expected: [1000, 2000, 4000, ...times(7, 'ok').map(() => 60_000)] },
    { reply: 'server-before', expected: [1000, 2000, 4000, 60_000] },
    { reply: 'conflict', expected: [1000, 2000, 4000, 60_000] },
    { reply: 'throttled', expected: [3000, 3000, 3000, 60_000] },
    { reply: 'overloaded', expected: [8000, 8000, 8000, 60_000] },
    { reply: 'restarting', expected: [120_000, 120_000, 120_000, 120_000] },
  ] as const)('D11a after $reply grows, and is at least what the server says', async ({ reply, expected }) => {
    const fixture = await begun(1, { replies: { [REPORT]: times(expected.length, reply) } });
    await fixture.shows('finished');
    const at = fixture.reports().map((report) => report.at + fixture.server.latencyMs);
    const rests = at.slice(1).map((time, index) => time - (at[index] ?? 0) - fixture.server.latencyMs);
    expect(rests).toEqual(expected);
  });

  it('D11 D11a begins anew after a login', async () => {
    const replies = [...times(3, 'network-before'), 'authorization', ...times(3, 'network-before')] as const;
    const fixture = await begun(1, { replies: { [REPORT]: replies } });
    expect(await fixture.shows('paused')).toMatchObject({ why: 'authorization' });
    const reasons = new Set<string>();
    fixture.runner.subscribe(() => {
      if (fixture.state.status === 'paused') reasons.add(fixture.state.why);
    });
    fixture.runner.goOn();
    await fixture.shows('finished');
    expect(reasons).not.toContain('report');
    expect(fixture.reports()).toHaveLength(8);
  });

  it('D11a is told of as the reason no more once a report went through', async () => {
    let signedIn: string | null = OPERATOR;
    const fixture = await begun(2, {
      signedIn: () => signedIn,
      replies: { [ITEM]: ['conflict'], [REPORT]: ['network-before'] },
    });
    await fixture.shows('finished');
    fixture.runner.retryUnconfirmed();
    await fixture.received(3);
    signedIn = null;
    expect(await fixture.shows('paused')).toMatchObject({ why: 'authorization', stage: 'reporting' });
    fixture.runner.cancel();
    expect(await fixture.shows('finished')).toMatchObject({ notTold: '' });
  });
});

it('D2b B5 a list that the server refuses is in no doubt after a crash', async () => {
  const fixture = await begun(2, { idempotent: false, replies: { [LIST]: ['business'] } });
  await fixture.shows('failed');
  await fixture.clock.pass(1000);
  fixture.reopen();
  expect((await fixture.shows('resumable')).saved.uncertain).toBeNull();
});

describe('the copy of a batch', () => {
  it('T4 B5 has the rows of the file where they say more than an IMEI', async () => {
    const extras = { at: () => ({ message: 'Dear Asha' }), copy: () => ['sno,name\r\n', '1,Asha\r\n'] };
    const fixture = await begun(1, { command: 'notify', input: { rows: { imeis: imeiList(1), extras } } });
    await fixture.shows('finished');
    expect(fixture.server.copies.map(({ content }) => content)).toEqual(['sno,name\r\n1,Asha\r\n']);
  });

  it.each([
    { renamesFiles: true, filename: 'server-list.csv' },
    { renamesFiles: false, filename: 'list.csv' },
  ])('B6 D1a gives the batch the name $filename at the server', async ({ renamesFiles, filename }) => {
    const fixture = new BatchFixture();
    fixture.server.renamesFiles = renamesFiles;
    await fixture.start(1);
    await fixture.shows('finished');
    const sent = fixture.server.received.slice(2).map(({ body }) => body['filename'] ?? body['fileName']);
    expect(sent).toEqual([filename, filename]);
  });

  it('B14 comes with the level of the command, where it has one', async () => {
    const [variant] = commandById('deviceAction').variants;
    const fixture = new BatchFixture({ command: 'deviceAction' });
    await fixture.shows('idle');
    fixture.runner.start(inputOf(1, { variant }));
    const { batch } = await fixture.shows('finished');
    const plain = await begun(1);
    const other = await plain.shows('finished');
    expect([fixture, plain].map(({ server }) => server.copies[0]?.fields)).toStrictEqual([
      { batchId: batch.batchId, level: variant.choice?.value },
      { batchId: other.batch.batchId },
    ]);
  });
});

it.each([
  { length: 3, yields: 0 },
  { length: 5000, yields: 0 },
  { length: 12_000, yields: 1 },
])('B5 D15 the list of $length IMEIs is whole, and lets others run $yields times', async ({ length, yields }) => {
  const yieldNow = jest.fn(() => Promise.resolve());
  const list = await joinImeis(imeiList(length), { now: () => 0, yieldNow });
  expect(list.split(',')).toEqual(Array.from({ length }, (_, index) => imeiAt(index)));
  expect(yieldNow).toHaveBeenCalledTimes(yields);
});

describe('the claim of a batch', () => {
  it.each(['business', 'invalid-request'] as const)(
    'D17a that is refused by %s is none: the batch is sent without a run',
    async (reply) => {
      const fixture = await begun(3, { chunks: true, replies: { [calls.batchClaim.path]: [reply] } });
      expect((await fixture.shows('finished')).batch.summary).toMatchObject({ done: 3, unconfirmed: 0 });
      const items = fixture.server.received.filter(({ body }) => body['imei'] !== undefined);
      expect(items.map(({ body }) => body['run'])).toEqual([undefined, undefined, undefined]);
    },
  );

  it('B11 D17a that was refused is not made up for in the middle: the server would miss the rows before', async () => {
    const fixture = await begun(120, {
      chunks: true,
      replies: { [calls.batchClaim.path]: ['business'], [calls.batchItems.path]: ['ok', 'authorization'] },
    });
    await fixture.shows('paused');
    fixture.reopen();
    await fixture.shows('resumable');
    fixture.runner.resume();
    expect((await fixture.shows('finished')).batch.summary).toMatchObject({ done: 120, unconfirmed: 0 });
    expect(fixture.server.runs.size).toBe(0);
    const items = fixture.server.received.filter(({ body }) => body['imei'] !== undefined);
    expect(items.every(({ body }) => body['run'] === undefined)).toBe(true);
  });

  it.each(['conflict', 'ok'] as const)('D17a D17b that ends in %s leaves the batch its run', async (reply) => {
    const fixture = await begun(3, { chunks: true, replies: { [calls.batchClaim.path]: [reply] } });
    await fixture.shows('finished');
    const runs = fixture.server.received.flatMap(({ body }) => (body['imei'] === undefined ? [] : [body['run']]));
    expect(runs.every((run) => run !== undefined)).toBe(true);
  });

  it.each(['business', 'timeout-before'] as const)(
    'D2 D17b that ends in %s after a conflict of one device does not take the batch away',
    async (reply) => {
      const fixture = await begun(1, {
        chunks: true,
        replies: { [ITEM]: ['conflict'], [calls.batchClaim.path]: ['ok', ...times(7, reply)] },
      });
      expect((await fixture.shows('finished')).batch.summary).toMatchObject({ done: 1, unconfirmed: 1 });
    },
  );
});

it.each([
  { what: 'before its first device', answered: 0, statuses: [] },
  { what: 'after its second device', answered: 2, statuses: ['incomplete'] },
])('B10 the server is told how far a batch is that was left $what: $statuses', async ({ answered, statuses }) => {
  const fixture = await begun(3, { replies: { [ITEM]: [...times(answered, 'ok'), 'authorization'] } });
  await fixture.shows('paused');
  fixture.reopen();
  await fixture.shows('resumable');
  await fixture.clock.pass(1000);
  expect(fixture.server.statuses).toEqual(statuses);
});

it('B10 D11 the server is not told how far a batch is whose end it knows', async () => {
  const fixture = await begun(2, { replies: { [ITEM]: ['conflict'] } });
  await fixture.shows('finished');
  fixture.reopen();
  await fixture.shows('idle');
  fixture.runner.restore(fixture.keptId);
  await fixture.shows('resumable');
  await fixture.clock.pass(1000);
  expect(fixture.server.statuses).toEqual(['complete']);
});
