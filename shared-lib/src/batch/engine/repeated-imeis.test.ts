import { Bench, OPERATOR, imeiAt } from '../testing/bench.ts';
import { itemId } from '../testing/simulated-browser.ts';
import type { StoredBatch } from './index.ts';

const BATCH_ID = '00000000-0000-4000-8000-000000000001';

/** Notifications of these devices, by their index in the bench's list; each row has a message of its own. */
function notifications(devices: readonly number[]) {
  const copy = () => devices.map((device, index) => `${String(index)} ${String(device)}`);
  const extras = { at: (index: number) => ({ message: `message ${String(index)}` }), copy };
  return { rows: { imeis: Float64Array.from(devices, (device) => Number(imeiAt(device))), extras } };
}

const messages = ({ server }: Bench) =>
  server.received.flatMap(({ body }) => (body['message'] === undefined ? [] : [body['message']]));
const idsOf = ({ server }: Bench) =>
  server.received.flatMap(({ body, transactionId }) => (body['imei'] === undefined ? [] : [transactionId]));

async function begun(devices: readonly number[], options: { readonly idempotent?: boolean } = {}): Promise<Bench> {
  const bench = new Bench({ command: 'notify', ...options });
  await bench.start(devices.length, notifications(devices));
  return bench;
}

describe('an IMEI that stands in several rows of notifications', () => {
  it('D13a D2 every row is sent under an id of its own; the first has the id that it always had', async () => {
    const bench = await begun([0, 1, 0, 0, 1]);
    const { batch } = await bench.shows('finished');
    expect(messages(bench)).toEqual([0, 1, 2, 3, 4].map((index) => `message ${String(index)}`));
    expect(bench.server.acted).toEqual([0, 1, 0, 0, 1].map(imeiAt));
    const ids = idsOf(bench);
    expect(new Set(ids).size).toBe(5);
    expect(ids.slice(0, 2)).toEqual([0, 1].map((device) => itemId(BATCH_ID, imeiAt(device), 'notify')));
    expect(batch.summary).toMatchObject({ done: 5, found: 5, unconfirmed: 0 });
    const list = bench.server.received.find(({ path }) => path === 'updateCommandOnServer.php');
    expect(list?.body['imeilist']).toBe([0, 1, 0, 0, 1].map(imeiAt).join(','));
  });

  it('D13a B11 a killed batch goes on by place, not by IMEI, and every row is acted on once', async () => {
    const devices = Array.from({ length: 120 }, (_, index) => index % 7);
    for (const count of [1, 8, 60, 119]) {
      const bench = await begun(devices);
      await bench.received(count);
      bench.reopen();
      const { saved } = await bench.shows('resumable');
      expect(saved.lastImei).toBe(saved.summary.done === 0 ? '' : imeiAt((saved.summary.done - 1) % 7));
      const { rows } = notifications(devices);
      bench.runner.resume({ imeis: rows.imeis, extras: rows.extras });
      expect((await bench.shows('finished')).batch.summary.done).toBe(120);
      expect(bench.server.acted).toEqual(devices.map(imeiAt));
      expect(new Set(idsOf(bench)).size).toBe(120);
    }
  });

  it('D13a D11 an unconfirmed row is sent again under its own id, and no other row of the IMEI', async () => {
    const bench = new Bench({ command: 'notify' });
    bench.server.next('ok', 'ok', 'ok', 'ok', 'server-before');
    await bench.start(4, notifications([0, 1, 0, 0]));
    const { batch } = await bench.shows('finished');
    const statuses = [...batch.results.processed()].map(({ status }) => status);
    expect(statuses).toEqual(['found', 'found', 'unconfirmed', 'found']);
    bench.runner.retryUnconfirmed();
    await bench.clock.until(() => bench.state.status === 'finished' && bench.state.batch.summary.unconfirmed === 0);
    expect(messages(bench).at(-1)).toBe('message 2');
    expect(idsOf(bench).at(-1)).toBe(idsOf(bench)[2]);
  });

  it('D13a D2b a doubt names the row where the IMEI stands in several', async () => {
    const bench = new Bench({ command: 'notify', idempotent: false });
    bench.server.next('ok', 'ok', 'ok', 'server-after', 'server-after');
    await bench.start(4, notifications([0, 1, 0, 2]));
    expect(await bench.shows('paused')).toMatchObject({ undecided: { kind: 'imei', imei: imeiAt(1), row: null } });
    bench.runner.goOn();
    await bench.clock.until(() => bench.items().length === 3);
    await bench.clock.pass(50);
    expect(await bench.shows('paused')).toMatchObject({ undecided: { kind: 'imei', imei: imeiAt(0), row: 3 } });
  });
});

describe('what was left out of a file when its batch began', () => {
  it.each([
    ['none', 2, 0],
    ['repeated-rows', 2, 3],
    ['repeated-imeis', 1, 3],
    ['none', 1, 0],
  ] as const)('D13a is %s for schema version %i and %i repeated rows', async (leftOut, schemaVersion, duplicates) => {
    const bench = new Bench({ command: 'notify' });
    await bench.shows('idle');
    const { rows } = notifications([0, 1]);
    const stored: StoredBatch = {
      header: {
        schemaVersion,
        batchId: 'b',
        operator: OPERATOR,
        command: 'notify',
        action: 'notify',
        fileName: 'dues.csv',
        hasExtras: true,
        createdAt: 1,
        totals: { total: 2 + duplicates, valid: 2, invalid: 0, duplicates },
      },
      progress: {
        phase: 'running',
        serverFileName: 'dues.csv',
        next: 1,
        lastImei: imeiAt(0),
        sending: null,
        elapsedMs: 0,
      },
      imeis: rows.imeis,
      segments: [{ segment: 0, codes: Uint8Array.of(1, 0), messages: [] }],
    };
    bench.browser.keep(stored);
    bench.reopen();
    expect((await bench.shows('resumable')).saved.leftOut).toBe(leftOut);
    bench.runner.resume({ imeis: rows.imeis, extras: rows.extras });
    await bench.shows('finished');
    expect(messages(bench)).toEqual(['message 1']);
  });

  it('D13 of a list of devices it plays no part', async () => {
    const bench = new Bench();
    await bench.start(60);
    await bench.received(55);
    bench.reopen();
    expect((await bench.shows('resumable')).saved.leftOut).toBe('none');
  });
});
