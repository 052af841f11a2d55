import { calls } from '../../../contract/index.ts';
import { BatchFixture, begun, imeiAt, ITEM } from '../../testing/batch-fixture.ts';
import { times } from '../../testing/simulated-server.ts';

const HOME = calls.homeData.path;

const asked = ({ server }: BatchFixture, path: string): number =>
  server.received.filter((call) => call.path === path).length;

/** Milliseconds between the sendings of the only device, without the time of the answers. */
function rests({ server }: BatchFixture): readonly number[] {
  const sentAt = server.received.filter(({ path }) => path === ITEM).map(({ at }) => at);
  return sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0) - server.latencyMs);
}

describe('a server that is asked something else while a sending fails', () => {
  it.each(['ok', 'business', 'conflict', 'invalid-request', 'authorization', 'forbidden'] as const)(
    'D11 works if it answers with %s: what failed before and after is unconfirmed',
    async (reply) => {
      const fixture = await begun(1, { replies: { [ITEM]: times(8, 'server-before'), [HOME]: times(2, reply) } });
      expect((await fixture.shows('finished')).batch.summary).toMatchObject({ done: 1, unconfirmed: 1 });
      expect([asked(fixture, ITEM), asked(fixture, HOME)]).toEqual([7, 2]);
    },
  );

  it.each([
    'network-before',
    'not-sent',
    'timeout-before',
    'server-before',
    'unreadable-after',
    'throttled',
    'held',
    'overloaded',
  ] as const)('D11 is not there if that ends in %s: the sending goes again until it is', async (reply) => {
    const fixture = await begun(1, { replies: { [ITEM]: times(9, 'server-before'), [HOME]: times(4, reply) } });
    expect((await fixture.shows('finished')).batch.summary).toMatchObject({ found: 1, unconfirmed: 0 });
    expect([asked(fixture, ITEM), asked(fixture, HOME)]).toEqual([10, 4]);
  });

  it.each([
    { reply: 'server-before', failures: 5, questions: 0, unconfirmed: 0 },
    { reply: 'server-before', failures: 6, questions: 1, unconfirmed: 0 },
    { reply: 'server-before', failures: 7, questions: 2, unconfirmed: 1 },
    { reply: 'timeout-after', failures: 7, questions: 2, unconfirmed: 1 },
    { reply: 'network-before', failures: 9, questions: 0, unconfirmed: 0 },
    { reply: 'overloaded', failures: 9, questions: 0, unconfirmed: 0 },
  ] as const)(
    'D11 is asked from the sixth failure on, if its content may be the reason: $reply, $failures times',
    (given) => checkQuestions(given),
  );

  it('D11 D17b is asked for the batch where it keeps batches', async () => {
    const fixture = await begun(3, { chunks: true, failsAt: { 1: 'server-before' } });
    expect((await fixture.shows('finished')).batch.summary).toMatchObject({ done: 3, unconfirmed: 1 });
    expect(asked(fixture, HOME)).toBe(0);
  });

  it('D11a a bug in the question is shown, and not taken for an absent server', async () => {
    const fixture = await begun(1, { replies: { [ITEM]: times(7, 'server-before'), [HOME]: ['bug'] } });
    expect(await fixture.shows('failed')).toMatchObject({ stage: 'internal', message: 'a bug' });
  });

  it.each(['authorization', 'forbidden', 'throttled', 'held'] as const)(
    'D11 begins to be counted anew after an answer of %s between the failures',
    async (reply) => {
      const fixture = await begun(1, {
        replies: { [ITEM]: [...times(6, 'server-before'), reply, ...times(5, 'server-before')] },
      });
      await fixture.clock.until(() => asked(fixture, ITEM) === 7);
      await fixture.clock.pass(10);
      if (reply === 'authorization' || reply === 'forbidden') fixture.runner.goOn();
      expect((await fixture.shows('finished')).batch.summary).toMatchObject({ found: 1, unconfirmed: 0 });
      expect([asked(fixture, ITEM), asked(fixture, HOME)]).toEqual([13, 1]);
    },
  );

  it('D11 is sent the same at once after it has answered', async () => {
    const fixture = await begun(1, { replies: { [ITEM]: times(7, 'server-before') } });
    await fixture.shows('finished');
    expect(rests(fixture)).toEqual([500, 1000, 2000, 4000, 8000, fixture.server.latencyMs]);
  });

  it.each([
    { what: 'was away for long', replies: times(6, 'network-before'), unconfirmed: 0 },
    { what: 'took no more for long', replies: ['held'], unconfirmed: 0 },
    { what: 'failed at one device', replies: times(8, 'server-before'), unconfirmed: 1 },
  ] as const)('D11 is shown to be sent to again after it $what', async ({ replies, unconfirmed }) => {
    const fixture = new BatchFixture();
    fixture.server.latencyMs = 400;
    fixture.server.nextOf(ITEM, ...replies);
    fixture.server.nextOf(HOME, 'server-before');
    await fixture.start(2);
    await fixture.clock.until(() => fixture.items().includes(imeiAt(1)));
    await fixture.clock.pass(100);
    expect(fixture.state).toMatchObject({ status: 'running', batch: { summary: { unconfirmed } } });
  });
});

