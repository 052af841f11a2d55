import { Bench, OPERATOR, imeiAt } from '../testing/bench.ts';
import { BatchStorageError } from './index.ts';

describe('before the first IMEI', () => {
  it('D15 a full disk is noticed before anything is sent', async () => {
    const bench = new Bench();
    await bench.shows('idle');
    bench.browser.storageError = new BatchStorageError('full', 'There is no room for this batch.');
    await bench.start(3);
    expect(await bench.shows('failed')).toMatchObject({
      stage: 'storage',
      message: 'There is no room for this batch.',
      mayRetry: true,
    });
    expect(bench.server.received).toEqual([]);
  });

  it("B13 a refused copy shows the server's message and leaves nothing behind", async () => {
    const bench = new Bench();
    bench.server.next('business');
    await bench.start(3);
    expect(await bench.shows('failed')).toMatchObject({
      stage: 'uploading',
      message: 'Device is not enrolled',
      mayRetry: false,
    });
    expect(bench.browser.kept.size).toBe(0);
    bench.runner.newBatch();
    await bench.shows('idle');
  });

  it.each(['network-before', 'timeout-after', 'server-before', 'unreadable-after'] as const)(
    'B13 a copy that ends in %s shows the text of the specification',
    async (fate) => {
      const bench = new Bench();
      bench.server.next(fate);
      await bench.start(3);
      expect((await bench.shows('failed')).message).toMatch(/^An error occurred while uploading the file\. \S/);
      bench.runner.newBatch();
      await bench.start(1);
      await bench.shows('finished');
    },
  );

  it('D11 a copy waits for a login in place', async () => {
    const bench = new Bench();
    bench.server.next('authorization');
    await bench.start(1);
    expect(await bench.shows('paused')).toMatchObject({ why: 'authorization', message: 'Authorization Failed' });
    bench.runner.goOn();
    await bench.shows('finished');
    expect(bench.server.copies).toHaveLength(1);
  });

  it('B5 a list that the server refuses is kept, and can be sent again', async () => {
    const bench = new Bench();
    bench.server.next('ok', 'business');
    await bench.start(2);
    expect(await bench.shows('failed')).toMatchObject({ stage: 'registering', mayRetry: true });
    expect(bench.items()).toEqual([]);
    bench.runner.resume();
    await bench.shows('finished');
    expect(bench.server.copies).toHaveLength(1);
  });
});

