import { calls } from '../../contract/index.ts';
import { BatchFixture } from '../testing/batch-fixture.ts';
import { FLUSH_MS } from './saver.ts';

describe('a server that takes no more for some time', () => {
  it('C10 C11 a server that takes no more for long pauses the batch, which goes on by itself', async () => {
    const fixture = new BatchFixture({ chunks: true });
    fixture.server.nextOf(calls.batchItems.path, 'ok', 'held', 'held', 'held');
    await fixture.start(300);
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

  it('C10 C11 a page that is opened again finds the paused batch where it was, and nothing goes twice', async () => {
    const fixture = new BatchFixture({ chunks: true });
    fixture.server.nextOf(calls.batchItems.path, 'ok', 'held');
    await fixture.start(60);
    await fixture.shows('paused');
    await fixture.clock.pass(FLUSH_MS);
    fixture.reopen();
    expect(await fixture.shows('resumable')).toMatchObject({ saved: { summary: { done: 50, unconfirmed: 0 } } });
    fixture.runner.resume();
    const { batch } = await fixture.shows('finished');
    expect(batch.summary).toMatchObject({ done: 60, unconfirmed: 0 });
    expect(fixture.server.acted).toHaveLength(60);
  });

  it('C14 a batch that waits for a second person shows so, asks again by itself, and goes on after it', async () => {
    const fixture = new BatchFixture({ chunks: true });
    fixture.server.nextOf(calls.batchItems.path, ...Array.from({ length: 10 }, () => 'waiting' as const));
    await fixture.start(60);
    expect(await fixture.shows('paused')).toMatchObject({ why: 'approval', message: 'This batch waits for approval.' });
    await fixture.clock.pass(250_000);
    expect(fixture.state).toMatchObject({ status: 'paused', why: 'approval', batch: { summary: { done: 0 } } });
    expect(fixture.server.acted).toEqual([]);
    const { batch } = await fixture.shows('finished');
    expect(batch.summary).toMatchObject({ done: 60, unconfirmed: 0 });
    expect(fixture.server.acted).toHaveLength(60);
  });
});
