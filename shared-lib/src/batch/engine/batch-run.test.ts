import { BatchStorageError } from './index.ts';
import { BatchFixture, begun, ITEM, REPORT, sending } from '../testing/batch-fixture.ts';
import { times } from '../testing/simulated-server.ts';

describe('what is in doubt when another phase begins', () => {
  it.each(['registering', 'running'] as const)('D2b is nothing of the phase before %s', async (phase) => {
    const fixture = await begun(2, { idempotent: false });
    await fixture.clock.until(() =>
      [...fixture.browser.kept.values()].some(({ batch }) => batch.progress.phase === phase),
    );
    fixture.reopen();
    expect((await fixture.shows('resumable')).saved).toMatchObject({ phase, uncertain: null });
  });

  it('D2b D11 is the device that was being sent again when the page was closed', async () => {
    const fixture = await begun(2, { idempotent: false, replies: { [ITEM]: ['network-after'] } });
    await fixture.shows('paused');
    fixture.runner.goOn('leave');
    await fixture.shows('finished');
    fixture.runner.retryUnconfirmed();
    await fixture.received(3);
    fixture.reopen();
    await fixture.shows('resumable');
    fixture.runner.resume();
    expect(await fixture.shows('paused')).toMatchObject({ undecided: { kind: 'unconfirmed', count: 1 } });
    fixture.runner.goOn('resend');
    await fixture.clock.until(() => fixture.state.status === 'paused' && fixture.state.undecided?.kind === 'imei');
    await fixture.clock.pass(60_000);
    expect(fixture.items()).toHaveLength(3);
    fixture.runner.goOn('resend');
    await fixture.confirmed();
    expect(fixture.items()).toHaveLength(4);
  });
});

it('D15 a disk that fails between two devices is noticed before the next, not at the fiftieth', async () => {
  const fixture = new BatchFixture();
  fixture.server.latencyMs = 100;
  await fixture.start(120);
  await fixture.received(10);
  fixture.browser.storageError = new BatchStorageError({ kind: 'not-stored', cause: 'The disk is gone.' });
  expect(await fixture.shows('paused')).toMatchObject({ why: 'storage' });
  expect(fixture.items().length).toBeLessThan(15);
  fixture.browser.storageError = null;
  fixture.runner.goOn();
  await fixture.shows('finished');
  expect(fixture.items()).toHaveLength(120);
});

describe('a pause that the operator asks for', () => {
  it('D11 D15 is shown once everything is on disk', async () => {
    const fixture = await sending(120, 10);
    fixture.runner.pause();
    const { batch } = await fixture.shows('paused');
    fixture.reopen();
    expect((await fixture.shows('resumable')).saved.summary.done).toBe(batch.summary.done);
  });

  it('D11 is none if the operator goes on while that is written', async () => {
    const fixture = await sending(20, 5);
    const shown = new Set<string>();
    fixture.runner.subscribe(() => shown.add(fixture.state.status));
    fixture.runner.pause();
    await fixture.clock.pass(fixture.server.latencyMs);
    fixture.runner.goOn();
    await fixture.shows('finished');
    expect(shown).not.toContain('paused');
  });
});

describe('a pause', () => {
  it('D11 D15 of a login that has ended keeps all that is known', async () => {
    const fixture = await begun(120, { replies: { [ITEM]: [...times(10, 'ok'), 'authorization'] } });
    expect((await fixture.shows('paused')).batch.summary.done).toBe(10);
    fixture.reopen();
    expect((await fixture.shows('resumable')).saved.summary.done).toBe(10);
  });

  it('D11 is over as soon as the operator has the server tried', async () => {
    const fixture = await begun(1, { replies: { [ITEM]: times(7, 'network-before') } });
    await fixture.shows('paused');
    fixture.server.latencyMs = 400;
    fixture.runner.goOn();
    await fixture.clock.pass(100);
    expect(fixture.state.status).toBe('running');
  });

  it('B9 D11a does not begin the process time again where only the report is left', async () => {
    const fixture = await begun(1, { replies: { [REPORT]: ['business'] } });
    const { processTimeMs } = (await fixture.shows('paused')).batch;
    fixture.server.latencyMs = 20_000;
    fixture.runner.goOn();
    expect((await fixture.shows('finished')).batch.processTimeMs).toBe(processTimeMs);
  });

  it('D2b D9a for a question stays one when a pause is asked for besides', async () => {
    const fixture = await begun(2, { idempotent: false, replies: { [ITEM]: ['network-after'] } });
    await fixture.shows('paused');
    fixture.manager.pauseAll('session-expiring');
    await fixture.clock.pass(60_000);
    expect(fixture.state).toMatchObject({ status: 'paused', why: 'unconfirmed', undecided: { kind: 'imei' } });
    expect(fixture.items()).toHaveLength(1);
    fixture.runner.goOn('leave');
    expect((await fixture.shows('finished')).batch.summary).toMatchObject({ done: 2, unconfirmed: 1 });
  });

  it('D11 lasts its whole time again after a try that the operator asked for', async () => {
    const fixture = await begun(1, { replies: { [ITEM]: times(9, 'network-before') } });
    await fixture.shows('paused');
    await fixture.clock.pass(10_000);
    fixture.runner.goOn();
    await fixture.clock.pass(14_000);
    expect(fixture.items()).toHaveLength(7);
    await fixture.clock.pass(2000);
    expect(fixture.items()).toHaveLength(8);
  });

  it('D11 that was asked for takes the place of a wait for the server', async () => {
    const fixture = await sending(1, 1, { replies: { [ITEM]: ['held'] } });
    fixture.runner.pause();
    await fixture.clock.pass(1000);
    expect(fixture.state).toMatchObject({ status: 'paused', why: 'operator' });
  });
});

describe('a batch that the operator leaves', () => {
  it.each(['pause', 'goOn'] as const)('D14 stays left, whatever is asked for after that: %s', async (action) => {
    const fixture = await sending(120, 10);
    fixture.runner.cancel();
    fixture.runner[action]();
    await fixture.shows('idle');
    expect(fixture.items()).toHaveLength(10);
  });

  it('D11a D15 while the disk fails says so', async () => {
    const fixture = await sending(120, 10);
    fixture.browser.storageError = new BatchStorageError({ kind: 'not-stored', cause: 'The disk is gone.' });
    await fixture.shows('paused');
    fixture.runner.cancel();
    expect(await fixture.shows('failed')).toMatchObject({
      stage: 'storage',
      message: expect.stringContaining('could not store the batch (The disk is gone.)'),
    });
  });
});

it('D11a a bug in the storage is shown, and not taken for a full disk', async () => {
  const fixture = await sending(120, 10);
  fixture.browser.storageError = new TypeError('a bug');
  expect(await fixture.shows('failed')).toMatchObject({ stage: 'internal', message: 'a bug' });
});
