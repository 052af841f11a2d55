import { calls, CHUNK_ITEMS, limits, textKinds } from '../../contract/index.ts';
import { BatchFixture, begun, imeiAt, imeiList, inputOf, ITEM, REPORT } from '../testing/batch-fixture.ts';
import { itemId } from '../testing/simulated-browser.ts';
import { type SimulatedServer, times } from '../testing/simulated-server.ts';

const chunked = (options: ConstructorParameters<typeof BatchFixture>[0] = {}) =>
  new BatchFixture({ chunks: true, ...options });

async function finished(fixture: BatchFixture, length: number) {
  await fixture.start(length);
  return fixture.shows('finished');
}

const listOf = (length: number) => Array.from({ length }, (_, index) => imeiAt(index));
const singles = (fixture: BatchFixture) =>
  fixture.server.received.filter(({ path }) => path === calls.getImeiDetails.path).length;

describe('a batch to a server that takes items in chunks', () => {
  it('D2c B6 sends every item once, in order, each with the id that a call of its own has', async () => {
    const fixture = chunked();
    const { batch } = await finished(fixture, 1000);
    expect(fixture.items()).toEqual(listOf(1000));
    expect(fixture.server.acted).toEqual(listOf(1000));
    expect(singles(fixture)).toBe(0);
    const items = fixture.server.received.filter(({ path }) => path === calls.batchItems.path);
    expect(items.map(({ transactionId }) => transactionId)).toEqual(
      listOf(1000).map((imei) => itemId(batch.batchId, imei, 'lock')),
    );
    expect(batch.summary).toMatchObject({ done: 1000, found: 667, notFound: 333, unconfirmed: 0 });
  });

  it('B7 D15 the record is written after each answered call, with the last IMEI of it', async () => {
    const fixture = chunked();
    fixture.server.nextOf(calls.batchItems.path, 'ok', 'business');
    await finished(fixture, 102);
    const written = fixture.browser.legacyRecordHistory.flatMap(({ legacyRecords }) => [...legacyRecords.values()]);
    const afterTheChunk = Array.from({ length: 50 }, (_, index) => [imeiAt(50 + index), 'incomplete']);
    expect(written.map(({ lastimei, isComplete }) => [lastimei, isComplete])).toEqual([
      [imeiAt(49), 'incomplete'],
      ...afterTheChunk,
      [imeiAt(101), 'complete'],
    ]);
  });

  it('D15 outcomes of chunks go to the disk 500 at a time, not after each call', async () => {
    const fixture = chunked();
    await finished(fixture, 1000);
    expect(fixture.server.chunks).toHaveLength(20);
    expect(fixture.browser.saves).toBeLessThan(12);
  });

  it.each([
    'network-before',
    'network-after',
    'not-sent',
    'throttled',
    'server-before',
    'server-after',
    'timeout-before',
    'timeout-after',
    'unreadable-after',
  ] as const)(
    'D2c D11 after %s the same items go again under the same ids, and none is carried out twice',
    async (reply) => {
      const fixture = chunked();
      fixture.server.nextOf(calls.batchItems.path, 'ok', reply);
      await finished(fixture, 120);
      expect(fixture.server.chunks).toEqual([50, 50, 50, 20]);
      expect(fixture.server.acted).toEqual(listOf(120));
      expect(singles(fixture)).toBe(0);
    },
  );

  it.each(['invalid-request', 'business'] as const)(
    'D2c after %s, an answer that is surely its own, its items go one by one under the same ids',
    async (reply) => {
      const fixture = chunked();
      fixture.server.nextOf(calls.batchItems.path, 'ok', reply);
      const { batch } = await finished(fixture, 120);
      expect(fixture.server.chunks).toEqual([50, 50, 20]);
      expect(singles(fixture)).toBe(50);
      expect(fixture.server.acted).toEqual(listOf(120));
      expect(batch.summary).toMatchObject({ done: 120, unconfirmed: 0 });
    },
  );

  it.each(['server-before', 'server-after', 'timeout-before', 'unreadable-after'] as const)(
    'D2c D11 where one item alone ends in %s while the server works, the others get their outcome',
    async (reply) => {
      const fixture = await begun(120, { chunks: true, failsAt: { 60: reply } });
      const { batch } = await fixture.shows('finished');
      expect(batch.results.rowAt(60)).toMatchObject({ status: 'unconfirmed', sent: 'unknown' });
      expect(batch.summary).toMatchObject({ done: 120, unconfirmed: 1 });
      expect(singles(fixture)).toBe(50 + 1);
      // Its chunk as often as an absent server, with the server asked before and after the last time.
      expect(fixture.server.chunks).toEqual([50, ...Array.from({ length: 7 }, () => 50), 20]);
      const others = listOf(120).filter((imei) => imei !== imeiAt(60));
      expect(fixture.server.acted.filter((imei) => imei !== imeiAt(60)).sort()).toEqual(others);
      expect(new Set(fixture.server.acted).size).toBe(fixture.server.acted.length);
    },
  );

  it('D2c D11 a refusal is the outcome of its item alone', async () => {
    const fixture = chunked();
    fixture.server.refuses.set(imeiAt(7), 'It is released');
    const { batch } = await finished(fixture, 30);
    const row = [...batch.results.processed()].find(({ imei }) => imei === imeiAt(7));
    expect(row).toMatchObject({ status: 'not found', message: 'It is released' });
    expect(batch.summary).toMatchObject({ done: 30, unconfirmed: 0 });
    expect(fixture.server.acted).toEqual(listOf(30).filter((imei) => imei !== imeiAt(7)));
  });

  it.each<[string, SimulatedServer['arranges']]>([
    ['in another order', (items) => items.toReversed()],
    ['but for two that change places', ([first, second, ...rest]) => [second, first, ...rest].filter((one) => !!one)],
    ['but for the first', (items) => items.slice(1)],
    ['but for the last', (items) => items.slice(0, -1)],
    ['and one of them twice', (items) => [...items, ...items.slice(-1)]],
    ['and one that was not asked for', (items) => [...items, { row: 900, outcome: 'answered', message: 'found' }]],
    ['under numbers one too high', (items) => items.map((item) => ({ ...item, row: item.row + 1 }))],
    ['not at all', () => []],
  ])('D2c D11 a chunk answered %s gives no device the outcome of another: its items go singly', async (_, arranges) => {
    const fixture = chunked();
    fixture.server.arranges = arranges;
    const { batch } = await finished(fixture, 30);
    expect([...batch.results.processed()].map(({ imei, status }) => [imei, status])).toEqual(
      listOf(30).map((imei, index) => [imei, index % 3 === 2 ? 'not found' : 'found']),
    );
    expect([fixture.server.chunks, singles(fixture)]).toEqual([[30], 30]);
    expect(fixture.server.acted).toEqual(listOf(30));
  });

  it('D11 B8 a pause takes effect after the chunk that is under way', async () => {
    const fixture = chunked();
    await fixture.start(600);
    await fixture.clock.until(() => fixture.server.chunks.length === 2);
    fixture.runner.pause();
    const { batch } = await fixture.shows('paused');
    expect(batch.summary.done).toBe(100);
    expect(fixture.server.chunks).toEqual([50, 50]);
    fixture.runner.goOn();
    await fixture.shows('finished');
    expect(fixture.server.acted).toEqual(listOf(600));
  });

  it('T6 D2c fifty of the longest messages fit into one call', async () => {
    const fixture = chunked({ command: 'notify' });
    const longest = { message: 'x'.repeat(textKinds.message.most), header: 'x'.repeat(textKinds.line.most) };
    await fixture.start(120, {
      rows: { imeis: imeiList(120), extras: { at: () => longest, copy: () => ['copy'] } },
    });
    await fixture.shows('finished');
    expect(fixture.server.chunks).toEqual([50, 50, 20]);
    expect(fixture.server.messages).toEqual(Array.from({ length: 120 }, () => longest.message));
    // At most four bytes a character, sealed as base64, plus the rest of an item.
    const bytes = CHUNK_ITEMS * (textKinds.message.most + textKinds.line.most + textKinds.word.most + 100) * 4;
    expect((bytes * 4) / 3).toBeLessThan(limits.chunkBodyBytes);
  });

  it.each([
    ['that does not offer it', { chunks: false }],
    ['that is not idempotent', { idempotent: false }],
  ] as const)('D1a D2b a server %s gets the calls of the specification, one an item', async (_, options) => {
    const fixture = chunked(options);
    await finished(fixture, 60);
    expect(fixture.server.chunks).toEqual([]);
    expect(singles(fixture)).toBe(60);
    const [first] = fixture.server.received.filter(({ path }) => path === calls.getImeiDetails.path);
    expect(Object.keys(first?.body ?? {}).sort()).toEqual(['action', 'batchId', 'filename', 'imei']);
  });
});