describe('an IMEI that fails', () => {
  it("B6 D11 a business error is not found, with the server's message", async () => {
    const bench = new Bench();
    bench.server.next('ok', 'ok', 'business');
    await bench.start(2);
    const { batch } = await bench.shows('finished');
    expect(batch.results.rowAt(0)).toEqual({
      imei: imeiAt(0),
      status: 'not found',
      message: 'Device is not enrolled',
      sent: null,
    });
    expect(batch.summary).toMatchObject({ found: 1, notFound: 1, unconfirmed: 0 });
  });

  it.each(['server-before', 'timeout-after', 'unreadable-after', 'conflict'] as const)(
    'D11 %s counts as not found and shows as unconfirmed',
    async (fate) => {
      const bench = new Bench();
      bench.server.next('ok', 'ok', fate);
      await bench.start(1);
      const { batch } = await bench.shows('finished');
      expect(batch.summary).toMatchObject({ done: 1, found: 0, notFound: 1, unconfirmed: 1 });
      expect(batch.results.rowAt(0)).toMatchObject({
        status: 'unconfirmed',
        sent: 'unknown',
        message: expect.stringMatching(/\S/),
      });
    },
  );

  it('D11 unconfirmed IMEIs are sent again under the same id, and only they', async () => {
    const bench = new Bench();
    bench.server.next('ok', 'ok', 'server-after', 'ok', 'timeout-before');
    await bench.start(4);
    await bench.shows('finished');
    bench.runner.retryUnconfirmed();
    await bench.clock.until(() => bench.state.status === 'finished' && bench.state.batch.summary.unconfirmed === 0);
    expect(bench.items()).toEqual([0, 1, 2, 3, 0, 2].map(imeiAt));
    expect(bench.server.acted).toEqual([0, 1, 3, 2].map(imeiAt));
    expect(bench.browser.kept.size).toBe(0);
  });

  it('D11 unconfirmed IMEIs survive a reload in the archive', async () => {
    const bench = new Bench();
    bench.server.next('ok', 'ok', 'server-after');
    await bench.start(2);
    await bench.shows('finished');
    bench.reopen();
    await bench.shows('idle');
    const list = bench.runner.archived();
    await bench.clock.pass(10);
    const [archived] = await list;
    expect(archived?.header.fileName).toBe('list.csv');
    bench.runner.restore(archived?.header.batchId ?? '');
    expect((await bench.shows('resumable')).saved.summary.unconfirmed).toBe(1);
    bench.runner.resume();
    const { batch } = await bench.shows('finished');
    expect(batch.summary).toMatchObject({ found: 2, notFound: 0, unconfirmed: 0 });
    expect(bench.server.acted).toEqual([imeiAt(0), imeiAt(1)]);
  });

  it('D11 network failures are tried again with growing rests, then pause, and go on by themselves', async () => {
    const bench = new Bench();
    bench.server.next('ok', 'ok', 'ok', ...Array.from({ length: 8 }, () => 'network-before' as const));
    await bench.start(3);
    const paused = await bench.shows('paused');
    expect(paused).toMatchObject({ why: 'network', batch: { summary: { done: 1 }, lastImei: imeiAt(0) } });
    expect(paused.nextProbeAt).toBeGreaterThan(bench.clock.now());
    const times = bench.server.received.filter((call) => call.body['imei'] === imeiAt(1)).map((call) => call.at);
    expect(times.map((at, index) => Math.round((at - (times[index - 1] ?? at)) / 500) * 500)).toEqual([
      0, 500, 1000, 2000, 4000, 8000,
    ]);
    const { batch } = await bench.shows('finished');
    expect(batch.summary).toMatchObject({ done: 3, found: 2, notFound: 1, unconfirmed: 0 });
  });

  it('D11 while the server is away the operator may try at once, or pause', async () => {
    const bench = new Bench();
    bench.server.next('ok', 'ok', ...Array.from({ length: 7 }, () => 'network-before' as const));
    await bench.start(1);
    await bench.shows('paused');
    const before = bench.items().length;
    bench.runner.goOn();
    await bench.clock.pass(10);
    expect(bench.items()).toHaveLength(before + 1);
    bench.runner.pause();
    await bench.clock.until(() => bench.state.status === 'paused' && bench.state.why === 'operator');
    await bench.clock.pass(600_000);
    expect(bench.items()).toHaveLength(before + 1);
    bench.runner.goOn();
    await bench.shows('finished');
  });

  it('D2a too many requests wait as long as the server says', async () => {
    const bench = new Bench();
    bench.server.next('ok', 'ok', 'throttled');
    await bench.start(1);
    await bench.clock.until(() => bench.state.status === 'running' && bench.state.rest?.why === 'throttled');
    await bench.shows('finished');
    const [first = 0, second = 0] = bench.server.received.filter((call) => call.body['imei']).map((call) => call.at);
    expect(second - first).toBeGreaterThanOrEqual(3000);
  });

  it.each(['authorization', 'forbidden'] as const)(
    'D11 %s pauses, nothing advances and nothing is skipped',
    async (fate) => {
      const bench = new Bench();
      bench.server.next('ok', 'ok', 'ok', fate);
      await bench.start(3);
      const paused = await bench.shows('paused');
      expect(paused).toMatchObject({ why: fate, batch: { summary: { done: 1 }, lastImei: imeiAt(0) } });
      await bench.clock.pass(3_600_000);
      expect(bench.items()).toHaveLength(2);
      bench.runner.goOn();
      await bench.shows('finished');
      expect(bench.items()).toEqual([0, 1, 1, 2].map(imeiAt));
    },
  );

  it("D9a D11 nothing is sent under another operator's session", async () => {
    let signedIn: string | null = OPERATOR;
    const bench = new Bench({ signedIn: () => signedIn });
    await bench.start(5);
    await bench.received(2);
    signedIn = 'other@example.com';
    const paused = await bench.shows('paused');
    expect(paused).toMatchObject({
      why: 'authorization',
      message: `Sign in as ${OPERATOR} to go on: the batch is that operator's.`,
    });
    const sent = bench.items().length;
    bench.runner.goOn();
    await bench.clock.pass(1000);
    expect(bench.items()).toHaveLength(sent);
    signedIn = OPERATOR;
    bench.runner.goOn();
    await bench.shows('finished');
  });

  it('D11 fifty unconfirmed outcomes in a row pause the batch', async () => {
    const bench = new Bench();
    bench.server.next('ok', 'ok', ...Array.from({ length: 60 }, () => 'server-before' as const));
    await bench.start(70);
    const paused = await bench.shows('paused');
    expect(paused).toMatchObject({ why: 'unconfirmed', undecidedImei: null, batch: { summary: { done: 50 } } });
    bench.runner.goOn();
    expect((await bench.shows('finished')).batch.summary.unconfirmed).toBe(60);
  });

  it('D15 progress that cannot be saved pauses the batch, which goes on where it was', async () => {
    const bench = new Bench();
    await bench.start(120);
    await bench.received(10);
    bench.browser.storageError = new BatchStorageError('failed', 'The disk is gone.');
    const paused = await bench.shows('paused');
    expect(paused).toMatchObject({ why: 'storage', message: 'The disk is gone.' });
    const sent = bench.items().length;
    expect(sent).toBeLessThanOrEqual(51);
    await bench.clock.pass(60_000);
    expect(bench.items()).toHaveLength(sent);
    bench.browser.storageError = null;
    bench.runner.goOn();
    await bench.shows('finished');
    expect(bench.items()).toHaveLength(120);
  });
});

