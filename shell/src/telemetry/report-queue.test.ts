import type { DescribedFailure } from './describe-failure.ts';
import { createReportQueue } from './report-queue.ts';

const place = {
  remote: 'mf-x',
  version: '1.0.0',
  release: '1.0.0-ab',
  sequence: 1,
  source: 'live',
  screen: 'one',
} as const;
const failure = (message: string, stack = ''): DescribedFailure => ({
  ...place,
  owner: 'X team',
  kind: 'rendering',
  message,
  stack,
});

describe('createReportQueue', () => {
  it('counts failures of a kind as one, and keeps what happened after a report was made', () => {
    const queue = createReportQueue(() => 0);
    expect(queue.next('Chrome 1')).toBeNull();
    queue.loaded({ ...place, ms: 7 });
    for (const message of ['a', 'a', 'b']) queue.failed(failure(message));
    const report = queue.next('Chrome 1');
    expect(report).toEqual({
      browser: 'Chrome 1',
      loads: [{ ...place, ms: 7 }],
      failures: [
        { ...failure('a'), count: 2 },
        { ...failure('b'), count: 1 },
      ],
    });
    if (!report) throw new Error('there is no report');
    queue.failed(failure('a'));
    queue.loaded({ ...place, ms: 8 });
    queue.settle(report);
    expect(queue.next('Chrome 1')).toEqual({
      browser: 'Chrome 1',
      loads: [{ ...place, ms: 8 }],
      failures: [{ ...failure('a'), count: 1 }],
    });
  });

  it('tells failures apart by the top of their stacks, and not by what is below it', () => {
    const queue = createReportQueue(() => 0);
    for (const stack of ['1\n2\n3\n4', '1\n2\n3\n5', '1\n2\n6\n4']) queue.failed(failure('a', stack));
    expect(queue.next('')?.failures.map(({ count }) => count)).toEqual([2, 1]);
  });

  it("is bounded: loads, kinds, failures of a report, and a load's time", () => {
    const queue = createReportQueue(() => 0);
    for (let at = 0; at < 150; at += 1) queue.loaded({ ...place, ms: 10_000_000 });
    for (let at = 0; at < 80; at += 1) queue.failed(failure(`failure ${at}`));
    let told = 0;
    for (let report = queue.next(''); report; report = queue.next('')) {
      expect(report.loads.length).toBeLessThanOrEqual(100);
      expect(report.loads.every(({ ms }) => ms === 600_000)).toBe(true);
      expect(report.failures.length).toBeLessThanOrEqual(20);
      told += report.failures.length;
      queue.settle(report);
    }
    expect(told).toBe(50);
  });

  it('a report of long stacks stays below what a page may send while it is left', () => {
    const queue = createReportQueue(() => 0);
    for (let at = 0; at < 30; at += 1) queue.failed(failure(`failure ${at}`, 'x'.repeat(4_000)));
    const report = queue.next('');
    expect(JSON.stringify(report).length).toBeLessThan(31_000);
    expect(report?.failures.length).toBeGreaterThan(3);
  });

  it('looks at so many failures a minute', () => {
    let now = 0;
    const queue = createReportQueue(() => now);
    const looked = () => Array.from({ length: 100 }, () => queue.mayFail()).filter(Boolean).length;
    expect(looked()).toBe(60);
    now = 59_999;
    expect(looked()).toBe(0);
    now = 60_000;
    expect(looked()).toBe(60);
  });
});
