import { BatchFixture, REPORT, begun } from '../testing/batch-fixture.ts';
import { BatchStorageError } from './index.ts';
import type { SimulatedReply } from '../testing/simulated-server.ts';

const COPY = 'bulkLockCopy.php';
const LIST = 'updateCommandOnServer.php';
const NOT_SENT_AGAIN = 'Not sent again after the console was closed while it was being sent.';
const lost: readonly SimulatedReply[] = [
  'network-after',
  'network-before',
  'timeout-after',
  'server-before',
  'unreadable-after',
];

const stages = [
  ['copy', COPY],
  ['list', LIST],
  ['imei', 'getimeidetails.php'],
] as const;
const cases = stages.flatMap(([kind, path]) => lost.map((reply) => [kind, reply, path] as const));
const sent = (fixture: BatchFixture, path: string): number =>
  fixture.server.paths().filter((other) => other === path).length;

/** A batch of one device; its server cannot recognise a repetition. */
const met = (path: string, ...replies: readonly SimulatedReply[]): Promise<BatchFixture> =>
  begun(1, { idempotent: false, replies: { [path]: replies } });

/** A device that was left undecided is unconfirmed. */
const left = (kind: string) => ({ done: 1, unconfirmed: kind === 'imei' ? 1 : 0 });

describe('a server that is not idempotent', () => {
  it.each(cases)('D2b a %s whose answer is lost by %s is asked about and not sent again', async (kind, reply, path) => {
    const fixture = await met(path, reply);
    expect(await fixture.shows('paused')).toMatchObject({
      why: 'unconfirmed',
      undecided: { kind },
      batch: { idempotent: false },
    });
    await fixture.clock.pass(3_600_000);
    expect(fixture.server.paths().at(-1)).toBe(path);
    fixture.runner.goOn();
    expect((await fixture.shows('finished')).batch.summary).toMatchObject(left(kind));
    expect(sent(fixture, path)).toBe(1);
  });

  it('D2b B13 a lost answer to the copy has the text of the specification', async () => {
    const fixture = await met(COPY, 'timeout-after');
    expect((await fixture.shows('paused')).message).toMatch(/^An error occurred while uploading the file\. \S/);
  });

  it.each(stages)('D2b the %s is sent again when the operator says so', async (kind, path) => {
    const fixture = await met(path, 'network-before', 'network-after');
    for (const times of [1, 2]) {
      expect(await fixture.shows('paused')).toMatchObject({ undecided: { kind } });
      expect(sent(fixture, path)).toBe(times);
      fixture.runner.goOn('resend');
      await fixture.clock.until(() => sent(fixture, path) === times + 1);
      await fixture.clock.pass(50);
    }
    await fixture.shows('finished');
    expect(sent(fixture, path)).toBe(3);
  });

  it.each(stages)('D2b D14 after a lost answer to the %s the batch can be left', async (kind, path) => {
    const fixture = await met(path, 'network-after');
    expect(await fixture.shows('paused')).toMatchObject({ undecided: { kind } });
    fixture.runner.cancel();
    await fixture.shows('idle');
    expect(fixture.server.paths().at(-1)).toBe(path);
  });

  it.each([...stages.map((stage) => [...stage, 'throttled'] as const), [...stages[2], 'not-sent'] as const])(
    'D2b what surely was not taken is sent again without asking: %s, %s, %s',
    async (_kind, path, reply) => {
      const fixture = await met(path, reply);
      expect((await fixture.shows('finished')).batch.summary).toMatchObject({ found: 1, unconfirmed: 0 });
      expect(sent(fixture, path)).toBe(2);
    },
  );

  it.each(stages)('D2b killed in the middle of the %s, the next page says so and asks', async (kind, path) => {
    for (const [decision, times] of [
      ['leave', 1],
      ['resend', 2],
    ] as const) {
      const fixture = await met(path);
      await fixture.clock.until(() => sent(fixture, path) === 1);
      fixture.reopen();
      expect((await fixture.shows('resumable')).saved).toMatchObject({ uncertain: { kind } });
      fixture.runner.resume();
      expect(await fixture.shows('paused')).toMatchObject({ why: 'unconfirmed', undecided: { kind } });
      expect(sent(fixture, path)).toBe(1);
      fixture.runner.goOn(decision);
      const { batch } = await fixture.shows('finished');
      expect(batch.summary).toMatchObject(decision === 'leave' ? left(kind) : { found: 1 });
      expect(batch.results.rowAt(0).message).toBe(decision === 'leave' && kind === 'imei' ? NOT_SENT_AGAIN : '');
      expect(sent(fixture, path)).toBe(times);
    }
  });

  it.each(
    stages.flatMap(([kind, path]) =>
      (['authorization', 'forbidden', 'throttled', 'held', 'overloaded', 'not-sent'] as const)
        // A copy does not wait for a server that cannot be reached.
        .filter((reply) => kind !== 'copy' || !['overloaded', 'not-sent'].includes(reply))
        .map((reply) => ({ kind, path, reply })),
    ),
  )('D2b D11 killed while it waits after $reply, the $kind that was not taken is in no doubt', async (given) => {
    const { path, reply } = given;
    const fixture = await met(path, reply);
    await fixture.clock.until(() => {
      const { state } = fixture;
      return state.status === 'paused' || ('retryDelay' in state && state.retryDelay !== null);
    });
    await fixture.clock.pass(300);
    fixture.reopen();
    expect((await fixture.shows('resumable')).saved.uncertain).toBeNull();
    fixture.runner.resume();
    await fixture.shows('finished');
    expect(sent(fixture, path)).toBe(2);
  });

  it('D2b D15 a device is not sent anything that the disk does not know, nor after the batch was left', async () => {
    const fixture = await begun(3, { idempotent: false });
    await fixture.received(1);
    fixture.browser.storageError = new BatchStorageError({ kind: 'not-stored', cause: 'The disk is gone.' });
    expect(await fixture.shows('paused')).toMatchObject({ why: 'storage' });
    fixture.runner.cancel();
    fixture.browser.storageError = null;
    await fixture.clock.pass(60_000);
    expect(fixture.items()).toHaveLength(1);
  });

  it('D2b a device is in no doubt once it has its outcome', async () => {
    const fixture = await begun(2, { idempotent: false });
    await fixture.received(1);
    fixture.runner.pause();
    expect((await fixture.shows('paused')).batch.summary).toMatchObject({ done: 1 });
    fixture.reopen();
    expect((await fixture.shows('resumable')).saved).toMatchObject({ uncertain: null, summary: { done: 1 } });
  });

  it('D2b the report that a batch is complete is a fact, and is told as often as it takes', async () => {
    const fixture = await met(REPORT, 'timeout-after', 'network-after');
    await fixture.shows('finished');
    expect(sent(fixture, REPORT)).toBe(3);
    expect(new Set(fixture.server.statuses)).toEqual(new Set(['complete']));
  });
});

