import { rowWindowWithOpened, rowWindow } from './use-row-window.ts';

const opened = { places: [10, 50], extraHeight: 60 };
const at = (scrollTop: number) => rowWindowWithOpened(1_000, 100, 400, scrollTop, opened);
const total = ({ first, last, before, after }: ReturnType<typeof at>) =>
  before + after + (last - first) * 100 + opened.places.filter((place) => place >= first && place < last).length * 60;

describe('the rows in sight among opened ones', () => {
  it('are those of a plain list where none is open', () => {
    expect(rowWindowWithOpened(1_000, 100, 400, 5_000, { places: [], extraHeight: 60 })).toEqual(
      rowWindow(1_000, 100, 400, 5_000),
    );
  });

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