describe('a chunk that is sent while one is under way', () => {
  const BEFORE = 4 * CHUNK_ITEMS;
  const paths = (fixture: BatchFixture) => fixture.server.received.filter(({ path }) => path === calls.batchItems.path);
  /** A batch with two chunks under way, the first of which gets a reply. */
  async function twoUnderWay(...replies: Parameters<SimulatedServer['next']>) {
    const fixture = chunked();
    fixture.server.latencyMs = 100;
    fixture.server.nextOf(calls.batchItems.path, ...times(4, 'ok'), ...replies);
    await fixture.start(600);
    await fixture.clock.until(() => fixture.server.underWay.now === 2);
    return fixture;
  }
  const expectAllOnce = (fixture: BatchFixture, length = 600) => {
    expect(fixture.server.acted).toEqual(listOf(length));
    const { state } = fixture;
    expect(state).toMatchObject({ batch: { summary: { done: length, unconfirmed: 0 } } });
  };

  it('D2c B6 goes once four were answered at once, never more than two together, in order and each once', async () => {
    const fixture = await twoUnderWay();
    expect(fixture.server.chunks).toEqual(times(6, 'ok').map(() => CHUNK_ITEMS));
    expect(paths(fixture).at(-1)?.body['imei']).toBe(imeiAt(BEFORE + 2 * CHUNK_ITEMS - 1));
    await fixture.shows('finished');
    expect(fixture.server.underWay.most).toBe(2);
    expect(fixture.items()).toEqual(listOf(600));
    expectAllOnce(fixture);
  });

  it.each([
    'network-before',
    'network-after',
    'not-sent',
    'throttled',
    'server-before',
    'timeout-after',
    'unreadable-after',
    'business',
    'authorization',
  ] as const)(
    'D2c D11 is carried out behind the one before it alone, which ends in %s: in order and each once',
    async (reply) => {
      const fixture = await twoUnderWay(reply);
      if (reply === 'authorization') {
        await fixture.shows('paused');
        fixture.runner.goOn();
      }
      await fixture.shows('finished');
      expectAllOnce(fixture);
    },
  );

  it.each(['network-before', 'network-after', 'throttled', 'authorization', 'business', 'server-after'] as const)(
    'D2c D11 and ends in %s goes again under the same ids, as if it had not been sent',
    async (reply) => {
      const fixture = await twoUnderWay('ok', reply);
      await fixture.shows('finished');
      expectAllOnce(fixture);
      expect(singles(fixture)).toBe(0);
    },
  );

  it('D2c D11 that was answered gives nothing to one whose answer cannot be read, and which goes singly', async () => {
    const fixture = await twoUnderWay();
    const unreadable = BEFORE + 1;
    fixture.server.arranges = (items) => (items[0]?.row === unreadable ? items.slice(1) : items);
    const { batch } = await fixture.shows('finished');
    expectAllOnce(fixture);
    expect(singles(fixture)).toBe(CHUNK_ITEMS);
    expect(batch.summary).toMatchObject({ found: 400, notFound: 200 });
    const knows = (index: number) => (Number(imeiAt(index)) % 3 === 0 ? 'not found' : 'found');
    for (let index = 0; index < 600; index += 1) expect(batch.results.rowAt(index)?.status).toBe(knows(index));
  });

  it('D2c is sent once while the one before it is tried again and again, and once behind it', async () => {
    const fixture = await twoUnderWay('network-before', 'ok', 'network-before', 'network-before');
    await fixture.shows('finished');
    const first = String(BEFORE + CHUNK_ITEMS + 1);
    expect(paths(fixture).filter(({ body }) => body['row'] === first)).toHaveLength(2);
    expectAllOnce(fixture);
  });

  it('D2c that failed is followed by four that are sent by themselves', async () => {
    const fixture = await twoUnderWay('ok', 'network-before');
    await fixture.shows('finished');
    const begun = new Map<number, number>();
    for (const { at, body } of paths(fixture))
      if (Number(body['row']) % CHUNK_ITEMS === 1) begun.set(at, (begun.get(at) ?? 0) + 1);
    // The one behind it left before it was known to have failed.
    expect([...begun.values()].slice(0, 10)).toEqual([1, 1, 1, 1, 2, 2, 1, 1, 1, 1]);
    expectAllOnce(fixture);
  });

  it('D11 B8 is taken in before a pause, and nothing is sent after it', async () => {
    const fixture = await twoUnderWay();
    fixture.runner.pause();
    const { batch } = await fixture.shows('paused');
    expect(batch.summary.done).toBe(BEFORE + 2 * CHUNK_ITEMS);
    expect(fixture.server.acted).toEqual(listOf(BEFORE + 2 * CHUNK_ITEMS));
    fixture.runner.goOn();
    await fixture.shows('finished');
    expectAllOnce(fixture);
  });

  it('B11 D14 is taken in before the batch is left, which knows all that was sent', async () => {
    const fixture = await twoUnderWay();
    fixture.runner.cancel();
    await fixture.shows('idle');
    const [kept] = await fixture.over(fixture.runner.archived());
    expect(kept?.progress.next).toBe(BEFORE + 2 * CHUNK_ITEMS);
    expect(fixture.server.acted).toEqual(listOf(BEFORE + 2 * CHUNK_ITEMS));
  });

  it.each([true, false])('D15 B10 is sent again after the page was killed, and done once (kept: %s)', async (keeps) => {
    const fixture = await twoUnderWay();
    fixture.reopen(0, keeps);
    await fixture.clock.until(() => fixture.server.acted.length === BEFORE + 2 * CHUNK_ITEMS);
    await fixture.shows('resumable');
    fixture.runner.resume();
    await fixture.shows('finished');
    expectAllOnce(fixture);
  });

  it('D2c waits for a server that does not keep the order of chunks', async () => {
    const fixture = chunked();
    fixture.server.keepsOrder = false;
    await finished(fixture, 600);
    expect(fixture.server.underWay.most).toBe(1);
    expectAllOnce(fixture);
  });

  it('D11 B6 does not go with unconfirmed devices, which may lie apart: they are sent again in order', async () => {
    const fixture = chunked();
    fixture.server.arranges = (items) => items.map((item) => ({ ...item, outcome: 'conflict' }));
    await fixture.start(600);
    await fixture.clock.until(() => {
      if (fixture.state.status === 'paused') fixture.runner.goOn();
      return fixture.state.status === 'finished';
    });
    expect((await fixture.shows('finished')).batch.summary.unconfirmed).toBe(600);
    const sent = fixture.items().length;
    fixture.server.arranges = (items) => items;
    fixture.server.underWay.most = 0;
    fixture.runner.retryUnconfirmed();
    await fixture.confirmed();
    expect(fixture.items().slice(sent)).toEqual(listOf(600));
    expect(fixture.server.underWay.most).toBe(1);
    expectAllOnce(fixture);
  });

  it('D2c waits for one that fails now and then: after a failure four more are sent by themselves', async () => {
    const fixture = chunked();
    fixture.server.nextOf(calls.batchItems.path, ...times(3, 'ok'), 'network-before', ...times(3, 'ok'), 'not-sent');
    await fixture.start(400);
    await fixture.shows('finished');
    expect(fixture.server.underWay.most).toBe(1);
    expectAllOnce(fixture, 400);
  });
});

