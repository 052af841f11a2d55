import { itemId } from '../testing/simulated-browser.ts';
import { BatchFixture, imeiAt, imeiList, inputOf, begun } from '../testing/batch-fixture.ts';
import type { ImeiFile, ImeiFileAnswer } from '../../csv/headless/imei-file.ts';

describe('a batch from beginning to end', () => {
  it('B5 B6 B7 B9 B16 uploads valid rows, registers the list, sends in order, and reports completion', async () => {
    const fixture = await begun(3);
    const { batch } = await fixture.shows('finished');
    const { received, copies } = fixture.server;
    expect(received.map((call) => call.path)).toEqual([
      'bulkLockCopy.php',
      'updateCommandOnServer.php',
      'getimeidetails.php',
      'getimeidetails.php',
      'getimeidetails.php',
      'updateStatusOnServer.php',
    ]);
    const batchId = '00000000-0000-4000-8000-000000000001';
    expect(copies).toEqual([
      {
        name: 'list.csv',
        content: `sno,imei1\r\n1,${imeiAt(0)}\r\n2,${imeiAt(1)}\r\n3,${imeiAt(2)}\r\n`,
        fields: { batchId },
      },
    ]);
    expect(received[1]?.body).toEqual({ imeilist: [0, 1, 2].map(imeiAt).join(','), action: 'lock', batchId });
    expect(received[2]?.body).toEqual({ imei: imeiAt(0), action: 'lock', filename: 'server-list.csv', batchId });
    expect(received[5]?.body).toEqual({
      lastimei: imeiAt(2),
      fileName: 'server-list.csv',
      isComplete: 'complete',
      statusOf: 'lockfiles',
      batchId,
    });
    expect(batch.summary).toEqual({
      total: 6,
      valid: 3,
      invalid: 2,
      duplicates: 1,
      done: 3,
      found: 2,
      notFound: 1,
      unconfirmed: 0,
    });
    expect([...batch.results.processed()].map((row) => [row.imei, row.status])).toEqual([
      [imeiAt(0), 'found'],
      [imeiAt(1), 'found'],
      [imeiAt(2), 'not found'],
    ]);
    expect(() => batch.results.rowAt(3)).toThrow('Row 3 is outside this batch of 3 rows.');
  });

  it('B6 B7 D2 each IMEI goes under its id once the one before has its answer; then the record has it', async () => {
    const fixture = await begun(3);
    await fixture.shows('finished');
    const { received, latencyMs } = fixture.server;
    expect(received.every((call) => call.keepsSession === true)).toBe(true);
    const items = received.filter((call) => call.body['imei']);
    expect(items.map((call) => call.transactionId)).toEqual(
      [0, 1, 2].map((index) => itemId('00000000-0000-4000-8000-000000000001', imeiAt(index), 'lock')),
    );
    const waits = items.slice(1).map(({ at }, index) => at - (items[index]?.at ?? 0));
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(latencyMs);
    const written = fixture.browser.legacyRecordHistory.flatMap(({ legacyRecords }) => [...legacyRecords.values()]);
    expect(written.map(({ lastimei, batchfilename, isComplete }) => [lastimei, batchfilename, isComplete])).toEqual([
      [imeiAt(0), 'server-list.csv', 'incomplete'],
      [imeiAt(1), 'server-list.csv', 'incomplete'],
      [imeiAt(2), 'server-list.csv', 'complete'],
    ]);
    expect([fixture.browser.legacyRecords.size, fixture.browser.kept.size]).toEqual([0, 0]);
  });

  it('B14 a command with levels cannot be started without one', async () => {
    const fixture = new BatchFixture({ command: 'disableApp' });
    await fixture.shows('idle');
    expect(() => fixture.runner.start(inputOf(1))).toThrow('needs a choice among disableapplevel1, disableapplevel2');
  });

  it('D26a D2 the chosen file goes under another id than the copy that is written after a crash', async () => {
    const fixture = await begun(3, { input: { chosen: { name: 'list.csv', size: 60 } } });
    await fixture.clock.until(() => fixture.server.received.length === 1);
    fixture.reopen();
    await fixture.shows('resumable');
    fixture.runner.resume();
    const { batch } = await fixture.shows('finished');
    const copies = fixture.server.received.filter(({ path }) => path === 'bulkLockCopy.php');
    expect(copies.map(({ transactionId }) => transactionId)).toEqual([
      itemId(batch.batchId, 'file', 'lock'),
      itemId(batch.batchId, 'copy', 'lock'),
    ]);
  });

  it('B9 the process time leaves pauses out, and the rate comes from the clock', async () => {
    const fixture = new BatchFixture();
    fixture.server.latencyMs = 100;
    await fixture.start(40);
    await fixture.received(20);
    const running = await fixture.shows('running');
    expect(running.batch.perSecond).toBeCloseTo(10, 0);
    fixture.runner.pause();
    await fixture.shows('paused');
    await fixture.clock.pass(3_600_000);
    fixture.runner.goOn();
    const { batch } = await fixture.shows('finished');
    expect(batch.processTimeMs).toBeGreaterThanOrEqual(4000);
    expect(batch.processTimeMs).toBeLessThan(6000);
  });

  it('B9 S18 the process time leaves out what a call waits for the operator, as for a proof of who it is', async () => {
    let asked = 0;
    const fixture = new BatchFixture({ askedMs: () => asked });
    fixture.server.latencyMs = 100;
    await fixture.start(10);
    await fixture.received(5);
    asked = 60_000;
    await fixture.clock.pass(60_000);
    expect((await fixture.shows('finished')).batch.processTimeMs).toBeLessThan(2000);
  });
});

