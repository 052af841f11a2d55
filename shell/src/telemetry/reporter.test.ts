import type { TelemetryReport } from '@device-console/shared-lib/contract';
import { createReportQueue } from './report-queue.ts';
import { createReporter } from './reporter.ts';

const load = {
  remote: 'mf-x',
  version: '1',
  release: '1-a',
  sequence: 1,
  source: 'live',
  screen: 'one',
  ms: 5,
} as const;
const failure = {
  remote: 'mf-x',
  version: '1',
  release: '1-a',
  sequence: 1,
  source: 'live',
  screen: 'one',
  owner: '',
  kind: 'rendering',
  message: 'x',
  stack: '',
} as const;

/** Lets everything that waits only for promises finish. */
const settled = () => new Promise<void>((done) => setImmediate(done));

function setUp() {
  let now = 0;
  let isLoggedIn = true;
  let answers: (() => Promise<unknown>)[] = [];
  const timers: { at: number; callback: () => void }[] = [];
  const sent: TelemetryReport[] = [];
  const leaving: (() => void)[] = [];
  const queue = createReportQueue(() => now);
  const reporter = createReporter({
    queue,
    browser: 'Chrome 1',
    maySend: () => isLoggedIn,
    now: () => now,
    onLeave: (listener) => void leaving.push(listener),
    prepare: async (report) => ({
      send: () => {
        sent.push(report);
        return (answers.shift() ?? (async () => undefined))();
      },
    }),
    after: (milliseconds, callback) => {
      const timer = { at: now + milliseconds, callback };
      timers.push(timer);
      return () => void timers.splice(timers.indexOf(timer), 1);
    },
  });
  return {
    sent,
    loaded: () => (queue.loaded(load), reporter.added()),
    failed: () => (queue.failed(failure), reporter.added()),
    leave: () => leaving.forEach((listener) => listener()),
    logIn: (is: boolean) => {
      isLoggedIn = is;
    },
    serverFails: () => {
      answers = [() => Promise.reject(new Error('away'))];
    },
    /** Moves the clock by this many seconds, one at a time. */
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        now += 1_000;
        for (const timer of timers.filter(({ at }) => at <= now)) {
          timers.splice(timers.indexOf(timer), 1);
          timer.callback();
        }
        await settled();
      }
    },
  };
}

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
    const { sent, failed, leave, pass, logIn } = setUp();
    logIn(false);
    failed();
    await pass(60);
    leave();
    expect(sent).toEqual([]);
    logIn(true);
    await pass(30);
    expect(sent).toHaveLength(1);
  });

  it('drops what the server did not take, and leaves it alone for minutes', async () => {
    const { sent, failed, pass, serverFails, leave } = setUp();
    serverFails();
    failed();
    await pass(5);
    expect(sent).toHaveLength(1);
    failed();
    await pass(60);
    leave();
    expect(sent).toHaveLength(1);
    await pass(300);
    expect(sent.map(({ failures }) => failures.map(({ count }) => count))).toEqual([[1], [1]]);
  });
});
