import { commandById } from '../../contract/index.ts';
import { BatchFixture, OPERATOR, imeiAt, inputOf } from '../testing/batch-fixture.ts';
import type { SimulatedReply } from '../testing/simulated-server.ts';

const REPORT = 'updateStatusOnServer.php';
const MINUTE = 60_000;

const reports = ({ server }: BatchFixture) =>
  server.received.filter(({ path, body }) => path === REPORT && body['isComplete'] === 'complete');
const toldFiles = (fixture: BatchFixture) => reports(fixture).map(({ body }) => body['lastimei']);
const phases = ({ browser }: BatchFixture) =>
  [...browser.kept.values()].map(({ batch, archivedAt }) => [batch.progress.phase, archivedAt === null]);

/** A batch that the operator has finished here after a refusal; later reports meet the further replies. */
async function finishedHere(length: number, ...later: SimulatedReply[]): Promise<BatchFixture> {
  const fixture = new BatchFixture();
  fixture.server.nextOf(REPORT, 'business', ...later);
  await fixture.start(length);
  await fixture.shows('paused');
  fixture.runner.finishHere();
  await fixture.shows('finished');
  return fixture;
}

describe('a batch that was finished here', () => {
  it('D11a keeps its results and why the server was not told, and makes room for a new one at once', async () => {
    const fixture = await finishedHere(3);
    expect(fixture.state).toMatchObject({
      status: 'finished',
      notTold: 'Device is not enrolled',
      batch: { summary: { done: 3 } },
    });
    expect(phases(fixture)).toEqual([['reporting', false]]);
    const listing = fixture.runner.archived();
    await fixture.clock.pass(10);
    expect((await listing).map(({ progress }) => progress.notTold)).toEqual(['Device is not enrolled']);
    fixture.runner.newBatch();
    await fixture.start(1);
    await fixture.shows('finished');
  });

  it('D11a is told of when the next batch ends', async () => {
    const fixture = await finishedHere(3);
    fixture.runner.newBatch();
    await fixture.start(1, { name: 'next.csv' });
    await fixture.shows('finished');
    await fixture.clock.pass(1000);
    expect(toldFiles(fixture)).toEqual([imeiAt(2), imeiAt(0), imeiAt(2)]);
    expect(fixture.browser.kept.size).toBe(0);
  });

  it('D11a is told of by itself after a rest, once, and the card says so', async () => {
    const fixture = await finishedHere(2, 'network-before', 'server-before');
    await fixture.clock.until(() => fixture.state.status === 'finished' && fixture.state.notTold === null);
    expect(fixture.clock.now()).toBeGreaterThan(1_000_000 + 3 * MINUTE);
    expect(reports(fixture)).toHaveLength(4);
    expect(fixture.browser.kept.size).toBe(0);
    await fixture.clock.pass(600 * MINUTE);
    expect(reports(fixture)).toHaveLength(4);
    expect(fixture.server.statuses).toEqual(['complete']);
  });

  it('D11a D15 is told of by the next page, whatever was lost with this one', async () => {
    const fixture = await finishedHere(2);
    fixture.reopen(4000);
    await fixture.shows('idle');
    await fixture.clock.until(() => fixture.browser.kept.size === 0);
    expect(toldFiles(fixture)).toEqual([imeiAt(1), imeiAt(1)]);
    expect(fixture.items()).toHaveLength(2);
  });

  it('D11a is told of on the screen of any command', async () => {
    const fixture = await finishedHere(2);
    fixture.browser.kill(() => true);
    const other = fixture.open('unlock');
    await fixture.shows('idle', other);
    await fixture.clock.until(() => fixture.browser.kept.size === 0);
    expect(reports(fixture).at(-1)?.body).toMatchObject({
      statusOf: 'lockfiles',
      lastimei: imeiAt(1),
      fileName: 'server-list.csv',
    });
  });

  it('D11a several are told of in order, and one that is refused again holds up no other', async () => {
    const fixture = new BatchFixture();
    for (const length of [1, 2, 3]) {
      fixture.server.nextOf(REPORT, 'business');
      await fixture.start(length, { name: `${String(length)}.csv` });
      await fixture.clock.until(
        () => fixture.state.status === 'paused' && fixture.state.batch.summary.valid === length,
      );
      fixture.runner.finishHere();
      await fixture.shows('finished');
      fixture.runner.newBatch();
    }
    fixture.server.nextOf(REPORT, 'ok', 'business', 'ok');
    fixture.reopen();
    await fixture.shows('idle');
    await fixture.clock.pass(1000);
    expect(toldFiles(fixture).slice(3)).toEqual([imeiAt(0), imeiAt(1), imeiAt(2)]);
    expect([...fixture.browser.kept.values()].map(({ batch }) => batch.header.fileName)).toEqual(['2.csv']);
    await fixture.clock.until(() => fixture.browser.kept.size === 0);
    expect(toldFiles(fixture).at(-1)).toBe(imeiAt(1));
  });

  it('D11 D11a with unconfirmed IMEIs it stays in the archive once it was told of, to be sent again', async () => {
    const fixture = new BatchFixture();
    fixture.server.next('ok', 'ok', 'server-before');
    fixture.server.nextOf(REPORT, 'business');
    await fixture.start(2);
    await fixture.shows('paused');
    fixture.runner.finishHere();
    await fixture.clock.until(() => fixture.state.status === 'finished' && fixture.state.notTold === null);
    expect(phases(fixture)).toEqual([['finished', false]]);
    fixture.runner.retryUnconfirmed();
    await fixture.clock.until(
      () => fixture.state.status === 'finished' && fixture.state.batch.summary.unconfirmed === 0,
    );
    expect(fixture.browser.kept.size).toBe(0);
  });

  it('D11 D11a its unconfirmed IMEIs can be sent again before it was told of', async () => {
    const fixture = new BatchFixture();
    fixture.server.next('ok', 'ok', 'server-before');
    fixture.server.nextOf(REPORT, 'business');
    await fixture.start(2);
    await fixture.shows('paused');
    fixture.runner.finishHere();
    await fixture.shows('finished');
    fixture.runner.retryUnconfirmed();
    await fixture.clock.until(
      () => fixture.state.status === 'finished' && fixture.state.batch.summary.unconfirmed === 0,
    );
    expect(fixture.state).toMatchObject({ notTold: null });
    expect(fixture.items()).toEqual([0, 1, 0].map(imeiAt));
    expect(fixture.browser.kept.size).toBe(0);
  });

  it('D11a D14 can be resumed, which tells the server now and shows its results', async () => {
    const fixture = await finishedHere(2, 'business');
    fixture.reopen();
    await fixture.shows('idle');
    await fixture.clock.pass(100);
    fixture.runner.restore(fixture.browser.kept.keys().next().value ?? '');
    expect(await fixture.shows('finished')).toMatchObject({ notTold: null, batch: { summary: { done: 2 } } });
    expect(fixture.browser.kept.size).toBe(0);
  });

  it('D11a D14 is not told of once the operator has deleted it', async () => {
    const fixture = await finishedHere(2);
    const deleting = fixture.runner.discard(fixture.browser.kept.keys().next().value ?? '');
    await fixture.clock.pass(10);
    await deleting;
    await fixture.clock.pass(600 * MINUTE);
    expect(reports(fixture)).toHaveLength(1);
  });

  it("D9a D11a is not told of under another operator's session", async () => {
    let signedIn: string | null = OPERATOR;
    const fixture = new BatchFixture({ signedIn: () => signedIn });
    fixture.server.nextOf(REPORT, 'business');
    await fixture.start(1);
    await fixture.shows('paused');
    fixture.runner.finishHere();
    await fixture.shows('finished');
    signedIn = null;
    await fixture.clock.pass(60 * MINUTE);
    expect(reports(fixture)).toHaveLength(1);
    signedIn = OPERATOR;
    fixture.manager.signedIn(OPERATOR);
    await fixture.clock.until(() => fixture.browser.kept.size === 0);
  });

  it('D11a D16 two tabs tell it once', async () => {
    const fixture = await finishedHere(1);
    const other = fixture.open('unlock');
    await fixture.shows('idle', other);
    fixture.open('release');
    await fixture.clock.pass(60 * MINUTE);
    expect(fixture.server.statuses).toEqual(['complete']);
  });

  it('D11a a full or broken disk keeps nobody from work, and it is told of later', async () => {
    const fixture = await finishedHere(1);
    fixture.browser.failsUntold = true;
    fixture.runner.newBatch();
    await fixture.shows('idle');
    await fixture.clock.pass(10 * MINUTE);
    expect(fixture.state.status).toBe('idle');
    fixture.browser.failsUntold = false;
    await fixture.clock.until(() => fixture.browser.kept.size === 0);
  });

  it('D11a a disposed manager tells nothing any more', async () => {
    const fixture = await finishedHere(1);
    fixture.manager.dispose();
    await fixture.clock.pass(600 * MINUTE);
    expect(reports(fixture)).toHaveLength(1);
  });
});

it('D16 a runner of its own, without a manager, tells of its batches too', async () => {
  const fixture = await finishedHere(1);
  fixture.browser.kill(() => true);
  const runner = fixture.openAlone(commandById('lock'));
  await fixture.shows('idle', runner);
  await fixture.clock.until(() => fixture.browser.kept.size === 0);
  runner.start(inputOf(1));
  await fixture.shows('finished', runner);
  runner.dispose();
});

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
    expect(toldFiles(fixture)).toEqual([imeiAt(0), imeiAt(119)]);
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
