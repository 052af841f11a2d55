import { BatchFixture, imeiAt, ITEM, OPERATOR, sending, begun } from '../testing/batch-fixture.ts';
import { BatchStorageError } from './index.ts';
import { calls } from '../../contract/index.ts';
import { times } from '../testing/simulated-server.ts';

describe('before the first IMEI', () => {
  it('D15 a full disk is noticed before anything is sent', async () => {
    const fixture = new BatchFixture();
    await fixture.shows('idle');
    fixture.browser.storageError = new BatchStorageError({ kind: 'full' });
    await fixture.start(3);
    expect(await fixture.shows('failed')).toMatchObject({
      stage: 'storage',
      message: expect.stringContaining('There is no room left on this computer'),
      mayRetry: true,
    });
    expect(fixture.server.received).toEqual([]);
  });

  it("B13 a refused copy shows the server's message and leaves nothing behind", async () => {
    const fixture = await begun(3, { replies: ['business'] });
    expect(await fixture.shows('failed')).toMatchObject({
      stage: 'uploading',
      message: 'Device is not enrolled',
      mayRetry: false,
    });
    expect(fixture.browser.kept.size).toBe(0);
    fixture.runner.newBatch();
    await fixture.shows('idle');
  });

  const uploadFailed = expect.stringMatching(/^An error occurred while uploading the file\. \S/);

  it.each(['network-before', 'network-after', 'timeout-after', 'server-before', 'unreadable-after'] as const)(
    'B13 D11 a copy that ends in %s shows the text of the specification, and goes again',
    async (reply) => {
      const fixture = await begun(3, { replies: times(7, reply) });
      await fixture.clock.until(() => fixture.state.status === 'uploading' && fixture.state.retryDelay !== null);
      expect(fixture.state).toMatchObject({ retryDelay: { why: 'network', message: uploadFailed } });
      expect(await fixture.shows('paused')).toMatchObject({
        why: 'network',
        stage: 'uploading',
        message: uploadFailed,
      });
      await fixture.shows('finished');
      expect(fixture.server.copies).toHaveLength(1);
    },
  );

  it.each([
    ['that fails while an idempotent server works', { replies: { 'bulkLockCopy.php': times(7, 'server-before') } }],
    ['that never left for a server that is not', { idempotent: false, replies: ['not-sent'] }],
  ] as const)('B13 a copy %s ends with the text of the specification, and another may begin', async (_, options) => {
    const fixture = await begun(3, options);
    expect((await fixture.shows('failed')).message).toEqual(uploadFailed);
    fixture.runner.newBatch();
    await fixture.start(1);
    await fixture.shows('finished');
  });

  it('D11 a copy waits for a login in place', async () => {
    const fixture = await begun(1, { replies: ['authorization'] });
    expect(await fixture.shows('paused')).toMatchObject({ why: 'authorization', message: 'Authorization Failed' });
    fixture.runner.goOn();
    await fixture.shows('finished');
    expect(fixture.server.copies).toHaveLength(1);
  });

  it('B5 a list that the server refuses is kept, and can be sent again', async () => {
    const fixture = await begun(2, { replies: ['ok', 'business'] });
    expect(await fixture.shows('failed')).toMatchObject({ stage: 'registering', mayRetry: true });
    expect(fixture.items()).toEqual([]);
    fixture.runner.resume();
    await fixture.shows('finished');
    expect(fixture.server.copies).toHaveLength(1);
  });
});

