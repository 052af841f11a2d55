import {
  BatchFixture,
  imeiAt,
  imeiList,
  inputOf,
  OPERATOR,
  REPORT,
  sending,
  begun,
  ITEM,
} from '../testing/batch-fixture.ts';
import type { BatchExtras } from './index.ts';
import { FLUSH_MS } from './saver.ts';
import type { SimulatedReply } from '../testing/simulated-server.ts';

const key = { operator: OPERATOR, command: 'lock' } as const;
const CANNOT = 'This batch cannot be processed, please start a new batch or cancel this batch';

async function killedAfter(count: number): Promise<BatchFixture> {
  const fixture = await sending(120, count);
  fixture.reopen();
  return fixture;
}

/** Sixty notifications with these rows, whose page was killed. */
async function killedNotifications(extras: BatchExtras): Promise<BatchFixture> {
  const fixture = await begun(60, { command: 'notify', input: { rows: { imeis: imeiList(60), extras } } });
  await fixture.received(55);
  fixture.reopen();
  return fixture;
}

describe('an unfinished batch', () => {
  it.each(['network-before', 'business'] as const)('B10 D11a %s at its first report is only a note', async (reply) => {
    const fixture = await killedAfter(60);
    fixture.server.next(reply);
    await fixture.clock.until(() => fixture.state.status === 'resumable' && fixture.state.saved.notTold !== '');
    fixture.runner.resume();
    expect((await fixture.shows('finished')).batch.summary.done).toBe(120);
  });

  it('D15 a kill costs at most 200 ms or a chunk of 50: so many IMEIs are sent again, under the same ids', async () => {
    for (const count of [1, 49, 50, 51, 99, 119]) {
      const fixture = await killedAfter(count);
      await fixture.shows('resumable');
      fixture.runner.resume();
      await fixture.shows('finished');
      expect(fixture.server.acted).toEqual(Array.from({ length: 120 }, (_, index) => imeiAt(index)));
      expect(fixture.items().length - 120).toBeLessThanOrEqual(Math.min(50, FLUSH_MS / fixture.server.latencyMs) + 1);
    }
  });

  it("B11 D13 goes on after the store's last IMEI, whether the legacy record is behind, ahead or gone", async () => {
    for (const lossMs of [0, 50, 4000]) {
      const fixture = await sending(120, 80);
      fixture.reopen(lossMs);
      const { saved } = await fixture.shows('resumable');
      fixture.runner.resume();
      await fixture.shows('finished');
      const resent = fixture.items().slice(80);
      expect(resent[0]).toBe(imeiAt(saved.summary.done));
    }
  });

  const damages: [string, (browser: BatchFixture['browser']) => void][] = [
    [
      'a last IMEI that is not in its list',
      ({ legacyRecords }) => {
        for (const [name, record] of legacyRecords) legacyRecords.set(name, { ...record, lastimei: '111111111111111' });
      },
    ],
    [
      'another list',
      (browser) => {
        const imeis = imeiList(119).map((imei) => imei + 500);
        for (const { batch } of [...browser.kept.values()]) browser.keep({ ...batch, imeis });
      },
    ],
    [
      'another last IMEI than its list has there',
      (browser) => {
        for (const { batch } of [...browser.kept.values()])
          browser.keep({ ...batch, progress: { ...batch.progress, lastImei: '111111111111111' } });
      },
    ],
  ];
  it.each(damages)(
    'B11 D11a %s stops it in specified words, shows its results, and it can be left',
    async (_what, spoil) => {
      const fixture = await killedAfter(60);
      const { saved } = await fixture.shows('resumable');
      spoil(fixture.browser);
      const sent = fixture.items().length;
      fixture.runner.resume();
      await fixture.clock.until(() => fixture.state.status === 'resumable' && fixture.state.saved.problem !== '');
      const stopped = await fixture.shows('resumable');
      expect(stopped.saved.problem).toBe(CANNOT);
      expect([...stopped.saved.results.processed()]).toHaveLength(saved.summary.done);
      expect(fixture.items()).toHaveLength(sent);
      fixture.runner.newBatch();
      await fixture.shows('idle');
    },
  );

  it('D13 the legacy record of an older batch of the same file name does not stop it', async () => {
    const fixture = await killedAfter(60);
    await fixture.shows('resumable');
    const [[name] = []] = fixture.browser.legacyRecords;
    fixture.browser.legacyRecords.set(name ?? '', {
      lastimei: '111111111111111',
      batchfilename: 'server-list.csv',
      isComplete: 'incomplete',
      batchId: 'an older one',
    });
    fixture.runner.resume();
    await fixture.shows('finished');
  });

  it.each(['cancel', 'newBatch'] as const)(
    'B11 D14 %s archives it: listable, and it can be taken out again',
    async (action) => {
      const fixture = await killedAfter(60);
      const { saved } = await fixture.shows('resumable');
      fixture.runner[action]();
      await fixture.shows('idle');
      expect(fixture.browser.active(key)).toBeNull();
      const listed = await fixture.over(fixture.runner.archived());
      expect(listed.map((batch) => [batch.header.batchId, batch.progress.next])).toEqual([
        [saved.batchId, saved.summary.done],
      ]);
      fixture.runner.restore(saved.batchId);
      await fixture.shows('resumable');
      fixture.runner.resume();
      expect((await fixture.shows('finished')).batch.summary.done).toBe(120);
    },
  );

  it('D14 cancelling lets the IMEI under way end, archives what is known and frees the lock', async () => {
    const fixture = await sending(120, 10);
    fixture.runner.cancel();
    await fixture.shows('idle');
    expect(fixture.items()).toHaveLength(10);
    expect([...fixture.browser.kept.values()].map((kept) => kept.batch.progress.next)).toEqual([10]);
    await fixture.start(1);
    await fixture.shows('finished');
  });

  it('D15 without a vault a batch keeps no personal data, and goes on with the same file only', async () => {
    const extrasOf = (amount: string) => ({ at: () => ({ message: 'Dear Asha' }), copy: () => ['Asha', amount] });
    const extras = extrasOf('100');
    const fixture = await killedNotifications(extras);
    const { saved } = await fixture.shows('resumable');
    const sent = fixture.items().length;
    expect(saved.needsFile).toBe(true);
    expect(JSON.stringify([...fixture.browser.kept.values()])).not.toContain('Asha');
    for (const [file, problem] of [
      [undefined, /Choose the same file again/],
      [{ imeis: imeiList(61), extras }, /holds other rows/],
      [undefined, /Choose the same file again/],
      [{ imeis: imeiList(60), extras: extrasOf('1000') }, /holds other rows/],
    ] as const) {
      fixture.runner.resume(file);
      await fixture.clock.until(
        () => fixture.state.status === 'resumable' && problem.test(fixture.state.saved.problem),
      );
    }
    expect(fixture.items()).toHaveLength(sent);
    fixture.runner.resume({ imeis: imeiList(60), extras });
    await fixture.shows('finished');
    expect(
      fixture.server.received.filter((call) => call.body['imei']).every((call) => call.body['message'] === 'Dear Asha'),
    ).toBe(true);
  });
});

