import { Bench, OPERATOR, imeiAt } from '../testing/bench.ts';
import type { Fate } from '../testing/simulated-server.ts';
import type { StoredBatch } from './index.ts';

const COPY = 'bulkLockCopy.php';
const LIST = 'updateCommandOnServer.php';
const REPORT = 'updateStatusOnServer.php';
const key = { operator: OPERATOR, command: 'lock' } as const;
const lost: readonly Fate[] = ['network-after', 'network-before', 'timeout-after', 'server-before', 'unreadable-after'];

const stages = [
  ['copy', COPY],
  ['list', LIST],
] as const;
const cases = stages.flatMap(([kind, path]) => lost.map((fate) => [kind, fate, path] as const));
const sent = (bench: Bench, path: string): number => bench.server.paths().filter((other) => other === path).length;

/** A batch of two devices before a server that cannot recognise a repetition. */
async function begun(path: string, ...fates: Fate[]): Promise<Bench> {
  const bench = new Bench({ idempotent: false });
  bench.server.nextOf(path, ...fates);
  await bench.start(2);
  return bench;
}

describe('a server that is not idempotent', () => {
  it.each(cases)('D2b a %s whose answer is lost by %s is asked about and not sent again', async (kind, fate, path) => {
    const bench = await begun(path, fate);
    expect(await bench.shows('paused')).toMatchObject({ why: 'unconfirmed', undecided: { kind }, undecidedImei: null });
    await bench.clock.pass(3_600_000);
    expect(sent(bench, path)).toBe(1);
    expect(bench.items()).toEqual([]);
    bench.runner.goOn();
    expect((await bench.shows('finished')).batch.summary.done).toBe(2);
    expect(sent(bench, path)).toBe(1);
  });

  it('D2b B13 a lost answer to the copy has the text of the specification', async () => {
    const bench = await begun(COPY, 'timeout-after');
    expect((await bench.shows('paused')).message).toMatch(/^An error occurred while uploading the file\. \S/);
  });

  it.each(stages)('D2b the %s is sent again when the operator says so', async (kind, path) => {
    const bench = await begun(path, 'network-before', 'network-after');
    for (const times of [1, 2]) {
      expect(await bench.shows('paused')).toMatchObject({ undecided: { kind } });
      expect(sent(bench, path)).toBe(times);
      bench.runner.goOn('resend');
      await bench.clock.until(() => sent(bench, path) === times + 1);
      await bench.clock.pass(50);
    }
    await bench.shows('finished');
    expect(sent(bench, path)).toBe(3);
  });

  it.each(stages)('D2b D14 after a lost answer to the %s the batch can be left', async (kind, path) => {
    const bench = await begun(path, 'network-after');
    expect(await bench.shows('paused')).toMatchObject({ undecided: { kind } });
    bench.runner.cancel();
    await bench.shows('idle');
    expect(bench.items()).toEqual([]);
  });

  it.each(stages)('D2b what was certainly refused is sent again without asking: %s', async (_kind, path) => {
    const bench = await begun(path, 'throttled');
    await bench.shows('finished');
    expect(sent(bench, path)).toBe(2);
  });

  it.each(stages)('D2b killed in the middle of the %s, the next page says so and asks', async (kind, path) => {
    for (const [decision, times] of [
      ['leave', 1],
      ['resend', 2],
    ] as const) {
      const bench = await begun(path);
      await bench.clock.until(() => sent(bench, path) === 1);
      bench.reopen();
      expect((await bench.shows('resumable')).saved).toMatchObject({ uncertain: { kind }, uncertainImei: null });
      bench.runner.resume();
      expect(await bench.shows('paused')).toMatchObject({ why: 'unconfirmed', undecided: { kind } });
      expect(sent(bench, path)).toBe(1);
      bench.runner.goOn(decision);
      expect((await bench.shows('finished')).batch.summary.done).toBe(2);
      expect(sent(bench, path)).toBe(times);
    }
  });

  it('D2b killed while it waits for a login, nothing is in doubt: the refused copy is sent again', async () => {
    const bench = await begun(COPY, 'authorization');
    await bench.shows('paused');
    bench.reopen();
    expect((await bench.shows('resumable')).saved.uncertain).toBeNull();
    bench.runner.resume();
    await bench.shows('finished');
    expect(sent(bench, COPY)).toBe(2);
  });

  it('D2b D11 killed while it waits for a login, a device that was refused is in no doubt either', async () => {
    const bench = new Bench({ idempotent: false });
    bench.server.next('ok', 'ok', 'authorization');
    await bench.start(2);
    await bench.shows('paused');
    bench.reopen();
    expect((await bench.shows('resumable')).saved.uncertainImei).toBeNull();
    bench.runner.resume();
    await bench.shows('finished');
    expect(bench.items()).toEqual([0, 0, 1].map(imeiAt));
  });

  it.each([
    ['uploading', 'copy', COPY],
    ['registering', 'list', LIST],
  ] as const)(
    'D2b a batch of the release before, which noted no sending in %s, is asked about',
    async (phase, kind, path) => {
      const bench = new Bench({ idempotent: false });
      await bench.shows('idle');
      bench.browser.keep(ofTheReleaseBefore(phase));
      bench.reopen();
      expect((await bench.shows('resumable')).saved).toMatchObject({ uncertain: { kind } });
      bench.runner.resume();
      expect(await bench.shows('paused')).toMatchObject({ undecided: { kind } });
      expect(sent(bench, path)).toBe(0);
      bench.runner.goOn();
      await bench.shows('finished');
      expect([sent(bench, path), bench.items().length]).toEqual([0, 2]);
    },
  );

  it('D2b D11 the unconfirmed of a batch that was resumed are counted in the question', async () => {
    const bench = new Bench({ idempotent: false });
    bench.server.next('ok', 'ok', 'server-after');
    await bench.start(2);
    await bench.shows('paused');
    bench.runner.goOn();
    await bench.shows('finished');
    bench.reopen();
    await bench.shows('idle');
    bench.runner.restore(bench.browser.kept.keys().next().value ?? '');
    await bench.shows('resumable');
    bench.runner.resume();
    expect(await bench.shows('paused')).toMatchObject({ undecided: { kind: 'unconfirmed', count: 1 } });
  });

  it('D2b the report that a batch is complete is a fact, and is told as often as it takes', async () => {
    const bench = await begun(REPORT, 'timeout-after', 'network-after');
    await bench.shows('finished');
    expect(sent(bench, REPORT)).toBe(3);
    expect(new Set(bench.server.statuses)).toEqual(new Set(['complete']));
  });
});

describe('a server that is idempotent', () => {
  it.each(stages)('D2 killed in the middle of the %s, it is sent again under its id', async (_kind, path) => {
    const bench = new Bench();
    await bench.start(2);
    await bench.clock.until(() => sent(bench, path) === 1);
    bench.reopen();
    expect((await bench.shows('resumable')).saved.uncertain).toBeNull();
    bench.runner.resume();
    await bench.shows('finished');
    expect(sent(bench, path)).toBe(2);
    expect([bench.server.copies.length, bench.server.lists.length]).toEqual([1, 1]);
  });
});

/** As it lies on the disk of an operator who has not opened the console since. */
function ofTheReleaseBefore(phase: 'uploading' | 'registering'): StoredBatch {
  return {
    header: {
      schemaVersion: 1,
      batchId: 'before',
      ...key,
      action: 'lock',
      fileName: 'before.csv',
      hasExtras: false,
      createdAt: 1,
      totals: { total: 2, valid: 2, invalid: 0, duplicates: 0 },
    },
    progress: { phase, serverFileName: 'before.csv', next: 0, lastImei: '', sending: null, elapsedMs: 0 },
    imeis: Float64Array.of(Number(imeiAt(0)), Number(imeiAt(1))),
    segments: [],
  };
}