async function checkQuestions(given: {
  readonly reply: 'server-before' | 'timeout-after' | 'network-before' | 'overloaded';
  readonly failures: number;
  readonly questions: number;
  readonly unconfirmed: number;
}): Promise<void> {
  const { reply, failures, questions, unconfirmed } = given;
  const fixture = await begun(1, { replies: { [ITEM]: times(failures, reply) } });
  expect((await fixture.shows('finished')).batch.summary).toMatchObject({ done: 1, unconfirmed });
  expect(asked(fixture, HOME)).toBe(questions);
  expect(asked(fixture, ITEM)).toBe(failures + 1 - unconfirmed);
}

describe('the rest before the same is sent again', () => {
  it.each([
    { reply: 'network-before', expected: [500, 1000, 2000, 4000, 8000, 15_000, 15_000] },
    { reply: 'overloaded', expected: [8000, 8000, 8000, 8000, 8000, 15_000, 15_000] },
    { reply: 'restarting', expected: [120_000, 120_000] },
    { reply: 'throttled', expected: [3000, 3000] },
    { reply: 'held', expected: [60_000, 60_000] },
  ] as const)('D2a D11 after $reply grows, and is at least what the server says', async ({ reply, expected }) => {
    const fixture = await begun(1, { replies: { [ITEM]: times(expected.length, reply) } });
    await fixture.shows('finished');
    expect(rests(fixture)).toEqual(expected);
  });

  it('D2b D11 begins anew once the operator has it sent again', async () => {
    const replies = [...times(4, 'not-sent'), 'network-after', ...times(2, 'not-sent')] as const;
    const fixture = await begun(1, { idempotent: false, replies: { [ITEM]: replies } });
    await fixture.shows('paused');
    fixture.runner.goOn('resend');
    await fixture.shows('finished');
    // It is written down before each sending, which takes a millisecond.
    const written = rests(fixture).map((milliseconds) => milliseconds - 1);
    expect(written.slice(0, 4)).toEqual([500, 1000, 2000, 4000]);
    expect(written.slice(-2)).toEqual([500, 1000]);
  });

  it('D11 stays a pause while the server is tried and asked', async () => {
    const fixture = new BatchFixture();
    fixture.server.latencyMs = 400;
    fixture.server.nextOf(ITEM, ...times(20, 'server-before'));
    fixture.server.nextOf(HOME, ...times(20, 'server-before'));
    await fixture.start(1);
    await fixture.shows('paused');
    const shown = new Set<string>();
    const stop = fixture.runner.subscribe(() => shown.add(fixture.state.status));
    await fixture.clock.pass(60_000);
    stop();
    expect([...shown]).toEqual(['paused']);
    expect((await fixture.shows('finished')).batch.summary.unconfirmed).toBe(0);
  });

  it.each([
    { reply: 'network-before', failures: 5, shows: 'running' },
    { reply: 'network-before', failures: 6, shows: 'paused' },
    { reply: 'overloaded', failures: 5, shows: 'running' },
    { reply: 'restarting', failures: 1, shows: 'paused' },
    { reply: 'throttled', failures: 9, shows: 'running' },
    { reply: 'held', failures: 1, shows: 'paused' },
  ] as const)('D11 after $reply is shown as a pause if it is long: $failures times', async (given) => {
    const { reply, failures, shows } = given;
    const fixture = await begun(1, { replies: { [ITEM]: times(failures, reply) } });
    const states = new Set<string>();
    fixture.runner.subscribe(() => states.add(fixture.state.status));
    await fixture.shows('finished');
    expect(states.has('paused')).toBe(shows === 'paused');
  });
});