describe('two tabs', () => {
  it('D16 one tab runs it; the other says so and is free when it ends', async () => {
    const fixture = await sending(30, 5);
    const other = fixture.open();
    await fixture.shows('locked-elsewhere', other);
    other.start(inputOf(30));
    await fixture.shows('finished');
    await fixture.shows('idle', other);
    expect(fixture.items()).toHaveLength(30);
  });

  it('D16 a tab that was opened before cannot start a second one', async () => {
    const fixture = new BatchFixture();
    const other = fixture.open();
    await fixture.shows('idle', other);
    await fixture.start(30);
    await fixture.received(5);
    other.start(inputOf(30));
    await fixture.shows('locked-elsewhere', other);
    await fixture.shows('finished');
    await fixture.shows('idle', other);
    expect(fixture.items()).toHaveLength(30);
  });

  it('D16 a tab that was opened before, and hears that another has begun, says so', async () => {
    const fixture = new BatchFixture();
    const other = fixture.open();
    await fixture.shows('idle', other);
    await fixture.start(30);
    await fixture.received(5);
    other.lookAgain();
    await fixture.shows('locked-elsewhere', other);
    await fixture.shows('finished');
    await fixture.shows('idle', other);
  });

  it('D16 a tab that starts while an unfinished batch lies there is offered that one', async () => {
    const fixture = new BatchFixture();
    await fixture.shows('idle');
    const before = fixture.runner;
    fixture.runner = fixture.open();
    await fixture.start(120);
    await fixture.received(60);
    fixture.runner.cancel();
    await fixture.shows('idle');
    const id = fixture.keptId;
    fixture.runner.restore(id);
    await fixture.shows('resumable');
    await fixture.clock.pass(100);
    before.start(inputOf(5));
    expect((await fixture.shows('resumable', before)).saved.batchId).toBe(id);
  });

  it('D16 D9b a tab that has lost its lock sends and writes nothing more', async () => {
    const fixture = await sending(30, 5);
    const someoneElse = {};
    for (const name of fixture.browser.locks.keys()) fixture.browser.locks.set(name, someoneElse);
    await fixture.shows('locked-elsewhere');
    const { saves } = fixture.browser;
    await fixture.clock.pass(10_000);
    expect(fixture.items().length).toBeLessThanOrEqual(6);
    expect(fixture.browser.saves).toBe(saves);
  });

  it('D16 a disposed runner stops, and what is stored can be resumed', async () => {
    const fixture = await sending(120, 60);
    fixture.runner.dispose();
    await fixture.clock.pass(10_000);
    expect(fixture.items()).toHaveLength(60);
    fixture.runner = fixture.open();
    await fixture.shows('resumable');
  });
});

