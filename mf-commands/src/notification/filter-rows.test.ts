import { filterRows } from './filter-rows.ts';

const others = { yieldNow: () => Promise.resolve(), isCancelled: () => false };

it('finds every matching row in order, at the ends of slices too', async () => {
  const wanted = new Set([0, 999, 1_000, 1_001, 2_499]);
  expect(await filterRows(2_500, (index) => wanted.has(index), others)).toEqual([...wanted]);
  expect(await filterRows(0, () => true, others)).toEqual([]);
});

it('lets others run after every thousand rows of a hundred thousand', async () => {
  let yields = 0;
  const found = await filterRows(100_000, () => true, {
    ...others,
    yieldNow: () => Promise.resolve(void (yields += 1)),
  });
  expect([found?.length, yields]).toEqual([100_000, 100]);
});

it.each([0, 1])('gives nothing once it is called off, after %d slices', async (slices) => {
  let yields = 0;
  const looked: number[] = [];
  const found = await filterRows(3_000, (index) => looked.push(index) > 0, {
    yieldNow: () => Promise.resolve(void (yields += 1)),
    isCancelled: () => yields >= slices,
  });
  expect([found, looked.length]).toEqual([null, slices * 1_000]);
});