describe('a server that is not idempotent', () => {
  it.each(['timeout-after', 'network-after', 'server-before'] as const)(
    'D2 %s pauses for the operator, who leaves it unconfirmed',
    async (fate) => {
      const bench = new Bench({ idempotent: false });
      bench.server.next('ok', 'ok', fate);
      await bench.start(2);
      const paused = await bench.shows('paused');
      expect(paused).toMatchObject({ why: 'unconfirmed', undecidedImei: imeiAt(0), batch: { idempotent: false } });
      bench.runner.goOn();
      const { batch } = await bench.shows('finished');
      expect(batch.results.rowAt(0)).toMatchObject({ status: 'unconfirmed', sent: 'unknown' });
      expect(bench.items()).toEqual([0, 1].map(imeiAt));
    },
  );

  it('D2 the operator may have it sent again', async () => {
    const bench = new Bench({ idempotent: false });
    bench.server.next('ok', 'ok', 'network-before');
    await bench.start(1);
    await bench.shows('paused');
    bench.runner.goOn('resend');
    expect((await bench.shows('finished')).batch.summary).toMatchObject({ found: 1, unconfirmed: 0 });
  });

  it('D2 what was certainly not sent is sent again without asking', async () => {
    const bench = new Bench({ idempotent: false });
    bench.server.next('ok', 'ok', 'not-sent');
    await bench.start(1);
    expect((await bench.shows('finished')).batch.summary.found).toBe(1);
  });

  it('D2 a crash leaves one doubt, which the state names and the operator decides', async () => {
    const bench = new Bench({ idempotent: false });
    await bench.start(10);
    await bench.received(4);
    bench.reopen();
    const { saved } = await bench.shows('resumable');
    expect(saved).toMatchObject({ uncertainImei: imeiAt(3), summary: { done: 3 } });
    bench.runner.resume();
    expect(await bench.shows('paused')).toMatchObject({ why: 'unconfirmed', undecidedImei: imeiAt(3) });
    bench.runner.goOn();
    const { batch } = await bench.shows('finished');
    expect(batch.results.rowAt(3)).toMatchObject({ status: 'unconfirmed', sent: 'unknown' });
    expect(bench.items()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(imeiAt));
  });

  it('D2 D11 unconfirmed IMEIs taken out of the archive are sent again only when the operator says so', async () => {
    const bench = new Bench({ idempotent: false });
    bench.server.next('ok', 'ok', 'server-after');
    await bench.start(2);
    await bench.shows('paused');
    bench.runner.goOn();
    await bench.shows('finished');
    for (const [decision, sent] of [
      ['leave', 2],
      ['resend', 3],
    ] as const) {
      bench.reopen();
      await bench.shows('idle');
      bench.runner.restore(bench.browser.kept.keys().next().value ?? '');
      await bench.shows('resumable');
      bench.runner.resume();
      expect(await bench.shows('paused')).toMatchObject({
        why: 'unconfirmed',
        message: expect.stringMatching(/^Unconfirmed IMEIs: 1\./),
      });
      bench.runner.goOn(decision);
      await bench.shows('finished');
      expect(bench.items()).toHaveLength(sent);
    }
    expect(bench.browser.kept.size).toBe(0);
  });
});