const extras = { at: (index: number) => ({ message: `Dear ${String(index)}` }), copy: () => ['sno,name'] };
const rows = { imeis: imeiList(2), extras };
const sentMessages = ({ server }: BatchFixture) =>
  server.received.flatMap(({ body }) => (body['imei'] === undefined ? [] : [body['message']]));

/** Notifications of which the first is unconfirmed; the page went while the server was told that they are complete. */
async function wentAtItsReport(...again: SimulatedReply[]): Promise<BatchFixture> {
  const fixture = await begun(2, {
    command: 'notify',
    replies: { [ITEM]: ['conflict'], [REPORT]: ['business', ...again] },
    input: { rows },
  });
  await fixture.shows('paused');
  fixture.reopen();
  return fixture;
}

/** The unconfirmed one is asked for with the rows, and sent with its message. */
async function expectRetryWithRows(fixture: BatchFixture): Promise<void> {
  fixture.runner.retryUnconfirmed();
  const { saved } = await fixture.shows('resumable');
  expect(saved).toMatchObject({ needsFile: true, summary: { unconfirmed: 1 } });
  expect(sentMessages(fixture)).toEqual(['Dear 0', 'Dear 1']);
  fixture.runner.resume();
  await fixture.clock.until(
    () => fixture.state.status === 'resumable' && /Choose the same file again/.test(fixture.state.saved.problem),
  );
  fixture.runner.resume(rows);
  await fixture.confirmed();
  expect(sentMessages(fixture)).toEqual(['Dear 0', 'Dear 1', 'Dear 0']);
  expect(fixture.browser.kept.size).toBe(0);
}

describe('unconfirmed notifications on a page that does not have their rows', () => {
  it('T6 D11 D15 are never sent again without their message: the rows are asked for first', async () => {
    const fixture = await wentAtItsReport();
    await fixture.shows('finished');
    await expectRetryWithRows(fixture);
  });

  it('T6 D11a the same before the server was told of the end', async () => {
    const fixture = await wentAtItsReport('business');
    await fixture.shows('paused');
    fixture.runner.finishHere();
    await fixture.shows('finished');
    await expectRetryWithRows(fixture);
  });
});
