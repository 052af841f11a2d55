import { type BatchFixture, imeiAt, REPORT, sending, begun } from '../testing/batch-fixture.ts';
import { type SimulatedReply, times } from '../testing/simulated-server.ts';

const MINUTE = 60_000;

/** A batch whose report meets these replies. */
const ended = (length: number, ...replies: readonly SimulatedReply[]): Promise<BatchFixture> =>
  begun(length, { replies: { [REPORT]: replies } });

describe('the report that a batch is complete', () => {
  it.each(['business', 'invalid-request'] as const)(
    'D11a %s asks the operator at once, with results, and is tried again, which shows, when the operator says so',
    async (reply) => {
      const fixture = await ended(3, reply, reply);
      const paused = await fixture.shows('paused');
      expect(paused).toMatchObject({
        why: 'report',
        stage: 'reporting',
        nextProbeAt: null,
        batch: { summary: { done: 3 } },
      });
      expect(paused.message).toMatch(/\S/);
      expect([...paused.batch.results.processed()]).toHaveLength(3);
      await fixture.clock.pass(60 * MINUTE);
      expect(fixture.reports()).toHaveLength(1);
      fixture.server.latencyMs = 500;
      for (const times of [2, 3]) {
        fixture.runner.goOn();
        await fixture.shows('reporting');
        await fixture.shows(times === 2 ? 'paused' : 'finished');
        expect(fixture.reports()).toHaveLength(times);
      }
      expect(fixture.state).toMatchObject({ notTold: null });
      expect(fixture.browser.kept.size).toBe(0);
    },
  );

  it.each(['network-before', 'server-before', 'timeout-after', 'unreadable-after'] as const)(
    'D11a D17 after %s it is tried a few times, then asked about, and goes through by itself',
    async (reply) => {
      const fixture = await ended(1, ...times(6, reply));
      expect((await fixture.shows('reporting')).batch.summary.done).toBe(1);
      const paused = await fixture.shows('paused');
      expect(paused).toMatchObject({ why: 'report', stage: 'reporting' });
      expect(paused.nextProbeAt).toBeGreaterThan(fixture.clock.now());
      expect(fixture.reports()).toHaveLength(4);
      expect(await fixture.shows('finished')).toMatchObject({ notTold: null });
      expect(fixture.reports()).toHaveLength(7);
    },
  );

  it('D11 D11a a login that has ended is waited for, and the batch can be finished here meanwhile', async () => {
    const fixture = await ended(1, 'authorization', 'authorization');
    expect(await fixture.shows('paused')).toMatchObject({ why: 'authorization', stage: 'reporting' });
    fixture.runner.goOn();
    await fixture.clock.until(() => fixture.reports().length === 2);
    await fixture.clock.pass(50);
    fixture.runner.cancel();
    expect(await fixture.shows('finished')).toMatchObject({ notTold: 'Authorization Failed' });
  });

  it('D11a D17 after a crash it is told again, and refused again it asks again', async () => {
    const fixture = await ended(2, 'business', 'business');
    await fixture.shows('paused');
    fixture.reopen();
    expect(await fixture.shows('paused')).toMatchObject({ why: 'report', batch: { summary: { done: 2 } } });
    expect(fixture.items()).toHaveLength(2);
  });

  it.each(['asked', 'retried automatically'] as const)(
    'D11 D11a a batch whose end the server does not take with unconfirmed IMEIs sends them again where it is %s',
    async (how) => {
      const refusals = how === 'asked' ? (['business'] as const) : times(4, 'server-before');
      const fixture = await begun(60, {
        chunks: true,
        replies: { [REPORT]: refusals },
        failsAt: { 7: 'server-after' },
      });
      await fixture.clock.until(() => fixture.state.status === 'paused' && fixture.state.why === 'report');
      expect(fixture.state).toMatchObject({ batch: { summary: { done: 60, unconfirmed: 1 } } });
      fixture.server.failsAt.clear();
      fixture.runner.goOn('resend');
      expect(await fixture.shows('finished')).toMatchObject({
        notTold: null,
        batch: { summary: { done: 60, unconfirmed: 0 } },
      });
      expect(fixture.items().at(-1)).toBe(imeiAt(7));
      expect(new Set(fixture.server.acted).size).toBe(60);
      // It is told again that the batch is complete, and then there is nothing left here.
      expect(fixture.server.statuses).toEqual(['complete']);
      expect(fixture.browser.kept.size).toBe(0);
    },
  );

  it('D11 D17b after a crash they are sent again by a run that has claimed the batch', async () => {
    const fixture = await begun(60, {
      chunks: true,
      replies: { [REPORT]: ['business', 'business'] },
      failsAt: { 7: 'server-before' },
    });
    await fixture.clock.until(() => fixture.state.status === 'paused' && fixture.state.why === 'report');
    fixture.reopen();
    await fixture.shows('paused');
    fixture.server.failsAt.clear();
    fixture.runner.goOn('resend');
    expect((await fixture.shows('finished')).batch.summary).toMatchObject({ found: 40, unconfirmed: 0 });
    const [run] = fixture.server.runs.values();
    expect(fixture.server.received.findLast(({ body }) => body['imei'] !== undefined)?.body['run']).toBe(run);
  });

  it('D11a a batch can be finished while the server does not answer', async () => {
    const fixture = await ended(1);
    fixture.server.latencyMs = 20_000;
    await fixture.shows('reporting');
    fixture.runner.finishHere();
    await fixture.shows('finished');
    await fixture.clock.pass(60 * MINUTE);
    expect(fixture.state).toMatchObject({ status: 'finished', notTold: null });
  });

  it('D11a there is nothing to finish here while devices are left', async () => {
    const fixture = await sending(20, 5);
    fixture.runner.finishHere();
    expect((await fixture.shows('finished')).batch.summary.done).toBe(20);
  });
});
