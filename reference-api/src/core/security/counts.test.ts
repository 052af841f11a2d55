import { fresh, startTestApi } from '../../testing/index.ts';
import { HOUR, MINUTE } from '../time/clock.ts';
import { countInDatabase, countsInMemory, keepWithin } from './counts.ts';

const at = (milliseconds: number) => new Date(Date.parse('2026-11-20T10:00:00.000Z') + milliseconds);

describe('counts in memory', () => {
  it('begin anew a window after the first, whichever way the clock went', () => {
    const counts = countsInMemory();
    const add = (milliseconds: number) => counts.add('one', { now: at(milliseconds), window: HOUR });
    expect([0, HOUR - 1, HOUR, 2 * HOUR - 1, 1, 0].map(add)).toEqual([1, 2, 1, 2, 3, 1]);
  });

  it('without a window count all; what is taken back or forgotten does not count, and none below zero', () => {
    const counts = countsInMemory();
    expect([counts.add('one'), counts.add('one'), counts.add('other')]).toEqual([1, 2, 1]);
    counts.takeBack('one');
    counts.takeBack('other');
    counts.takeBack('other');
    counts.takeBack('unknown');
    expect(['one', 'other', 'unknown'].map(counts.countOf)).toEqual([1, 0, 0]);
    counts.forget('one');
    expect(counts.add('one')).toBe(1);
  });

  it('remember a bounded number of subjects', () => {
    const counts = countsInMemory();
    for (let subject = 0; subject <= 10_000; subject += 1) counts.add(String(subject));
    expect(['0', '1', '10000'].map(counts.countOf)).toEqual([0, 1, 1]);
  });
});

describe('counts in the database', () => {
  const api = fresh(() => startTestApi());

  it('D2a are shared, and say by how many a limit is exceeded and how long that lasts', async () => {
    const { clock, store } = api;
    const count = () => countInDatabase(store.db, clock, 'one', { most: 1, window: HOUR });
    expect(await count()).toMatchObject({ excess: 0, retryAfterSeconds: 3600 });
    clock.advance(MINUTE);
    expect(await count()).toMatchObject({ excess: 1, retryAfterSeconds: 3540 });
    const keep = () => keepWithin(store.db, clock, 'one', { most: 1, window: HOUR });
    await expect(keep()).rejects.toMatchObject({ statusCode: 429, excess: 2 });
    clock.advance(HOUR);
    await expect(keep()).resolves.toBeUndefined();
  });

  it('D2a refuse where the database cannot count', async () => {
    const { clock, store } = api;
    const keep = () => keepWithin(store.db, clock, 'one', { most: 1, window: HOUR });
    await api.without('attempts', () => expect(keep()).rejects.toThrow());
  });
});
