import { commandById } from '../../contract/index.ts';
import { BatchFixture, begun, inputOf, OPERATOR, REPORT, imeiAt, sending } from '../testing/batch-fixture.ts';
import { BatchStorageError } from './index.ts';
import { type SimulatedReply, times } from '../testing/simulated-server.ts';

const MINUTE = 60_000;

const reportedFiles = (fixture: BatchFixture) => fixture.reports().map(({ body }) => body['lastimei']);
const phases = ({ browser }: BatchFixture) =>
  [...browser.kept.values()].map(({ batch, archivedAt }) => [batch.progress.phase, archivedAt === null]);

/** A batch that the operator has finished here after a refusal; later reports meet the further replies. */
async function finishedHere(
  length: number,
  {
    later = [],
    fixture = new BatchFixture(),
    name = 'list.csv',
  }: { later?: readonly SimulatedReply[]; fixture?: BatchFixture; name?: string } = {},
): Promise<BatchFixture> {
  fixture.server.nextOf(REPORT, 'business', ...later);
  await fixture.start(length, { name });
  await fixture.shows('paused');
  fixture.runner.finishHere();
  await fixture.shows('finished');
  return fixture;
}

/** Such a batch of two, of which the first is unconfirmed. */
function unconfirmedAndFinishedHere(): Promise<BatchFixture> {
  const fixture = new BatchFixture();
  fixture.server.next('ok', 'ok', 'conflict');
  return finishedHere(2, { fixture });
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
    const listed = await fixture.over(fixture.runner.archived());
    expect(listed.map(({ progress }) => progress.notTold)).toEqual(['Device is not enrolled']);
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
    expect(reportedFiles(fixture)).toEqual([imeiAt(2), imeiAt(0), imeiAt(2)]);
    expect(fixture.browser.kept.size).toBe(0);
  });

  it('D11a is told of by itself after a rest, once, and the card says so', async () => {
    const fixture = await finishedHere(2, { later: ['network-before', 'server-before'] });
    await fixture.clock.until(() => fixture.state.status === 'finished' && fixture.state.notTold === null);
    expect(fixture.clock.now()).toBeGreaterThan(1_000_000 + 3 * MINUTE);
    expect(fixture.reports()).toHaveLength(4);
    expect(fixture.browser.kept.size).toBe(0);
    await fixture.clock.pass(600 * MINUTE);
    expect(fixture.reports()).toHaveLength(4);
    expect(fixture.server.statuses).toEqual(['complete']);
  });

  it('D11a D15 is told of by the next page, of any command, whatever was lost with this one', async () => {
    const fixture = await finishedHere(2);
    fixture.browser.kill(() => false, 4000);
    const other = fixture.open('unlock');
    await fixture.shows('idle', other);
    await fixture.clock.until(() => fixture.browser.kept.size === 0);
    expect(fixture.reports().at(-1)?.body).toMatchObject({
      statusOf: 'lockfiles',
      lastimei: imeiAt(1),
      fileName: 'server-list.csv',
    });
  });

  it('D11a several are told of in order, and one that is refused again holds up no other', async () => {
    const fixture = new BatchFixture();
    for (const length of [1, 2, 3]) {
      await finishedHere(length, { fixture, name: `${String(length)}.csv` });
      fixture.runner.newBatch();
    }
    fixture.server.nextOf(REPORT, 'ok', 'business', 'ok');
    fixture.reopen();
    await fixture.shows('idle');
    await fixture.clock.pass(1000);
    expect(reportedFiles(fixture).slice(3)).toEqual([imeiAt(0), imeiAt(1), imeiAt(2)]);
    expect([...fixture.browser.kept.values()].map(({ batch }) => batch.header.fileName)).toEqual(['2.csv']);
    await fixture.clock.until(() => fixture.browser.kept.size === 0);
    expect(reportedFiles(fixture).at(-1)).toBe(imeiAt(1));
  });

  it('D11a one that ends while another is told of is told of later', async () => {
    const fixture = await finishedHere(2, { later: ['business', 'business'] });
    const other = fixture.manager.runnerFor(OPERATOR, commandById('unlock'));
    await fixture.shows('idle', other);
    other.start(inputOf(1, { name: 'other.csv' }));
    await fixture.shows('paused', other);
    fixture.server.latencyMs = 5000;
    const told = fixture.reports().length;
    await fixture.clock.until(() => fixture.reports().length > told);
    other.finishHere();
    await fixture.shows('finished', other);
    expect(fixture.reports()).toHaveLength(told + 1);
    await fixture.clock.pass(10 * MINUTE);
    expect(fixture.browser.kept.size).toBe(0);
  });

  it('D11a nothing is told once the page has closed', async () => {
    const fixture = await finishedHere(2);
    fixture.server.latencyMs = 5000;
    const told = fixture.reports().length;
    fixture.server.nextOf(REPORT, 'business');
    await fixture.clock.until(() => fixture.reports().length > told);
    fixture.manager.dispose();
    await fixture.clock.pass(600 * MINUTE);
    expect(fixture.reports()).toHaveLength(told + 1);
    // No timer is left.
    expect(await fixture.clock.step()).toBe(false);
  });

  it.each(['network-before', 'server-before', 'throttled'] as const)(
    'D11a after %s for one the server is spared the others until later',
    async (reply) => {
      const fixture = new BatchFixture();
      for (const name of ['1.csv', '2.csv']) {
        await finishedHere(1, { fixture, name });
        fixture.runner.newBatch();
      }
      fixture.server.nextOf(REPORT, reply);
      fixture.reopen();
      await fixture.shows('idle');
      await fixture.clock.pass(1000);
      expect(fixture.reports()).toHaveLength(3);
      await fixture.clock.until(() => fixture.browser.kept.size === 0);
      expect(fixture.reports()).toHaveLength(5);
    },
  );

  it('D11 D11a with unconfirmed IMEIs it stays in the archive once it was told of, to be sent again', async () => {
    const fixture = await unconfirmedAndFinishedHere();
    await fixture.clock.until(() => fixture.state.status === 'finished' && fixture.state.notTold === null);
    expect(phases(fixture)).toEqual([['finished', false]]);
    fixture.runner.retryUnconfirmed();
    await fixture.confirmed();
    expect(fixture.browser.kept.size).toBe(0);
  });

  it('D11 D11a its unconfirmed IMEIs can be sent again before it was told of', async () => {
    const fixture = await unconfirmedAndFinishedHere();
    fixture.runner.retryUnconfirmed();
    await fixture.confirmed();
    expect(fixture.state).toMatchObject({ notTold: null });
    expect(fixture.items()).toEqual([0, 1, 0].map(imeiAt));
    expect(fixture.browser.kept.size).toBe(0);
  });

  it('D11a D14 can be resumed, which tells the server now and shows its results', async () => {
    const fixture = await finishedHere(2, { later: ['business'] });
    fixture.reopen();
    await fixture.shows('idle');
    await fixture.clock.pass(100);
    fixture.runner.restore(fixture.keptId);
    expect(await fixture.shows('finished')).toMatchObject({ notTold: null, batch: { summary: { done: 2 } } });
    expect(fixture.browser.kept.size).toBe(0);
  });

  it('D11a D14 is not told of once the operator has deleted it', async () => {
    const fixture = await finishedHere(2);
    await fixture.over(fixture.runner.discard(fixture.keptId));
    await fixture.clock.pass(600 * MINUTE);
    expect(fixture.reports()).toHaveLength(1);
  });

  it("D9a D11a is not told of under another operator's session", async () => {
    let signedIn: string | null = OPERATOR;
    const fixture = await finishedHere(1, { fixture: new BatchFixture({ signedIn: () => signedIn }) });
    signedIn = null;
    await fixture.clock.pass(60 * MINUTE);
    expect(fixture.reports()).toHaveLength(1);
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
    fixture.browser.storageError = new BatchStorageError({ kind: 'not-stored', cause: 'The disk is gone.' });
    fixture.runner.newBatch();
    await fixture.shows('idle');
    await fixture.clock.pass(10 * MINUTE);
    expect(fixture.state.status).toBe('idle');
    fixture.browser.storageError = null;
    await fixture.clock.until(() => fixture.browser.kept.size === 0);
  });

  it('D11a a disposed manager tells nothing any more', async () => {
    const fixture = await finishedHere(1);
    fixture.manager.dispose();
    await fixture.clock.pass(600 * MINUTE);
    expect(fixture.reports()).toHaveLength(1);
  });

  it('D11a is told of after growing rests, half an hour at most, which begin anew with a login', async () => {
    const fixture = await finishedHere(1, { later: times(10, 'network-before') });
    await fixture.clock.until(() => fixture.reports().length === 9);
    const restsOf = () => {
      const at = fixture.reports().map((report) => report.at);
      return at.slice(1).map((time, index) => Math.floor((time - (at[index] ?? 0)) / MINUTE));
    };
    expect(restsOf()).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
    fixture.manager.signedIn(OPERATOR);
    await fixture.clock.until(() => fixture.reports().length === 11);
    expect(restsOf().slice(8)).toEqual([0, 1]);
  });

  it('B11 D11a that was left in the middle is not told of as complete', async () => {
    const fixture = await sending(20, 5);
    fixture.runner.cancel();
    await fixture.shows('idle');
    await fixture.clock.pass(60 * MINUTE);
    fixture.reopen();
    await fixture.clock.pass(60 * MINUTE);
    expect(fixture.server.statuses).toEqual([]);
    expect(fixture.browser.kept.size).toBe(1);
  });

  it('D11a that still asks here is told of as the operator says, not when another ends', async () => {
    const fixture = await begun(2, { replies: { [REPORT]: ['business'] } });
    await fixture.shows('paused');
    const other = fixture.manager.runnerFor(OPERATOR, commandById('unlock'));
    await fixture.shows('idle', other);
    other.start(inputOf(1, { name: 'other.csv' }));
    await fixture.shows('finished', other);
    await fixture.clock.pass(60 * MINUTE);
    expect(reportedFiles(fixture)).toEqual([imeiAt(1), imeiAt(0)]);
    expect(fixture.state).toMatchObject({ status: 'paused', why: 'report' });
  });

  it('D11a D16 is told of later by this page where another one had begun to and was closed', async () => {
    const fixture = await finishedHere(1);
    fixture.browser.locks.set(`reports:${OPERATOR}`, {});
    await fixture.clock.pass(5 * MINUTE);
    expect(fixture.reports()).toHaveLength(1);
    fixture.browser.freeSilently();
    await fixture.clock.until(() => fixture.browser.kept.size === 0);
  });

  it.each([
    { what: 'the page has no more right to', take: ({ browser }: BatchFixture) => browser.freeSilently() },
    { what: 'its manager is disposed', take: ({ manager }: BatchFixture) => manager.dispose() },
    { what: 'the operator has logged out', take: (_: BatchFixture, logOut: () => void) => logOut() },
  ])('D9a D11a D16 of several none is told of any more once $what', async ({ take }) => {
    let signedIn: string | null = OPERATOR;
    const fixture = new BatchFixture({ signedIn: () => signedIn });
    for (const name of ['1.csv', '2.csv']) {
      await finishedHere(1, { fixture, name });
      fixture.runner.newBatch();
    }
    fixture.server.latencyMs = 500;
    await fixture.clock.until(() => fixture.reports().length === 3);
    take(fixture, () => (signedIn = null));
    await fixture.clock.pass(MINUTE / 2);
    expect(fixture.reports()).toHaveLength(3);
  });

  it('D11a that ends while others are being told of is told of as soon as they are', async () => {
    const fixture = await finishedHere(1, { name: '1.csv' });
    fixture.runner.newBatch();
    fixture.server.nextOf(REPORT, 'business');
    fixture.server.latencyMs = 400;
    await fixture.start(1, { name: '2.csv' });
    await fixture.shows('paused');
    fixture.manager.signedIn(OPERATOR);
    await fixture.clock.until(() => fixture.reports().length === 3);
    fixture.runner.finishHere();
    await fixture.shows('finished');
    fixture.manager.signedIn(OPERATOR);
    await fixture.clock.pass(5000);
    expect(fixture.browser.kept.size).toBe(0);
    expect(fixture.reports()).toHaveLength(4);
  });
});

