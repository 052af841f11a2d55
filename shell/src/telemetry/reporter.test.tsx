import type { TelemetryReport } from '@device-console/shared-lib/contract';
import type { DescribedFailure } from './describe-failure.ts';
import { createReporter, createReportQueue } from './reporter.ts';

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

function setUp() {
  const state = { isLoggedIn: true, isServerDown: false };
  const sent: TelemetryReport[] = [];
  const queue = createReportQueue();
  const reporter = createReporter({
    queue,
    browser: 'Chrome 1',
    maySend: () => state.isLoggedIn,
    prepare: async (report) => async () => {
      sent.push(report);
      if (state.isServerDown) throw new Error('away');
    },
  });
  return {
    sent,
    loaded: () => (queue.loaded({ ...place, ms: 5 }), reporter.added()),
    failed: () => (queue.failed(failure('x')), reporter.added()),
    leave: () => window.dispatchEvent(new Event('pagehide')),
    state,
    pass: (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1_000),
  };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

describe('createReporter', () => {
  it('sends loads together after half a minute, failures after seconds, and nothing twice', async () => {
    const { sent, loaded, failed, pass } = setUp();
    loaded();
    await pass(10);
    loaded();
    await pass(19);
    expect(sent).toEqual([]);
    await pass(1);
    expect(sent.map(({ loads }) => loads.length)).toEqual([2]);
    failed();
    await pass(5);
    expect(sent.map(({ failures }) => failures.length)).toEqual([0, 1]);
    await pass(100);
    expect(sent).toHaveLength(2);
  });

  it('sends what was sealed at once when the page is left, without waiting for anything', async () => {
    const { sent, failed, leave, pass } = setUp();
    failed();
    await pass(1);
    leave();
    expect(sent).toMatchObject([{ failures: [{ count: 1 }] }]);
    leave();
    await pass(100);
    expect(sent).toHaveLength(1);
  });

  it('sends nothing as long as nobody is logged in, and what waited once somebody is', async () => {
    const { sent, failed, leave, pass, state } = setUp();
    state.isLoggedIn = false;
    failed();
    await pass(60);
    leave();
    expect(sent).toEqual([]);
    state.isLoggedIn = true;
    await pass(30);
    expect(sent).toHaveLength(1);
  });

  it('drops what the server did not take, and leaves it alone for minutes', async () => {
    const { sent, failed, pass, state, leave } = setUp();
    state.isServerDown = true;
    failed();
    await pass(5);
    expect(sent).toHaveLength(1);
    state.isServerDown = false;
    failed();
    await pass(60);
    leave();
    expect(sent).toHaveLength(1);
    await pass(300);
    expect(sent.map(({ failures }) => failures.map(({ count }) => count))).toEqual([[1], [1]]);
  });
});

describe('createReportQueue', () => {
  it('counts failures of a kind as one, and keeps what happened after a report was made', () => {
    const queue = createReportQueue();
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

  it("is bounded: loads, kinds, failures of a report, and a load's time", () => {
    const queue = createReportQueue();
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
    const queue = createReportQueue();
    for (let at = 0; at < 30; at += 1) queue.failed(failure(`failure ${at}`, 'x'.repeat(4_000)));
    const report = queue.next('');
    expect(JSON.stringify(report).length).toBeLessThan(31_000);
    expect(report?.failures.length).toBeGreaterThan(3);
  });

  it('looks at so many failures a minute', () => {
    const queue = createReportQueue();
    const looked = () => Array.from({ length: 100 }, () => queue.mayFail()).filter(Boolean).length;
    expect(looked()).toBe(60);
    jest.advanceTimersByTime(59_999);
    expect(looked()).toBe(0);
    jest.advanceTimersByTime(1);
    expect(looked()).toBe(60);
  });
});
