import { Bench, imeiAt } from '../testing/bench.ts';

const REPORT = 'updateStatusOnServer.php';
const MINUTE = 60_000;

/** The last IMEIs of the batches that were reported as complete. */
function toldOf({ server }: Bench): unknown[] {
  const reports = server.received.filter(({ path, body }) => path === REPORT && body['isComplete'] === 'complete');
  return reports.map(({ body }) => body['lastimei']);
}

describe("a back end that knows a batch by its file's name alone", () => {
  /**
   * A batch of a file of the same name as the one that was finished here, from now on under that name at the server
   * too.
   */
  async function secondOfTheName(): Promise<Bench> {
    const bench = new Bench();
    bench.server.renamesFiles = false;
    bench.server.nextOf(REPORT, 'business');
    await bench.start(1);
    await bench.shows('paused');
    bench.runner.finishHere();
    await bench.shows('finished');
    bench.runner.newBatch();
    await bench.start(120);
    await bench.received(61);
    return bench;
  }

  it('D11a is not told that the older of two files is complete while the younger runs, nor after it', async () => {
    const bench = await secondOfTheName();
    bench.runner.pause();
    await bench.shows('paused');
    await bench.clock.pass(60 * MINUTE);
    expect(bench.server.statuses).toEqual([]);
    bench.runner.goOn();
    await bench.shows('finished');
    await bench.clock.pass(60 * MINUTE);
    expect(toldOf(bench)).toEqual([imeiAt(0), imeiAt(119)]);
    expect(bench.browser.kept.size).toBe(0);
  });

  it('D11a is not told so after the younger was left unfinished', async () => {
    const bench = await secondOfTheName();
    bench.runner.cancel();
    await bench.shows('idle');
    bench.reopen();
    await bench.clock.pass(60 * MINUTE);
    expect(bench.server.statuses).toEqual([]);
    expect(bench.browser.kept.size).toBe(2);
  });
});
