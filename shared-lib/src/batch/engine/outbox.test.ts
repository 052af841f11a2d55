import { commandById } from '../../contract/index.ts';
import { Bench, OPERATOR, imeiAt, imeiList, inputOf } from '../testing/bench.ts';
import type { Fate } from '../testing/simulated-server.ts';
import type { StoredBatch } from './index.ts';

const REPORT = 'updateStatusOnServer.php';
const MINUTE = 60_000;
const key = { operator: OPERATOR, command: 'lock' } as const;

const reports = ({ server }: Bench) =>
  server.received.filter(({ path, body }) => path === REPORT && body['isComplete'] === 'complete');
const toldFiles = (bench: Bench) => reports(bench).map(({ body }) => body['lastimei']);
const phases = ({ browser }: Bench) =>
  [...browser.kept.values()].map(({ batch, archivedAt }) => [batch.progress.phase, archivedAt === null]);

/** A batch that the operator has finished here after a refusal; later reports meet the further fates. */
async function finishedHere(length: number, ...later: Fate[]): Promise<Bench> {
  const bench = new Bench();
  bench.server.nextOf(REPORT, 'business', ...later);
  await bench.start(length);
  await bench.shows('paused');
  bench.runner.finishHere();
  await bench.shows('finished');
  return bench;
}

