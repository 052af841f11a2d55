import { Bench } from '../testing/bench.ts';
import type { Fate } from '../testing/simulated-server.ts';

const REPORT = 'updateStatusOnServer.php';
const MINUTE = 60_000;

const reports = ({ server }: Bench) =>
  server.received.filter(({ path, body }) => path === REPORT && body['isComplete'] === 'complete');

/** A batch whose report meets these fates. */
async function ended(length: number, ...fates: Fate[]): Promise<Bench> {
  const bench = new Bench();
  bench.server.nextOf(REPORT, ...fates);
  await bench.start(length);
  return bench;
}

describe('the report that a batch is complete', () => {
  it.each(['business', 'invalid-request'] as const)('D11a %s asks the operator at once, with results', async (fate) => {
    const bench = await ended(3, fate);
    const paused = await bench.shows('paused');
    expect(paused).toMatchObject({
      why: 'report',
      stage: 'reporting',
      nextProbeAt: null,
      batch: { summary: { done: 3 } },
    });
    expect(paused.message).toMatch(/\S/);
    expect([...paused.batch.results.processed()]).toHaveLength(3);
    await bench.clock.pass(60 * MINUTE);
    expect(reports(bench)).toHaveLength(1);
  });

  it('D11a a refused one is sent again when the operator says so', async () => {
    const bench = await ended(1, 'business', 'business');
    await bench.shows('paused');
    bench.runner.goOn();
    await bench.clock.until(() => reports(bench).length === 2);
    await bench.clock.pass(50);
    expect(await bench.shows('paused')).toMatchObject({ why: 'report' });
    bench.runner.goOn();
    expect(await bench.shows('finished')).toMatchObject({ notTold: null });
    expect(bench.browser.kept.size).toBe(0);
  });

  it.each(['network-before', 'server-before', 'timeout-after', 'unreadable-after'] as const)(
    'D11a D17 after %s it is tried a few times, then asked about, and goes through by itself',
    async (fate) => {
      const bench = await ended(1, ...Array.from({ length: 6 }, () => fate));
      expect((await bench.shows('reporting')).batch.summary.done).toBe(1);
      const paused = await bench.shows('paused');
      expect(paused).toMatchObject({ why: 'report', stage: 'reporting' });
      expect(paused.nextProbeAt).toBeGreaterThan(bench.clock.now());
      expect(reports(bench)).toHaveLength(4);
      expect(await bench.shows('finished')).toMatchObject({ notTold: null });
      expect(reports(bench)).toHaveLength(7);
    },
  );

  it('D11a trying again shows that it is being tried', async () => {
    const bench = await ended(1, 'business');
    await bench.shows('paused');
    bench.server.latencyMs = 500;
    bench.runner.goOn();
    await bench.shows('reporting');
    await bench.shows('finished');
  });

  it('D11 D11a a login that has ended is waited for, and the batch can be finished here meanwhile', async () => {
    const bench = await ended(1, 'authorization', 'authorization');
    expect(await bench.shows('paused')).toMatchObject({ why: 'authorization', stage: 'reporting' });
    bench.runner.goOn();
    await bench.clock.until(() => reports(bench).length === 2);
    await bench.clock.pass(50);
    bench.runner.cancel();
    expect(await bench.shows('finished')).toMatchObject({ notTold: 'Authorization Failed' });
  });

  it('D11a D17 after a crash it is told again, and refused again it asks again', async () => {
    const bench = await ended(2, 'business', 'business');
    await bench.shows('paused');
    bench.reopen();
    expect(await bench.shows('paused')).toMatchObject({ why: 'report', batch: { summary: { done: 2 } } });
    expect(bench.items()).toHaveLength(2);
  });

  it('D11a a batch can be finished while the server does not answer', async () => {
    const bench = await ended(1);
    bench.server.latencyMs = 20_000;
    await bench.shows('reporting');
    bench.runner.finishHere();
    await bench.shows('finished');
    await bench.clock.pass(60 * MINUTE);
    expect(bench.state).toMatchObject({ status: 'finished', notTold: null });
  });

  it('D11a there is nothing to finish here while devices are left', async () => {
    const bench = new Bench();
    await bench.start(20);
    await bench.received(5);
    bench.runner.finishHere();
    expect((await bench.shows('finished')).batch.summary.done).toBe(20);
  });
});
