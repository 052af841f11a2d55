import { runAtOnce } from '../../async/index.ts';
import { sortSteps, type SortValue } from './sort-order.ts';
import { MAX_LIST_HEIGHT, rowWindow } from './use-row-window.ts';

const order = (values: readonly SortValue[], direction: 'ascending' | 'descending') => [
  ...runAtOnce(sortSteps(values.length, (index) => values[index], direction)),
];

describe('sortSteps', () => {
  it('sorts numbers as numbers, texts as people do, whatever their case, and numbers beside texts as texts', () => {
    expect(order([10, 9, 100], 'ascending')).toEqual([1, 0, 2]);
    expect(order(['v10', 'v9', 'V1'], 'ascending')).toEqual([2, 1, 0]);
    expect(order(['356938035643809', '004999010640000'], 'ascending')).toEqual([1, 0]);
    expect(order(['Found', 'found', 'FOUND', 'a'], 'ascending')).toEqual([3, 0, 1, 2]);
    expect(order(['not found', 3, 'found', 20], 'ascending')).toEqual([1, 3, 2, 0]);
  });

  it('keeps equal rows in their order, and those without a value at the end, both ways', () => {
    expect(order([1, undefined, 2, 1, undefined], 'ascending')).toEqual([0, 3, 2, 1, 4]);
    expect(order([1, undefined, 2, 1, undefined], 'descending')).toEqual([2, 0, 3, 1, 4]);
  });

  it('sorts many rows as few, and can be interrupted often', () => {
    const numbers = Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 1009);
    const sorted = numbers
      .map((value, index) => ({ value, index }))
      .sort((a, b) => a.value - b.value || a.index - b.index);
    expect(order(numbers, 'ascending')).toEqual(sorted.map(({ index }) => index));
    const texts = numbers.map((value) => `model ${value}`);
    expect(order(texts, 'ascending')).toEqual(sorted.map(({ index }) => index));
    expect([...sortSteps(5_000, (index) => numbers[index], 'descending')].length).toBeGreaterThan(40);
  });
});

describe('rowWindow', () => {
  it('D23 renders what is in sight and a little around it', () => {
    expect(rowWindow(1000, 36, 360, 0)).toEqual({ first: 0, last: 19, before: 0, after: 981 * 36 });
    expect(rowWindow(1000, 36, 360, 3600)).toEqual({ first: 92, last: 119, before: 92 * 36, after: 881 * 36 });
  });

  it('D23 shows the last row at the end, and nothing beyond it', () => {
    const end = rowWindow(1000, 36, 360, 1_000_000);
    expect(end.last).toBe(1000);
    expect(end.first).toBeLessThanOrEqual(990);
    expect(end.after).toBe(0);
  });

  it('D23 reaches both ends of a list taller than browsers allow', () => {
    const count = 2_000_000;
    const start = rowWindow(count, 36, 360, 0);
    const end = rowWindow(count, 36, 360, MAX_LIST_HEIGHT - 360);
    expect(start.first).toBe(0);
    expect(end.last).toBe(count);
    expect(end.before + (count - 10 - end.first) * 36).toBe(MAX_LIST_HEIGHT - 360);
    expect(end.last - end.first).toBeLessThan(60);
    const middle = rowWindow(count, 36, 360, MAX_LIST_HEIGHT / 2);
    expect(middle.before).toBeLessThanOrEqual(MAX_LIST_HEIGHT / 2);
    expect(middle.before + (middle.last - middle.first) * 36).toBeGreaterThanOrEqual(MAX_LIST_HEIGHT / 2 + 360);
  });

  it('an empty list has no rows and no height', () => {
    expect(rowWindow(0, 36, 360, 0)).toEqual({ first: 0, last: 0, before: 0, after: 0 });
  });
});

const opened = { places: [10, 50], extraHeight: 60 };
const at = (scrollTop: number) => rowWindow(1_000, 100, 400, scrollTop, opened);
const total = ({ first, last, before, after }: ReturnType<typeof at>) =>
  before + after + (last - first) * 100 + opened.places.filter((place) => place >= first && place < last).length * 60;

describe('the rows in sight among opened ones', () => {
  it('D23 keep the height of the whole list wherever it is scrolled to', () => {
    for (let top = 0; top < 100_120 - 400; top += 37) expect(total(at(top))).toBe(1_000 * 100 + 2 * 60);
  });

  it('never leave what is in sight empty, and never jump back', () => {
    let first = 0;
    for (let top = 0; top < 90_000; top += 13) {
      const shown = at(top);
      expect(shown.before).toBeLessThanOrEqual(top);
      expect(total(shown) - shown.after).toBeGreaterThanOrEqual(top + 400);
      expect(shown.first).toBeGreaterThanOrEqual(first);
      first = shown.first;
    }
  });
});
