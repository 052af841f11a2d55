import { BatchFixture, OPERATOR, inputOf, sending, begun } from '../testing/batch-fixture.ts';
import { BatchStorageError } from './index.ts';

const key = { operator: OPERATOR, command: 'lock' } as const;

describe('no state is a trap', () => {
  it('D11a D15 a batch that cannot be put away shows why, with its results, and goes on later', async () => {
    const fixture = await sending(120, 10);
    fixture.browser.storageError = new BatchStorageError({ kind: 'full' });
    fixture.runner.cancel();
    const failed = await fixture.shows('failed');
    expect(failed).toMatchObject({
      stage: 'storage',
      message: expect.stringContaining('There is no room left on this computer'),
      mayRetry: true,
    });
    expect([...(failed.batch?.results.processed() ?? [])]).toHaveLength(10);
    fixture.browser.storageError = null;
    fixture.runner.resume();
    expect((await fixture.shows('finished')).batch.summary.done).toBe(120);
    expect(new Set(fixture.server.acted).size).toBe(fixture.server.acted.length);
  });

  it('D11a a bug in the middle of a batch is shown with its results, and the batch goes on', async () => {
    const fixture = await sending(20, 5);
    fixture.server.next('bug');
    const failed = await fixture.shows('failed');
    expect(failed).toMatchObject({ stage: 'internal', message: 'a bug', mayRetry: true });
    expect(failed.batch?.summary.done).toBeGreaterThanOrEqual(5);
    fixture.runner.resume();
    expect((await fixture.shows('finished')).batch.summary.done).toBe(20);
  });

  it('D15 a storage that does not answer is told of, and tried again', async () => {
    const fixture = new BatchFixture();
    fixture.browser.storageHangs = true;
    fixture.reopen();
    expect(await fixture.shows('failed')).toMatchObject({
      stage: 'storage',
      mayRetry: true,
      message: expect.stringMatching(/does not answer/),
    });
    fixture.browser.storageHangs = false;
    fixture.runner.resume();
    await fixture.shows('idle');
    await fixture.start(1);
    await fixture.shows('finished');
  });

  it('D15 a storage that does not answer when a batch is started sends nothing', async () => {
    const fixture = new BatchFixture();
    await fixture.shows('idle');
    fixture.browser.storageHangs = true;
    fixture.runner.start(inputOf(1));
    await fixture.shows('failed');
    expect(fixture.server.received).toEqual([]);
  });

  it('D16 a tab that is kept out can look again, and takes a batch over that was left', async () => {
    const fixture = await sending(300, 5);
    const other = fixture.open();
    await fixture.shows('locked-elsewhere', other);
    other.lookAgain();
    await fixture.clock.pass(100);
    expect(other.getSnapshot().status).toBe('locked-elsewhere');
    fixture.browser.freeSilently();
    other.lookAgain();
    await fixture.clock.until(() => other.getSnapshot().status === 'resumable');
  });

  it.each([
    ['bulkLockCopy.php', 'uploading'],
    ['updateCommandOnServer.php', 'registering'],
  ] as const)(
    'D14 a batch can be left during %s: no device is sent anything, and it can be taken up',
    async (path, phase) => {
      const fixture = new BatchFixture();
      fixture.server.latencyMs = 10_000;
      await fixture.start(2);
      await fixture.clock.until(() => fixture.server.paths().includes(path));
      await fixture.shows(phase);
      fixture.runner.cancel();
      await fixture.clock.until(() => fixture.state.status === phase && fixture.state.stopping);
      await fixture.shows('idle');
      expect([fixture.items(), fixture.browser.active(key)]).toEqual([[], null]);
      fixture.runner.restore(fixture.keptId);
      await fixture.shows('resumable');
      fixture.runner.resume();
      expect((await fixture.shows('finished')).batch.summary.done).toBe(2);
    },
  );
});

it('D11a D16 a retry that is not possible keeps its results; another batch is offered, not run', async () => {
  const fixture = await begun(2, { replies: ['ok', 'ok', 'conflict'] });
  await fixture.shows('finished');
  const here = fixture.runner;
  fixture.runner = fixture.open();
  await fixture.start(90, { name: 'other.csv' });
  await fixture.received(60);
  fixture.runner.dispose();
  await fixture.clock.pass(100);
  const sent = fixture.items().length;
  here.retryUnconfirmed();
  const failed = await fixture.shows('failed', here);
  expect(failed).toMatchObject({
    message: 'There is an unfinished batch of this command already. Finish or cancel it first.',
    batch: { summary: { done: 2, unconfirmed: 1 } },
  });
  here.resume();
  expect((await fixture.shows('resumable', here)).saved.fileName).toBe('other.csv');
  expect(fixture.items()).toHaveLength(sent);
});
