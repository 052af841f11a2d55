import { fragmentOfQuery, queryForToday, queryOfFragment } from './audit-query.ts';

describe('the search that an address names', () => {
  const now = new Date(2026, 0, 15, 12, 0).getTime();
  const read = (fragment: string) => queryOfFragment(fragment, now);

  it('D17 of a range has its days of today', () => {
    const lastMonth = { start: '2025-12-01', end: '2025-12-31', imei: '490154203237518' };
    expect(read('#imei=490154203237518&range=last-month')).toMatchObject(lastMonth);
  });

  it('D17 an IMEI alone is that of the last 30 days, nothing the actions of today', () => {
    expect(read('#imei=490154203237518')).toEqual(read('#imei=490154203237518&range=30-days'));
    expect(read('')).toEqual(queryForToday(now));
  });

  it.each([
    '#range=next-year',
    '#start=2026-01-01',
    '#start=yesterday&end=today',
    '#imei=<script>',
    '#imei=4901542032375189',
    '#called=drop.php',
    '#outcome=lost',
  ])('%s names nothing that could be searched for', (fragment) => {
    expect(read(fragment)).toEqual(queryForToday(now));
  });

  it.each([
    {},
    { start: '2025-11-03', end: '2025-11-04' },
    { called: 'reads', outcome: 'refused' },
    { called: 'ANY', account: 'a+b@example.com', imei: '0049' },
    { called: 'updateLoginStatus.php' },
  ] as const)('D17 %j comes back as it was', (changed) => {
    const query = { ...queryForToday(now), ...changed };
    expect(read(fragmentOfQuery(query, now))).toEqual(query);
  });

  it('D17 days of a range stand there by its name, so that a bookmark moves on with them', () => {
    expect(fragmentOfQuery(read('#imei=490154203237518&range=last-month'), now)).toBe(
      '#imei=490154203237518&range=last-month',
    );
    expect(fragmentOfQuery({ ...queryForToday(now), start: '2026-01-02', end: '2026-01-03' }, now)).toBe(
      '#start=2026-01-02&end=2026-01-03',
    );
  });
});
