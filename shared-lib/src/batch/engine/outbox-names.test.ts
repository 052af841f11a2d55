import { BatchFixture, imeiAt } from '../testing/batch-fixture.ts';

const REPORT = 'updateStatusOnServer.php';
const MINUTE = 60_000;

/** The last IMEIs of the batches that were reported as complete. */
function toldOf({ server }: BatchFixture): unknown[] {
  const reports = server.received.filter(({ path, body }) => path === REPORT && body['isComplete'] === 'complete');
  return reports.map(({ body }) => body['lastimei']);
}

describe("a back end that knows a batch by its file's name alone", () => {
  /**
   * A batch of a file of the same name as the one that was finished here, from now on under that name at the server
   * too.
   */
  async function secondOfTheName(): Promise<BatchFixture> {
    const fixture = new BatchFixture();
    fixture.server.renamesFiles = false;
    fixture.server.nextOf(REPORT, 'business');
    await fixture.start(1);
    await fixture.shows('paused');
    fixture.runner.finishHere();
    await fixture.shows('finished');
    fixture.runner.newBatch();
    await fixture.start(120);
    await fixture.received(61);
    return fixture;
  }

  it('D11a is not told that the older of two files is complete while the younger runs, nor after it', async () => {
    const fixture = await secondOfTheName();
    fixture.runner.pause();
    await fixture.shows('paused');
    await fixture.clock.pass(60 * MINUTE);
    expect(fixture.server.statuses).toEqual([]);
    fixture.runner.goOn();
    await fixture.shows('finished');
    await fixture.clock.pass(60 * MINUTE);
    expect(toldOf(fixture)).toEqual([imeiAt(0), imeiAt(119)]);
    expect(fixture.browser.kept.size).toBe(0);
  });

  it('D11a is not told so after the younger was left unfinished', async () => {
    const fixture = await secondOfTheName();
    fixture.runner.cancel();
    await fixture.shows('idle');
    fixture.reopen();
    await fixture.clock.pass(60 * MINUTE);
    expect(fixture.server.statuses).toEqual([]);
    expect(fixture.browser.kept.size).toBe(2);
  });
});