describe('a batch that was finished here', () => {
  it('D11a keeps its results and why the server was not told, and makes room for a new one at once', async () => {
    const bench = await finishedHere(3);
    expect(bench.state).toMatchObject({
      status: 'finished',
      notTold: 'Device is not enrolled',
      batch: { summary: { done: 3 } },
    });
    expect(phases(bench)).toEqual([['reporting', false]]);
    const listing = bench.runner.archived();
    await bench.clock.pass(10);
    expect((await listing).map(({ progress }) => progress.notTold)).toEqual(['Device is not enrolled']);
    bench.runner.newBatch();
    await bench.start(1);
    await bench.shows('finished');
  });

  it('D11a is told of when the next batch ends', async () => {
    const bench = await finishedHere(3);
    bench.runner.newBatch();
    await bench.start(1, { name: 'next.csv' });
    await bench.shows('finished');
    await bench.clock.pass(1000);
    expect(toldFiles(bench)).toEqual([imeiAt(2), imeiAt(0), imeiAt(2)]);
    expect(bench.browser.kept.size).toBe(0);
  });

  it('D11a is told of by itself after a rest, once, and the card says so', async () => {
    const bench = await finishedHere(2, 'network-before', 'server-before');
    await bench.clock.until(() => bench.state.status === 'finished' && bench.state.notTold === null);
    expect(bench.clock.now()).toBeGreaterThan(1_000_000 + 3 * MINUTE);
    expect(reports(bench)).toHaveLength(4);
    expect(bench.browser.kept.size).toBe(0);
    await bench.clock.pass(600 * MINUTE);
    expect(reports(bench)).toHaveLength(4);
    expect(bench.server.statuses).toEqual(['complete']);
  });

  it('D11a D15 is told of by the next page, whatever was lost with this one', async () => {
    const bench = await finishedHere(2);
    bench.reopen(4000);
    await bench.shows('idle');
    await bench.clock.until(() => bench.browser.kept.size === 0);
    expect(toldFiles(bench)).toEqual([imeiAt(1), imeiAt(1)]);
    expect(bench.items()).toHaveLength(2);
  });

  it('D11a is told of on the screen of any command', async () => {
    const bench = await finishedHere(2);
    bench.browser.kill(() => true);
    const other = bench.open('unlock');
    await bench.shows('idle', other);
    await bench.clock.until(() => bench.browser.kept.size === 0);
    expect(reports(bench).at(-1)?.body).toMatchObject({
      statusOf: 'lockfiles',
      lastimei: imeiAt(1),
      fileName: 'server-list.csv',
    });
  });

  it('D11a several are told of in order, and one that is refused again holds up no other', async () => {
    const bench = new Bench();
    for (const length of [1, 2, 3]) {
      bench.server.nextOf(REPORT, 'business');
      await bench.start(length, { name: `${String(length)}.csv` });
      await bench.clock.until(() => bench.state.status === 'paused' && bench.state.batch.summary.valid === length);
      bench.runner.finishHere();
      await bench.shows('finished');
      bench.runner.newBatch();
    }
    bench.server.nextOf(REPORT, 'ok', 'business', 'ok');
    bench.reopen();
    await bench.shows('idle');
    await bench.clock.pass(1000);
    expect(toldFiles(bench).slice(3)).toEqual([imeiAt(0), imeiAt(1), imeiAt(2)]);
    expect([...bench.browser.kept.values()].map(({ batch }) => batch.header.fileName)).toEqual(['2.csv']);
    await bench.clock.until(() => bench.browser.kept.size === 0);
    expect(toldFiles(bench).at(-1)).toBe(imeiAt(1));
  });

  it('D11 D11a with unconfirmed IMEIs it stays in the archive once it was told of, to be sent again', async () => {
    const bench = new Bench();
    bench.server.next('ok', 'ok', 'server-before');
    bench.server.nextOf(REPORT, 'business');
    await bench.start(2);
    await bench.shows('paused');
    bench.runner.finishHere();
    await bench.clock.until(() => bench.state.status === 'finished' && bench.state.notTold === null);
    expect(phases(bench)).toEqual([['finished', false]]);
    bench.runner.retryUnconfirmed();
    await bench.clock.until(() => bench.state.status === 'finished' && bench.state.batch.summary.unconfirmed === 0);
    expect(bench.browser.kept.size).toBe(0);
  });

  it('D11 D11a its unconfirmed IMEIs can be sent again before it was told of', async () => {
    const bench = new Bench();
    bench.server.next('ok', 'ok', 'server-before');
    bench.server.nextOf(REPORT, 'business');
    await bench.start(2);
    await bench.shows('paused');
    bench.runner.finishHere();
    await bench.shows('finished');
    bench.runner.retryUnconfirmed();
    await bench.clock.until(() => bench.state.status === 'finished' && bench.state.batch.summary.unconfirmed === 0);
    expect(bench.state).toMatchObject({ notTold: null });
    expect(bench.items()).toEqual([0, 1, 0].map(imeiAt));
    expect(bench.browser.kept.size).toBe(0);
  });

  it('D11a D14 can be resumed, which tells the server now and shows its results', async () => {
    const bench = await finishedHere(2, 'business');
    bench.reopen();
    await bench.shows('idle');
    await bench.clock.pass(100);
    bench.runner.restore(bench.browser.kept.keys().next().value ?? '');
    expect(await bench.shows('finished')).toMatchObject({ notTold: null, batch: { summary: { done: 2 } } });
    expect(bench.browser.kept.size).toBe(0);
  });

  it('D11a D14 is not told of once the operator has deleted it', async () => {
    const bench = await finishedHere(2);
    const deleting = bench.runner.discard(bench.browser.kept.keys().next().value ?? '');
    await bench.clock.pass(10);
    await deleting;
    await bench.clock.pass(600 * MINUTE);
    expect(reports(bench)).toHaveLength(1);
  });

  it("D9a D11a is not told of under another operator's session", async () => {
    let signedIn: string | null = OPERATOR;
    const bench = new Bench({ signedIn: () => signedIn });
    bench.server.nextOf(REPORT, 'business');
    await bench.start(1);
    await bench.shows('paused');
    bench.runner.finishHere();
    await bench.shows('finished');
    signedIn = null;
    await bench.clock.pass(60 * MINUTE);
    expect(reports(bench)).toHaveLength(1);
    signedIn = OPERATOR;
    bench.manager.signedIn(OPERATOR);
    await bench.clock.until(() => bench.browser.kept.size === 0);
  });

  it('D11a D16 two tabs tell it once', async () => {
    const bench = await finishedHere(1);
    const other = bench.open('unlock');
    await bench.shows('idle', other);
    bench.open('release');
    await bench.clock.pass(60 * MINUTE);
    expect(bench.server.statuses).toEqual(['complete']);
  });

  it('D11a a full or broken disk keeps nobody from work, and it is told of later', async () => {
    const bench = await finishedHere(1);
    bench.browser.failsUntold = true;
    bench.runner.newBatch();
    await bench.shows('idle');
    await bench.clock.pass(10 * MINUTE);
    expect(bench.state.status).toBe('idle');
    bench.browser.failsUntold = false;
    await bench.clock.until(() => bench.browser.kept.size === 0);
  });

  it('D11a a disposed manager tells nothing any more', async () => {
    const bench = await finishedHere(1);
    bench.manager.dispose();
    await bench.clock.pass(600 * MINUTE);
    expect(reports(bench)).toHaveLength(1);
  });

  it('D11a a batch that a release before has left at its report is told of', async () => {
    const bench = new Bench();
    await bench.shows('idle');
    bench.browser.keep(leftAtItsReport(), 5);
    bench.reopen();
    await bench.clock.until(() => bench.browser.kept.size === 0);
    expect(reports(bench).map(({ body }) => body)).toMatchObject([
      { fileName: 'old.csv', isComplete: 'complete', batchId: 'before' },
    ]);
  });
});

it('D16 a runner of its own, without a manager, tells of its batches too', async () => {
  const bench = await finishedHere(1);
  bench.browser.kill(() => true);
  const runner = bench.openAlone(commandById('lock'));
  await bench.shows('idle', runner);
  await bench.clock.until(() => bench.browser.kept.size === 0);
  runner.start(inputOf(1));
  await bench.shows('finished', runner);
  runner.dispose();
});

function leftAtItsReport(): StoredBatch {
  const imeis = imeiList(2);
  return {
    header: {
      schemaVersion: 1,
      batchId: 'before',
      ...key,
      action: 'lock',
      fileName: 'old.csv',
      hasExtras: false,
      createdAt: 1,
      totals: { total: 2, valid: 2, invalid: 0, duplicates: 0 },
    },
    progress: {
      phase: 'reporting',
      serverFileName: 'old.csv',
      next: 2,
      lastImei: imeiAt(1),
      sending: null,
      elapsedMs: 0,
    },
    imeis,
    segments: [{ segment: 0, codes: Uint8Array.of(1, 1), messages: [] }],
  };
}
