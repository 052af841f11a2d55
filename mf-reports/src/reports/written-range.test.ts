import { writtenRange } from './written-range.ts';

describe('the range of a report', () => {
  it('is written with both days, or the one', () => {
    expect(writtenRange({ start: '2026-11-01', end: '2026-11-20' })).toBe('1 Nov 2026 to 20 Nov 2026');
    expect(writtenRange({ start: '2026-11-20', end: '2026-11-20' })).toBe('20 Nov 2026');
  });
});