describe('a batch that another computer takes over', () => {
  async function twoComputers() {
    const here = chunked();
    here.server.latencyMs = 100;
    await here.start(3000);
    await here.clock.until(() => here.server.chunks.length === 2);
    const there = new BatchFixture({ of: here, chunks: true });
    await there.shows('idle');
    const [batchId = ''] = here.server.lists;
    return { here, there, batch: { batchId, action: 'lock' } };
  }

  it('D17b goes on where it was, and nothing is sent twice or lost', async () => {
    const { here, there, batch } = await twoComputers();
    here.server.nextOf(calls.batchItems.path, ...times(4, 'not-sent'));
    await expect(there.over(there.runner.takeOver(batch))).resolves.toBe('taken');
    const ended = await there.shows('finished');
    expect(ended.batch.summary).toMatchObject({ total: 3003, done: 3000, found: 2000, notFound: 1000, unconfirmed: 0 });
    expect(here.server.acted).toEqual(listOf(3000));
    const lost = await here.shows('taken-over');
    expect(lost.by).toEqual({ operator: 'other@example.com', place: '' });
    expect(here.browser.kept.size).toBe(0);
    expect(here.browser.legacyRecords.size).toBe(0);
  });

  it('T4 D17b waits for its file if it has notifications, and then goes on where it was', async () => {
    const message = (index: number) => `Dear ${String(index)}`;
    const extras = { at: (index: number) => ({ message: message(index) }), copy: () => ['sno,name'] };
    const rows = { imeis: imeiList(120), extras };
    const here = await begun(120, { chunks: true, command: 'notify', input: { rows } });
    await here.clock.until(() => here.server.chunks.length === 1);
    const there = new BatchFixture({ of: here, chunks: true, command: 'notify' });
    await there.shows('idle');
    const [batchId = ''] = here.server.lists;
    await expect(there.over(there.runner.takeOver({ batchId, action: 'notify' }))).resolves.toBe('taken');
    expect((await there.shows('resumable')).saved.needsFile).toBe(true);
    there.runner.resume(rows);
    expect((await there.shows('finished')).batch.summary).toMatchObject({ done: 120, unconfirmed: 0 });
    expect(here.server.messages).toEqual(listOf(120).map((_, index) => message(index)));
  });

  it.each([
    { what: 'none', answered: 0, ofItems: ['authorization'], ofReport: [], pageRows: 5000, level: undefined },
    { what: 'some', answered: 100, ofItems: ['ok', 'ok', 'authorization'], ofReport: [], pageRows: 50, level: 'one' },
    { what: 'all', answered: 120, ofItems: [], ofReport: ['business'], pageRows: 60, level: undefined },
  ] as const)('D17b with $what of its rows answered it goes on behind row $answered', async (given) => {
    const { answered, ofItems, ofReport, pageRows, level } = given;
    const here = await begun(120, {
      chunks: true,
      replies: { [calls.batchItems.path]: ofItems, [REPORT]: ofReport },
    });
    await here.shows('paused');
    const sent = here.items().length;
    here.server.pageRows = pageRows;
    here.server.level = level ?? '';
    const there = new BatchFixture({ of: here, chunks: true });
    await there.shows('idle');
    const [batchId = ''] = here.server.lists;
    await expect(there.over(there.runner.takeOver({ batchId, action: 'lock' }))).resolves.toBe('taken');
    const [kept] = there.browser.kept.values();
    expect(kept?.batch.progress).toMatchObject({
      next: answered,
      lastImei: answered === 0 ? '' : imeiAt(answered - 1),
    });
    expect(kept?.batch.header.level).toBe(level);
    const { batch } = await there.shows('finished');
    expect(batch.summary).toMatchObject({ done: 120, found: 80, notFound: 40, unconfirmed: 0 });
    expect(here.items().slice(sent)).toEqual(listOf(120).slice(answered));
    expect(there.reports().at(-1)?.body['lastimei']).toBe(imeiAt(119));
    expect(here.server.acted).toEqual(listOf(120));
  });

  it('D17b whoever lost it may begin another batch, and takes nothing back unasked', async () => {
    const { here, there, batch } = await twoComputers();
    await there.over(there.runner.takeOver(batch));
    await there.shows('finished');
    await here.shows('taken-over');
    const received = here.server.received.length;
    here.runner.newBatch();
    await here.shows('idle');
    here.runner.start(inputOf(30));
    await here.shows('finished');
    expect(here.server.received.slice(received).every(({ body }) => body['batchId'] !== batch.batchId)).toBe(true);
  });

  it.each([
    ['before it sends anything', []],
    ['by its first items if its claim fails while the server works', times(7, 'server-before')],
  ] as const)('D17b a page that comes back with its copy of the batch learns it %s', async (_when, replies) => {
    const { here, there, batch } = await twoComputers();
    here.browser.kill(() => false);
    await there.over(there.runner.takeOver(batch));
    await there.shows('finished');
    const items = here.items().length;
    here.runner = here.open();
    await here.shows('resumable');
    here.server.nextOf(calls.batchClaim.path, ...replies);
    here.runner.resume();
    await here.shows('taken-over');
    if (replies.length === 0) expect(here.items()).toHaveLength(items);
    expect(here.server.acted).toEqual(listOf(3000));
  });

  it.each(['server-before', 'timeout-after', 'unreadable-after'] as const)(
    'D17b a run whose claim ends in %s while the server works goes on as the run that it is',
    async (reply) => {
      const { here } = await twoComputers();
      here.reopen();
      await here.shows('resumable');
      here.server.nextOf(calls.batchClaim.path, ...times(7, reply));
      here.runner.resume();
      const { batch } = await here.shows('finished');
      expect(batch.summary).toMatchObject({ done: 3000, unconfirmed: 0 });
      expect(here.server.acted).toEqual(listOf(3000));
      const { run } = here.server.received.at(-2)?.body ?? {};
      expect(run).toBe([...here.server.runs.values()][0]);
    },
  );

  it('D17b a device that is the business of the other run by now is not unconfirmed here', async () => {
    const here = await begun(1, { chunks: true, replies: { [ITEM]: ['authorization'] } });
    await here.shows('paused');
    const there = new BatchFixture({ of: here, chunks: true });
    await there.shows('idle');
    const [batchId = ''] = here.server.lists;
    await there.over(there.runner.takeOver({ batchId, action: 'lock' }));
    await there.shows('finished');
    here.runner.goOn();
    await here.shows('taken-over');
    expect(here.browser.legacyRecordHistory.flatMap(({ legacyRecords }) => [...legacyRecords.values()])).toEqual([]);
    expect(here.reports()).toHaveLength(1);
    expect(here.server.acted).toEqual([imeiAt(0)]);
  });

  it('D17b asked for twice it is taken over once, and no other batch begins meanwhile', async () => {
    const { here, there, batch } = await twoComputers();
    const taking = there.runner.takeOver(batch);
    await expect(there.runner.takeOver(batch)).resolves.toBe('busy');
    there.runner.start(inputOf(30));
    await expect(there.over(taking)).resolves.toBe('taken');
    await there.shows('finished');
    expect(here.server.lists).toHaveLength(1);
    expect(here.server.acted).toEqual(listOf(3000));
  });

  it('D17b is not taken over where another batch of the command is unfinished', async () => {
    const { here, there, batch } = await twoComputers();
    await there.start(1000);
    await there.clock.until(() => there.state.status === 'running');
    await expect(there.over(there.runner.takeOver(batch))).resolves.toBe('busy');
    there.runner.pause();
    await there.shows('paused');
    there.reopen();
    await there.shows('resumable');
    await expect(there.over(there.runner.takeOver(batch))).resolves.toBe('occupied');
    await here.shows('finished');
  });

  it('D17b a failure on the way leaves nothing here, and it can be asked for again', async () => {
    const { here, there, batch } = await twoComputers();
    there.server.nextOf(calls.batchOutcomes.path, 'server-before');
    await expect(there.over(there.runner.takeOver(batch))).rejects.toMatchObject({ kind: 'server' });
    expect(there.browser.kept.size).toBe(0);
    await here.shows('taken-over');
    await expect(there.over(there.runner.takeOver(batch))).resolves.toBe('taken');
    await there.shows('finished');
    expect(here.server.acted).toEqual(listOf(3000));
  });
});
