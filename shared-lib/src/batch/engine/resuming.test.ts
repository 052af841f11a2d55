import { Bench, OPERATOR, imeiAt, imeiList, inputOf, vaultOf } from '../testing/bench.ts';
import { FLUSH_MS } from './saver.ts';

const key = { operator: OPERATOR, command: 'lock' } as const;
const CANNOT = 'This batch cannot be processed, please start a new batch or cancel this batch';

async function killedAfter(count: number, length = 120): Promise<Bench> {
  const bench = new Bench();
  await bench.start(length);
  await bench.received(count);
  bench.reopen();
  return bench;
}

describe('an unfinished batch', () => {
  it('B10 is offered with its file name, last IMEI and figures, and the server is told', async () => {
    const bench = await killedAfter(60);
    const { saved } = await bench.shows('resumable');
    expect(saved).toMatchObject({ fileName: 'list.csv', needsFile: false, problem: '', notTold: '', phase: 'running' });
    expect(saved.lastImei).toBe(imeiAt(saved.summary.done - 1));
    await bench.clock.pass(100);
    expect(bench.server.received.at(-1)).toMatchObject({
      path: 'updateStatusOnServer.php',
      body: { lastimei: saved.lastImei, fileName: 'server-list.csv', isComplete: 'incomplete', statusOf: 'lockfiles' },
    });
  });

  it.each(['network-before', 'business'] as const)('B10 D11a %s at its first report is only a note', async (fate) => {
    const bench = await killedAfter(60);
    bench.server.next(fate);
    await bench.clock.until(() => bench.state.status === 'resumable' && bench.state.saved.notTold !== '');
    bench.runner.resume();
    expect((await bench.shows('finished')).batch.summary.done).toBe(120);
  });

  it('D15 a kill costs at most 200 ms or a chunk of 50: so many IMEIs are sent again, under the same ids', async () => {
    for (const count of [1, 49, 50, 51, 99, 119]) {
      const bench = await killedAfter(count);
      await bench.shows('resumable');
      bench.runner.resume();
      await bench.shows('finished');
      expect(bench.server.acted).toEqual(Array.from({ length: 120 }, (_, index) => imeiAt(index)));
      expect(bench.items().length - 120).toBeLessThanOrEqual(Math.min(50, FLUSH_MS / bench.server.latencyMs) + 1);
    }
  });

  it(
    'B11 D13 goes on after the last IMEI that the store knows, whether the mirror is behind, ahead or ' + 'gone',
    async () => {
      for (const lossMs of [0, 50, 4000]) {
        const bench = new Bench();
        await bench.start(120);
        await bench.received(80);
        bench.reopen(lossMs);
        const { saved } = await bench.shows('resumable');
        bench.runner.resume();
        await bench.shows('finished');
        const resent = bench.items().slice(80);
        expect(resent[0]).toBe(imeiAt(saved.summary.done));
      }
    },
  );

  it(
    'B11 a last IMEI that is not in the list stops it with the text of the specification, and nothing is ' + 'sent',
    async () => {
      const bench = await killedAfter(60);
      await bench.shows('resumable');
      const [[name, record] = []] = bench.browser.mirrors;
      if (!name || !record) throw new Error('no mirror');
      bench.browser.mirrors.set(name, { ...record, lastimei: '111111111111111' });
      const sent = bench.items().length;
      bench.runner.resume();
      await bench.clock.until(() => bench.state.status === 'resumable' && bench.state.saved.problem !== '');
      expect(bench.state).toMatchObject({ saved: { problem: CANNOT } });
      expect(bench.items()).toHaveLength(sent);
      bench.runner.newBatch();
      await bench.shows('idle');
    },
  );

  it('B11 a damaged list stops it with the text of the specification', async () => {
    const bench = await killedAfter(60);
    await bench.shows('resumable');
    for (const [id, kept] of bench.browser.kept)
      bench.browser.kept.set(id, { ...kept, batch: { ...kept.batch, imeis: imeiList(119).map((imei) => imei + 500) } });
    bench.runner.resume();
    await bench.clock.until(() => bench.state.status === 'resumable' && bench.state.saved.problem !== '');
    expect(bench.state).toMatchObject({ saved: { problem: CANNOT } });
  });

  it('D13 the leftover mirror of an older batch of the same file name does not stop it', async () => {
    const bench = await killedAfter(60);
    await bench.shows('resumable');
    const [[name] = []] = bench.browser.mirrors;
    bench.browser.mirrors.set(name ?? '', {
      lastimei: '111111111111111',
      batchfilename: 'server-list.csv',
      isComplete: 'incomplete',
      batchId: 'an older one',
    });
    bench.runner.resume();
    await bench.shows('finished');
  });

  it.each(['cancel', 'newBatch'] as const)(
    'B11 D14 %s archives it: listable, and it can be taken out again',
    async (action) => {
      const bench = await killedAfter(60);
      const { saved } = await bench.shows('resumable');
      bench.runner[action]();
      await bench.shows('idle');
      expect(bench.browser.active(key)).toBeNull();
      const listed = bench.runner.archived();
      await bench.clock.pass(10);
      expect((await listed).map((batch) => [batch.header.batchId, batch.progress.next])).toEqual([
        [saved.batchId, saved.summary.done],
      ]);
      bench.runner.restore(saved.batchId);
      await bench.shows('resumable');
      bench.runner.resume();
      expect((await bench.shows('finished')).batch.summary.done).toBe(120);
    },
  );

  it(
    'D14 cancelling a running batch lets the IMEI under way end, archives what is known and frees the ' + 'lock',
    async () => {
      const bench = new Bench();
      await bench.start(120);
      await bench.received(10);
      bench.runner.cancel();
      await bench.shows('idle');
      expect(bench.items()).toHaveLength(10);
      expect([...bench.browser.kept.values()].map((kept) => kept.batch.progress.next)).toEqual([10]);
      await bench.start(1);
      await bench.shows('finished');
    },
  );

  it('D15 killed before anything was sent it begins again, with one copy on the server', async () => {
    const bench = new Bench();
    await bench.start(3);
    await bench.clock.until(() => bench.server.received.length === 1);
    bench.reopen();
    expect((await bench.shows('resumable')).saved).toMatchObject({ phase: 'uploading', lastImei: '' });
    await bench.clock.pass(100);
    expect(bench.server.paths()).toEqual(['bulkLockCopy.php']);
    bench.runner.resume();
    await bench.shows('finished');
    expect(bench.server.copies).toHaveLength(1);
    expect(
      new Set(
        bench.server.received.filter((call) => call.path === 'bulkLockCopy.php').map((call) => call.transactionId),
      ).size,
    ).toBe(1);
  });

  it('D17 a failing end report keeps the record and is sent again until it succeeds', async () => {
    const bench = new Bench();
    bench.server.next('ok', 'ok', 'ok', 'server-before', 'network-before', 'throttled');
    await bench.start(1);
    const state = await bench.shows('reporting');
    expect(state.batch.summary.done).toBe(1);
    await bench.clock.until(() => bench.state.status === 'reporting' && bench.state.rest?.attempt === 3);
    expect(bench.browser.active(key)?.progress.phase).toBe('reporting');
    await bench.shows('finished');
    expect(bench.server.paths().filter((path) => path === 'updateStatusOnServer.php')).toHaveLength(4);
    expect(bench.browser.kept.size).toBe(0);
  });

  it('D17 killed while it reports, the next page reports by itself', async () => {
    const bench = new Bench();
    bench.server.next('ok', 'ok', 'ok', 'server-before');
    await bench.start(1);
    await bench.clock.until(() => bench.state.status === 'reporting' && bench.state.rest !== null);
    bench.reopen();
    expect((await bench.shows('finished')).batch.summary.done).toBe(1);
    expect(bench.items()).toHaveLength(1);
    expect(bench.server.statuses).toEqual(['complete']);
  });

  it('D14 an archived batch shows its figures and results, and goes for good only when it is deleted', async () => {
    const bench = await killedAfter(60);
    const { saved } = await bench.shows('resumable');
    bench.runner.newBatch();
    await bench.shows('idle');
    const opening = bench.runner.openArchived(saved.batchId);
    await bench.clock.pass(10);
    const opened = await opening;
    expect(opened).toMatchObject({ batchId: saved.batchId, summary: saved.summary, lastImei: saved.lastImei });
    expect([...(opened?.results.processed() ?? [])].map(({ imei }) => imei)).toEqual(
      Array.from({ length: saved.summary.done }, (_, index) => imeiAt(index)),
    );
    const deleting = bench.runner.discard(saved.batchId);
    await bench.clock.pass(10);
    await deleting;
    expect(bench.browser.kept.size).toBe(0);
  });

  it('D14 a batch that was taken out of the archive is neither opened nor deleted as an archived one', async () => {
    const bench = await killedAfter(60);
    const { saved } = await bench.shows('resumable');
    const opened = bench.runner.openArchived(saved.batchId);
    const discarded = bench.runner.discard(saved.batchId);
    await bench.clock.pass(10);
    expect(await opened).toBeNull();
    await discarded;
    expect(bench.browser.active(key)?.header.batchId).toBe(saved.batchId);
  });

  it(
    'D15 rows with personal data are kept sealed for the session that began the batch, which goes on without ' +
      'the file',
    async () => {
      let session = 'first';
      const bench = new Bench({ command: 'notify', vault: () => vaultOf(session) });
      const copy = ['sno,name', '1,Asha'];
      const extras = { at: () => ({ message: 'Dear Asha' }), copy: () => copy };
      await bench.start(60, { rows: { imeis: imeiList(60), extras } });
      await bench.received(55);
      bench.reopen();
      await bench.shows('resumable');
      expect(JSON.stringify([...bench.browser.kept.values()])).not.toContain('Asha');
      const kept = bench.runner.keptRows();
      await bench.clock.pass(10);
      expect(await kept).toEqual(copy);
      session = 'second';
      bench.reopen();
      await bench.shows('resumable');
      const ofOther = bench.runner.keptRows();
      await bench.clock.pass(10);
      expect(await ofOther).toBeNull();
      bench.runner.resume({ imeis: imeiList(60), extras });
      await bench.shows('finished');
      expect(bench.browser.kept.size).toBe(0);
    },
  );

  it('D15 a file of the same IMEIs with other amounts is another file, and nothing is sent', async () => {
    const bench = new Bench({ command: 'notify' });
    const extras = (amount: string) => ({ at: () => ({ message: amount }), copy: () => ['sno,amount', `1,${amount}`] });
    await bench.start(60, { rows: { imeis: imeiList(60), extras: extras('100') } });
    await bench.received(55);
    bench.reopen();
    await bench.shows('resumable');
    const sent = bench.items().length;
    bench.runner.resume({ imeis: imeiList(60), extras: extras('1000') });
    await bench.clock.until(
      () => bench.state.status === 'resumable' && /holds other rows/.test(bench.state.saved.problem),
    );
    expect(bench.items()).toHaveLength(sent);
    bench.runner.resume({ imeis: imeiList(60), extras: extras('100') });
    await bench.shows('finished');
  });

  it(
    'D15 without a vault a batch with personal data keeps none of it, and goes on with the same file ' + 'only',
    async () => {
      const bench = new Bench({ command: 'notify' });
      const extras = { at: () => ({ message: 'Dear Asha' }), copy: () => ['Asha'] };
      await bench.start(60, { rows: { imeis: imeiList(60), extras } });
      await bench.received(55);
      bench.reopen();
      const { saved } = await bench.shows('resumable');
      expect(saved.needsFile).toBe(true);
      expect(JSON.stringify([...bench.browser.kept.values()])).not.toContain('Asha');
      for (const [file, problem] of [
        [undefined, /Choose the same file again/],
        [{ imeis: imeiList(61), extras }, /holds other rows/],
      ] as const) {
        bench.runner.resume(file);
        await bench.clock.until(() => bench.state.status === 'resumable' && problem.test(bench.state.saved.problem));
      }
      bench.runner.resume({ imeis: imeiList(60), extras });
      await bench.shows('finished');
      expect(
        bench.server.received.filter((call) => call.body['imei']).every((call) => call.body['message'] === 'Dear Asha'),
      ).toBe(true);
    },
  );
});

