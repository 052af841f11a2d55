import { Bench, OPERATOR, inputOf } from '../testing/bench.ts';
import { BatchStorageError } from './index.ts';

const key = { operator: OPERATOR, command: 'lock' } as const;

describe('no state is a trap', () => {
  it('D11a D15 a batch that cannot be put away shows why, with its results, and goes on later', async () => {
    const bench = new Bench();
    await bench.start(120);
    await bench.received(10);
    bench.browser.storageError = new BatchStorageError('full', 'There is no room left.');
    bench.runner.cancel();
    const failed = await bench.shows('failed');
    expect(failed).toMatchObject({ stage: 'storage', message: 'There is no room left.', mayRetry: true });
    expect([...(failed.batch?.results.processed() ?? [])]).toHaveLength(10);
    bench.browser.storageError = null;
    bench.runner.resume();
    expect((await bench.shows('finished')).batch.summary.done).toBe(120);
    expect(new Set(bench.server.acted).size).toBe(bench.server.acted.length);
  });

  it('D11a a bug in the middle of a batch is shown with its results, and the batch goes on', async () => {
    const bench = new Bench();
    await bench.start(20);
    await bench.received(5);
    bench.server.next('bug');
    const failed = await bench.shows('failed');
    expect(failed).toMatchObject({ stage: 'internal', message: 'a bug', mayRetry: true });
    expect(failed.batch?.summary.done).toBeGreaterThanOrEqual(5);
    bench.runner.resume();
    expect((await bench.shows('finished')).batch.summary.done).toBe(20);
  });

  it('D15 a storage that does not answer is told of, and tried again', async () => {
    const bench = new Bench();
    bench.browser.storageHangs = true;
    bench.reopen();
    expect(await bench.shows('failed')).toMatchObject({
      stage: 'storage',
      mayRetry: true,
      message: expect.stringMatching(/does not answer/),
    });
    bench.browser.storageHangs = false;
    bench.runner.resume();
    await bench.shows('idle');
    await bench.start(1);
    await bench.shows('finished');
  });

  it('D15 a storage that does not answer when a batch is started sends nothing', async () => {
    const bench = new Bench();
    await bench.shows('idle');
    bench.browser.storageHangs = true;
    bench.runner.start(inputOf(1));
    await bench.shows('failed');
    expect(bench.server.received).toEqual([]);
  });

  it('B4 the reading of a file can be cancelled', async () => {
    const bench = new Bench();
    await bench.shows('idle');
    let stop: () => void = () => undefined;
    const reading = new Promise<{ readonly kind: 'cancelled' }>((resolve) => {
      stop = () => resolve({ kind: 'cancelled' });
    });
    bench.runner.read(
      'a.csv',
      10,
      () => reading,
      () => stop(),
    );
    await bench.shows('reading');
    bench.runner.cancel();
    await bench.shows('idle');
  });

  it('D16 a tab that is kept out can look again, and takes a batch over that was left', async () => {
    const bench = new Bench();
    await bench.start(300);
    await bench.received(5);
    const other = bench.open();
    await bench.shows('locked-elsewhere', other);
    other.lookAgain();
    await bench.clock.pass(100);
    expect(other.getSnapshot().status).toBe('locked-elsewhere');
    bench.browser.freeSilently();
    other.lookAgain();
    await bench.clock.until(() => other.getSnapshot().status === 'resumable');
  });

  it.each([
    ['bulkLockCopy.php', 'uploading'],
    ['updateCommandOnServer.php', 'registering'],
  ] as const)(
    'D14 a batch can be left during %s: no device is sent anything, and it can be taken up',
    async (path, phase) => {
      const bench = new Bench();
      bench.server.latencyMs = 10_000;
      await bench.start(2);
      await bench.clock.until(() => bench.server.paths().includes(path));
      await bench.shows(phase);
      bench.runner.cancel();
      await bench.clock.until(() => bench.state.status === phase && bench.state.stopping);
      await bench.shows('idle');
      expect([bench.items(), bench.browser.active(key)]).toEqual([[], null]);
      bench.runner.restore(bench.browser.kept.keys().next().value ?? '');
      await bench.shows('resumable');
      bench.runner.resume();
      expect((await bench.shows('finished')).batch.summary.done).toBe(2);
    },
  );

  it('B11 D11a a damaged batch shows the results that it has, and can be left', async () => {
    const bench = new Bench();
    await bench.start(60);
    await bench.received(55);
    bench.reopen();
    const { saved } = await bench.shows('resumable');
    const [kept] = bench.browser.kept.values();
    if (!kept) throw new Error('nothing was kept');
    bench.browser.keep({ ...kept.batch, progress: { ...kept.batch.progress, lastImei: '111111111111111' } });
    bench.runner.resume();
    await bench.clock.until(() => bench.state.status === 'resumable' && bench.state.saved.problem !== '');
    const rows = bench.state.status === 'resumable' ? [...bench.state.saved.results.processed()] : [];
    expect(rows).toHaveLength(saved.summary.done);
    bench.runner.newBatch();
    await bench.shows('idle');
  });
});

it('D11a D16 a retry that is not possible keeps its results; another batch is offered, not run', async () => {
  const bench = new Bench();
  bench.server.next('ok', 'ok', 'server-before');
  await bench.start(2);
  await bench.shows('finished');
  const here = bench.runner;
  bench.runner = bench.open();
  await bench.start(90, { name: 'other.csv' });
  await bench.received(60);
  bench.runner.dispose();
  await bench.clock.pass(100);
  const sent = bench.items().length;
  here.retryUnconfirmed();
  const failed = await bench.shows('failed', here);
  expect(failed).toMatchObject({
    message: 'There is an unfinished batch already.',
    batch: { summary: { done: 2, unconfirmed: 1 } },
  });
  here.resume();
  expect((await bench.shows('resumable', here)).saved.fileName).toBe('other.csv');
  expect(bench.items()).toHaveLength(sent);
});
