import { writtenRange } from './written-range.ts';

describe('the range of a report', () => {
  it('is written with both days, or the one', () => {
    expect(writtenRange({ start: '2026-11-01', end: '2026-11-20' })).toBe('Nov 1, 2026 to Nov 20, 2026');
    expect(writtenRange({ start: '2026-11-20', end: '2026-11-20' })).toBe('Nov 20, 2026');
  });
});
