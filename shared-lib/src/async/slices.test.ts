import { forEachInSlices, range, runInSlices, type SliceClock } from './slices.ts';

/** A clock that passes a millisecond each time that it is looked at, and counts the yields. */
function tickingClock(): SliceClock & { readonly yields: () => number } {
  let time = 0;
  let yields = 0;
  return {
    now: () => (time += 1),
    yieldNow: () => Promise.resolve(void (yields += 1)),
    yields: () => yields,
  };
}

it('yields whenever a slice has lasted five milliseconds, and leaves nothing out', async () => {
  const clock = tickingClock();
  const seen: number[] = [];
  expect(await forEachInSlices(range(100), (item) => void seen.push(item), clock)).toBe(true);
  expect(seen).toEqual(Array.from({ length: 100 }, (_, index) => index));
  expect(clock.yields()).toBe(20);
});

it('waits for each piece of work before the next', async () => {
  let open = 0;
  const work = async () => {
    open += 1;
    await Promise.resolve();
    expect(open).toBe(1);
    open -= 1;
  };
  expect(await forEachInSlices(range(3), work, tickingClock())).toBe(true);
});

it.each([0, 1, 3])('says that it was called off after %d items', async (items) => {
  const seen: number[] = [];
  const isCancelled = () => seen.length >= items;
  expect(await forEachInSlices(range(3), (item) => void seen.push(item), tickingClock(), isCancelled)).toBe(false);
  expect(seen).toHaveLength(items);
});

it('a range goes in steps to before its end', () => {
  expect([...range(10, 4)]).toEqual([0, 4, 8]);
  expect([...range(0)]).toEqual([]);
});

it('runs steps in slices until they end or are called off', async () => {
  function* steps(): Generator<void, string> {
    for (let step = 0; step < 20; step += 1) yield;
    return 'done';
  }
  const clock = tickingClock();
  expect(await runInSlices(steps(), clock, { aborted: false })).toBe('done');
  expect(clock.yields()).toBe(4);
  expect(await runInSlices(steps(), clock, { aborted: true })).toBeUndefined();
});