describe('an IMEI that fails', () => {
  it("B6 D11 a business error is not found, with the server's message", async () => {
    const fixture = await begun(2, { replies: ['ok', 'ok', 'business'] });
    const { batch } = await fixture.shows('finished');
    expect(batch.results.rowAt(0)).toEqual({
      row: 1,
      imei: imeiAt(0),
      status: 'not found',
      message: 'Device is not enrolled',
      sent: null,
    });
    expect(batch.summary).toMatchObject({ found: 1, notFound: 1, unconfirmed: 0 });
  });

  it.each(['server-before', 'timeout-after', 'unreadable-after', 'conflict'] as const)(
    'D11 %s at one IMEI, while the server works, counts as not found and shows as unconfirmed',
    async (reply) => {
      const fixture = await begun(1, { failsAt: { 0: reply } });
      const { batch } = await fixture.shows('finished');
      expect(batch.summary).toMatchObject({ done: 1, found: 0, notFound: 1, unconfirmed: 1 });
      expect(batch.results.rowAt(0)).toMatchObject({
        status: 'unconfirmed',
        sent: 'unknown',
        message: expect.stringMatching(/\S/),
      });
    },
  );

  it('D11 unconfirmed IMEIs are sent again under the same id, and only they', async () => {
    const fixture = await begun(4, { failsAt: { 0: 'server-after', 2: 'timeout-before' } });
    await fixture.shows('finished');
    const sent = fixture.items().length;
    fixture.server.failsAt.clear();
    fixture.runner.retryUnconfirmed();
    await fixture.confirmed();
    expect(fixture.items().slice(sent)).toEqual([0, 2].map(imeiAt));
    expect(fixture.server.acted).toEqual([0, 1, 3, 2].map(imeiAt));
    expect(fixture.browser.kept.size).toBe(0);
  });

  it('D11 network failures are tried again with growing rests, then pause, and go on by themselves', async () => {
    const fixture = await begun(3, { replies: ['ok', 'ok', 'ok', ...times(8, 'network-before')] });
    const paused = await fixture.shows('paused');
    expect(paused).toMatchObject({ why: 'network', batch: { summary: { done: 1 }, lastImei: imeiAt(0) } });
    expect(paused.nextProbeAt).toBeGreaterThan(fixture.clock.now());
    const sentAt = fixture.server.received.filter((call) => call.body['imei'] === imeiAt(1)).map((call) => call.at);
    expect(sentAt.map((at, index) => Math.round((at - (sentAt[index - 1] ?? at)) / 500) * 500)).toEqual([
      0, 500, 1000, 2000, 4000, 8000,
    ]);
    const { batch } = await fixture.shows('finished');
    expect(batch.summary).toMatchObject({ done: 3, found: 2, notFound: 1, unconfirmed: 0 });
  });

  it.each(['server-before', 'server-after', 'timeout-after', 'unreadable-after'] as const)(
    'D11 a server that answers everything with %s for hours is waited for, and nothing is unconfirmed',
    async (reply) => {
      const fixture = await begun(120, { chunks: true, replies: ['ok', 'ok', 'ok', 'ok', ...times(2000, reply)] });
      const paused = await fixture.shows('paused');
      expect(paused).toMatchObject({ why: 'network', batch: { summary: { done: 50, unconfirmed: 0 } } });
      await fixture.clock.pass(2 * 3_600_000);
      expect(fixture.state).toMatchObject({ status: 'paused', why: 'network', batch: { summary: { done: 50 } } });
      const { batch } = await fixture.shows('finished');
      expect(batch.summary).toMatchObject({ done: 120, found: 80, notFound: 40, unconfirmed: 0 });
      expect(new Set(fixture.server.acted).size).toBe(fixture.server.acted.length);
    },
  );

  it.each([true, false])(
    'D2a D11 a server whose database is away did nothing: it is waited for, idempotent or not (%s)',
    async (idempotent) => {
      const fixture = await begun(3, { idempotent, replies: { [ITEM]: times(8, 'overloaded') } });
      expect(await fixture.shows('paused')).toMatchObject({ why: 'network', undecided: null });
      expect((await fixture.shows('finished')).batch.summary).toMatchObject({ done: 3, unconfirmed: 0 });
      expect(fixture.server.acted).toHaveLength(3);
    },
  );

  it('D11 a server that works between two failures alone is not the reason of both', async () => {
    const fixture = await begun(1, {
      replies: {
        [ITEM]: times(8, 'server-before'),
        [calls.homeData.path]: ['ok', 'server-before', 'ok', 'timeout-before'],
      },
    });
    const { batch } = await fixture.shows('finished');
    expect(batch.summary).toMatchObject({ done: 1, unconfirmed: 0 });
  });

  it.each(['authorization', 'held'] as const)(
    'D11 that the server worked before an answer of %s says nothing of the failures after it',
    async (reply) => {
      const fixture = await begun(2, {
        chunks: true,
        replies: {
          [calls.batchItems.path]: times(7, 'server-before'),
          [ITEM]: ['server-before', reply, 'server-before'],
        },
      });
      await fixture.clock.until(() => fixture.state.status === 'paused' && fixture.state.why !== 'network');
      fixture.runner.goOn();
      expect((await fixture.shows('finished')).batch.summary).toMatchObject({ done: 2, unconfirmed: 0 });
    },
  );

  it.each([
    ['overloaded', 8000],
    ['restarting', 120_000],
  ] as const)('D11 a server that is %s is left alone as long as it says', async (reply, milliseconds) => {
    const fixture = await begun(1, { replies: { [ITEM]: [reply] } });
    await fixture.shows('finished');
    const [first = 0, second = 0] = fixture.server.received.filter((call) => call.body['imei']).map((call) => call.at);
    expect(second - first).toBeGreaterThanOrEqual(milliseconds);
    expect(second - first).toBeLessThan(milliseconds + 1000);
  });

  it('D11 while the server is away the operator may try at once, or pause', async () => {
    const fixture = await begun(1, { replies: ['ok', 'ok', ...times(7, 'network-before')] });
    await fixture.shows('paused');
    const before = fixture.items().length;
    fixture.runner.goOn();
    await fixture.clock.pass(10);
    expect(fixture.items()).toHaveLength(before + 1);
    fixture.runner.pause();
    await fixture.clock.until(() => fixture.state.status === 'paused' && fixture.state.why === 'operator');
    await fixture.clock.pass(600_000);
    expect(fixture.items()).toHaveLength(before + 1);
    fixture.runner.goOn();
    await fixture.shows('finished');
  });

  it('D2a too many requests wait as long as the server says', async () => {
    const fixture = await begun(1, { replies: ['ok', 'ok', 'throttled'] });
    await fixture.clock.until(
      () => fixture.state.status === 'running' && fixture.state.retryDelay?.why === 'throttled',
    );
    await fixture.shows('finished');
    const [first = 0, second = 0] = fixture.server.received.filter((call) => call.body['imei']).map((call) => call.at);
    expect(second - first).toBeGreaterThanOrEqual(3000);
  });

  it.each(['authorization', 'forbidden'] as const)(
    'D11 %s pauses, nothing advances and nothing is skipped',
    async (reply) => {
      const fixture = await begun(3, { replies: ['ok', 'ok', 'ok', reply] });
      const paused = await fixture.shows('paused');
      expect(paused).toMatchObject({ why: reply, batch: { summary: { done: 1 }, lastImei: imeiAt(0) } });
      await fixture.clock.pass(3_600_000);
      expect(fixture.items()).toHaveLength(2);
      fixture.runner.goOn();
      await fixture.shows('finished');
      expect(fixture.items()).toEqual([0, 1, 1, 2].map(imeiAt));
    },
  );

  it("D9a D11 nothing is sent under another operator's session", async () => {
    let signedIn: string | null = OPERATOR;
    const fixture = await sending(5, 2, { signedIn: () => signedIn });
    signedIn = 'other@example.com';
    const paused = await fixture.shows('paused');
    expect(paused).toMatchObject({
      why: 'authorization',
      message: `Log in as ${OPERATOR} to continue: the batch belongs to that operator.`,
    });
    const sent = fixture.items().length;
    fixture.runner.goOn();
    await fixture.clock.pass(1000);
    expect(fixture.items()).toHaveLength(sent);
    signedIn = OPERATOR;
    fixture.runner.goOn();
    await fixture.shows('finished');
  });

  it('D11 fifty unconfirmed outcomes in a row pause the batch', async () => {
    const failsAt = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [index, 'server-before'] as const));
    const fixture = await begun(70, { chunks: true, failsAt });
    await fixture.clock.until(() => fixture.state.status === 'paused' && fixture.state.why !== 'network');
    expect(fixture.state).toMatchObject({ why: 'unconfirmed', undecided: null, batch: { summary: { done: 50 } } });
    fixture.runner.goOn();
    expect((await fixture.shows('finished')).batch.summary.unconfirmed).toBe(60);
  });

  it('D15 progress that cannot be saved pauses the batch, which goes on where it was', async () => {
    const fixture = await sending(120, 10);
    fixture.browser.storageError = new BatchStorageError({ kind: 'not-stored', cause: 'The disk is gone.' });
    const paused = await fixture.shows('paused');
    expect(paused).toMatchObject({
      why: 'storage',
      message: expect.stringContaining('could not store the batch (The disk is gone.)'),
    });
    const sent = fixture.items().length;
    expect(sent).toBeLessThanOrEqual(51);
    await fixture.clock.pass(60_000);
    expect(fixture.items()).toHaveLength(sent);
    fixture.browser.storageError = null;
    fixture.runner.goOn();
    await fixture.shows('finished');
    expect(fixture.items()).toHaveLength(120);
  });
});