describe('a server that is idempotent', () => {
  it.each(stages)('D2 D2b is sent the %s that was in doubt before it was, without asking', async (_kind, path) => {
    const before = await met(path);
    await before.clock.until(() => sent(before, path) === 1);
    before.reopen();
    await before.shows('resumable');
    const fixture = new BatchFixture();
    for (const { batch } of before.browser.kept.values()) fixture.browser.keep(batch);
    fixture.reopen();
    await fixture.shows('resumable');
    fixture.runner.resume();
    const asked: string[] = [];
    fixture.runner.subscribe(() => asked.push(fixture.state.status));
    await fixture.shows('finished');
    expect(asked).not.toContain('paused');
    expect(sent(fixture, path)).toBe(1);
  });

  it.each(stages)('D2 killed in the middle of the %s, it is sent again under its id', async (_kind, path) => {
    const fixture = await begun(1);
    await fixture.clock.until(() => sent(fixture, path) === 1);
    fixture.reopen();
    expect((await fixture.shows('resumable')).saved.uncertain).toBeNull();
    fixture.runner.resume();
    await fixture.shows('finished');
    expect(sent(fixture, path)).toBe(2);
    const { copies, lists, acted } = fixture.server;
    expect([copies.length, lists.length, acted.length]).toEqual([1, 1, 1]);
  });
});