describe('choosing a file', () => {
  const file: ImeiFile = {
    kind: 'read',
    name: 'a.csv',
    sizeBytes: 10,
    readingTimeMs: 1,
    rows: imeiList(1),
    errors: { length: 0, at: () => undefined, [Symbol.iterator]: () => [].values() },
    duplicates: { length: 0, at: () => undefined, [Symbol.iterator]: () => [].values() },
    warnings: { count: 0, lines: [] },
    totals: { total: 1, valid: 1, invalid: 0, duplicates: 0 },
  };

  it('B4 D14 shows how far reading is, which can be cancelled, then the file; back to the upload card', async () => {
    const fixture = new BatchFixture();
    await fixture.shows('idle');
    let finish: (answer: ImeiFileAnswer) => void = () => undefined;
    const read = (): void =>
      fixture.runner.read(
        'a.csv',
        10,
        (onProgress) => {
          onProgress(7);
          return new Promise((resolve) => {
            finish = resolve;
          });
        },
        () => finish({ kind: 'cancelled' }),
      );
    read();
    expect(await fixture.shows('reading')).toMatchObject({ fileName: 'a.csv', bytesRead: 7 });
    fixture.runner.cancel();
    await fixture.shows('idle');
    read();
    await fixture.shows('reading');
    finish(file);
    expect((await fixture.shows('ready')).file).toBe(file);
    fixture.runner.cancel();
    await fixture.shows('idle');
  });

  it('B1 shows why a file is rejected, and takes another', async () => {
    const fixture = new BatchFixture();
    await fixture.shows('idle');
    const facts = { reason: 'Invalid Headers', rejection: 'headers', detail: '' } as const;
    const rejected = { ...file, ...facts, kind: 'rejected' as const };
    fixture.runner.read('a.csv', 10, () => Promise.resolve(rejected));
    expect((await fixture.shows('rejected')).file.reason).toBe('Invalid Headers');
    fixture.runner.read('a.csv', 10, () => Promise.resolve(file));
    await fixture.shows('ready');
    fixture.runner.read('a.csv', 10, () => Promise.resolve({ kind: 'cancelled' }));
    await fixture.shows('idle');
  });

  it('a bug in reading is shown and not swallowed', async () => {
    const fixture = new BatchFixture();
    await fixture.shows('idle');
    fixture.runner.read('a.csv', 10, () => Promise.reject(new Error('a bug')));
    expect(await fixture.shows('failed')).toMatchObject({ stage: 'internal', message: 'a bug' });
  });
});