describe('two tabs', () => {
  it('D16 one tab runs it; the other says so and is free when it ends', async () => {
    const bench = new Bench();
    await bench.start(30);
    await bench.received(5);
    const other = bench.open();
    await bench.shows('locked-elsewhere', other);
    other.start(inputOf(30));
    await bench.shows('finished');
    await bench.shows('idle', other);
    expect(bench.items()).toHaveLength(30);
  });

  it('D16 a tab that was opened before cannot start a second one', async () => {
    const bench = new Bench();
    const other = bench.open();
    await bench.shows('idle', other);
    await bench.start(30);
    await bench.received(5);
    other.start(inputOf(30));
    await bench.shows('locked-elsewhere', other);
    await bench.shows('finished');
    await bench.shows('idle', other);
    expect(bench.items()).toHaveLength(30);
  });

  it('D16 a tab that starts while an unfinished batch lies there is offered that one', async () => {
    const bench = new Bench();
    await bench.shows('idle');
    const before = bench.runner;
    bench.runner = bench.open();
    await bench.start(120);
    await bench.received(60);
    bench.runner.cancel();
    await bench.shows('idle');
    const [id = ''] = bench.browser.kept.keys();
    bench.runner.restore(id);
    await bench.shows('resumable');
    await bench.clock.pass(100);
    before.start(inputOf(5));
    expect((await bench.shows('resumable', before)).saved.batchId).toBe(id);
  });

  it('D16 D9b a tab that has lost its lock sends and writes nothing more', async () => {
    const bench = new Bench();
    await bench.start(30);
    await bench.received(5);
    const someoneElse = {};
    for (const name of bench.browser.locks.keys()) bench.browser.locks.set(name, someoneElse);
    await bench.shows('locked-elsewhere');
    const { saves } = bench.browser;
    await bench.clock.pass(10_000);
    expect(bench.items().length).toBeLessThanOrEqual(6);
    expect(bench.browser.saves).toBe(saves);
  });

  it('D16 a disposed runner stops, and what is stored can be resumed', async () => {
    const bench = new Bench();
    await bench.start(120);
    await bench.received(60);
    bench.runner.dispose();
    await bench.clock.pass(10_000);
    expect(bench.items()).toHaveLength(60);
    bench.runner = bench.open();
    await bench.shows('resumable');
  });
});
