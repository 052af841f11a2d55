import { setImmediate } from 'node:timers';
import type { ReportPart } from './report-parts.ts';
import { pageText } from './reports.ts';

const ROWS = 20_000;

/** A list of numbered rows, newest first, that notes what is read of it. */
function listed() {
  const seen = { rows: 0, most: 0 };
  const part: ReportPart = {
    name: 'commanditems',
    newestId: () => Promise.resolve(ROWS),
    counted: () => ({ rows: ROWS, endOf: () => Promise.resolve(undefined), count: () => Promise.resolve(ROWS) }),
    rows({ after }, limit) {
      const from = after.id === 0 ? ROWS : after.id - 1;
      const ids = Array.from({ length: Math.min(limit, from) }, (_, index) => from - index);
      seen.rows += ids.length;
      seen.most = Math.max(seen.most, ids.length);
      return Promise.resolve(ids.map((id) => ({ id, createdat: '2026-11-20' })));
    },
  };
  return { part, seen };
}

const start = { list: 0, after: { at: '2026-11-21', id: 0 }, upTo: [ROWS] };
const textOf = (part: ReportPart, limit: number) =>
  pageText({ parts: [part], from: '2026-11-20', before: '2026-11-21' }, start, limit, null, JSON.stringify);

it('a report is read as it is taken: 500 rows at once and one ahead, and others are served in between', async () => {
  const { part, seen } = listed();
  let served = 0;
  let ended = false;
  const serve = () => {
    served += 1;
    if (!ended) setImmediate(serve);
  };
  setImmediate(serve);
  let whole = '';
  let pieces = 0;
  for await (const piece of textOf(part, ROWS)) {
    whole += piece;
    pieces += 1;
    expect(seen.rows).toBeLessThanOrEqual(pieces * 501);
  }
  ended = true;
  expect(seen.most).toBe(501);
  expect(served).toBeGreaterThanOrEqual(ROWS / 500 - 1);
  const commanditems = Array.from({ length: ROWS }, (_, index) => ({ id: ROWS - index, createdat: '2026-11-20' }));
  expect(JSON.parse(whole)).toEqual({ status: 'success', message: '', total: null, commanditems, next: '' });
});
