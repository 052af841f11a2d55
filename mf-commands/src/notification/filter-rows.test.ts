import { filterRows } from './messages-preview.tsx';

const never = () => false;

/** A clock on which a slice ends after this many looks at it, and how often the filter yielded. */
function clockOf(looks: number) {
  let [time, yields] = [0, 0];
  const clock = { now: () => (time += 5 / looks), yieldNow: () => Promise.resolve(void (yields += 1)) };
  return { clock, yields: () => yields };
}

it('finds every matching row in order, at the ends of slices too', async () => {
  const wanted = new Set([0, 999, 1_000, 1_001, 2_499]);
  const { clock } = clockOf(1_000);
  expect(await filterRows(2_500, (index) => wanted.has(index), clock, never)).toEqual([...wanted]);
  expect(await filterRows(0, () => true, clock, never)).toEqual([]);
});

it('lets others run at the end of every slice of a hundred thousand rows', async () => {
  const { clock, yields } = clockOf(1_000);
  const found = await filterRows(100_000, () => true, clock, never);
  expect(found).toHaveLength(100_000);
  expect(yields()).toBeGreaterThanOrEqual(99);
});

it.each([0, 1])('gives nothing once it is called off, after %d slices', async (slices) => {
  const { clock, yields } = clockOf(1);
  const looked: number[] = [];
  const matches = (index: number): boolean => looked.push(index) > 0;
  expect(await filterRows(3_000, matches, clock, () => yields() >= slices)).toBeNull();
  expect(looked).toHaveLength(slices);
});