describe("a back end that knows a batch by its file's name alone", () => {
  /**
   * A batch of a file of the same name as the one that was finished here, from now on under that name at the server
   * too.
   */
  async function secondOfTheName(): Promise<BatchFixture> {
    const fixture = new BatchFixture();
    fixture.server.renamesFiles = false;
    await finishedHere(1, { fixture });
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
    expect(reportedFiles(fixture)).toEqual([imeiAt(0), imeiAt(119)]);
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

  it('D11a D14 an older one that is taken up again and ends leaves the younger to be told of', async () => {
    const fixture = new BatchFixture();
    fixture.server.renamesFiles = false;
    await fixture.start(120);
    await fixture.received(61);
    fixture.runner.cancel();
    await fixture.shows('idle');
    const older = fixture.keptId;
    await finishedHere(1, { fixture });
    fixture.runner.newBatch();
    fixture.runner.restore(older);
    await fixture.shows('resumable');
    fixture.runner.resume();
    await fixture.shows('finished');
    await fixture.clock.until(() => fixture.browser.kept.size === 0);
    expect(reportedFiles(fixture)).toEqual([imeiAt(0), imeiAt(119), imeiAt(0)]);
  });

  it('D11a a file of the same name for another command is another batch', async () => {
    const fixture = new BatchFixture();
    fixture.server.renamesFiles = false;
    await finishedHere(2, { fixture, later: ['business'] });
    const other = fixture.manager.runnerFor(OPERATOR, commandById('unlock'));
    await fixture.shows('idle', other);
    other.start(inputOf(1));
    await fixture.shows('finished', other);
    await fixture.clock.until(() => fixture.browser.kept.size === 0);
    expect(fixture.reports().map(({ body }) => body['statusOf'])).toEqual([
      'lockfiles',
      'lockfiles',
      'unlockfiles',
      'lockfiles',
    ]);
  });

  it('D11a the older of two is over once the younger was told of later', async () => {
    const fixture = new BatchFixture();
    fixture.server.renamesFiles = false;
    await finishedHere(1, { fixture });
    fixture.runner.newBatch();
    await finishedHere(2, { fixture });
    await fixture.clock.until(() => fixture.browser.kept.size === 0);
    await fixture.clock.pass(60 * MINUTE);
    expect(reportedFiles(fixture)).toEqual([imeiAt(0), imeiAt(1), imeiAt(1)]);
  });
});