it('D2 D2b D11 a server not idempotent is sent unconfirmed IMEIs again only as the operator says', async () => {
  const fixture = await begun(2, { idempotent: false, replies: ['ok', 'ok', 'server-after'] });
  await fixture.shows('paused');
  fixture.runner.goOn();
  await fixture.shows('finished');
  for (const [decision, sent] of [
    ['leave', 2],
    ['resend', 3],
  ] as const) {
    fixture.reopen();
    await fixture.shows('idle');
    fixture.runner.restore(fixture.keptId);
    await fixture.shows('resumable');
    fixture.runner.resume();
    expect(await fixture.shows('paused')).toMatchObject({
      why: 'unconfirmed',
      message: expect.stringMatching(/^Unconfirmed IMEIs: 1\./),
      undecided: { kind: 'unconfirmed', count: 1 },
    });
    fixture.runner.goOn(decision);
    await fixture.shows('finished');
    expect(fixture.items()).toHaveLength(sent);
  }
  expect(fixture.browser.kept.size).toBe(0);
});

describe('a server that takes no more for some time', () => {
  it('C10 C11 a server that takes no more for long pauses the batch, which goes on by itself', async () => {
    const fixture = await begun(300, {
      chunks: true,
      replies: { [calls.batchItems.path]: ['ok', 'held', 'held', 'held'] },
    });
    const paused = await fixture.shows('paused');
    expect(paused).toMatchObject({ why: 'throttled', message: 'Sending is paused for this account.' });
    expect(paused.nextProbeAt).toBeGreaterThan(fixture.clock.now() + 59_000);
    expect(paused.batch.summary).toMatchObject({ done: 50, unconfirmed: 0 });
    const shown = new Set<string>();
    const stop = fixture.runner.subscribe(() => shown.add(fixture.state.status));
    await fixture.clock.pass(90_000);
    expect([...shown]).toEqual(['paused']);
    stop();
    const { batch } = await fixture.shows('finished');
    expect(batch.summary).toMatchObject({ done: 300, found: 200, notFound: 100, unconfirmed: 0 });
    expect(fixture.server.acted).toHaveLength(300);
    expect(new Set(fixture.server.acted).size).toBe(300);
  });

  it('C14 a batch that waits for a second person shows so, asks again by itself, and goes on after it', async () => {
    const fixture = await begun(60, { chunks: true, replies: { [calls.batchItems.path]: times(10, 'waiting') } });
    expect(await fixture.shows('paused')).toMatchObject({ why: 'approval', message: 'This batch waits for approval.' });
    await fixture.clock.pass(250_000);
    expect(fixture.state).toMatchObject({ status: 'paused', why: 'approval', batch: { summary: { done: 0 } } });
    expect(fixture.server.acted).toEqual([]);
    const { batch } = await fixture.shows('finished');
    expect(batch.summary).toMatchObject({ done: 60, unconfirmed: 0 });
    expect(fixture.server.acted).toHaveLength(60);
  });
});
