import fc from 'fast-check';
import { commandById } from '../../contract/index.ts';
import { imeiText } from '../../csv/headless/imei-cell.ts';
import { SimulatedBrowser } from '../testing/simulated-browser.ts';
import { SimulatedServer, type Fate } from '../testing/simulated-server.ts';
import { TestClock } from '../testing/test-clock.ts';
import { createBatchRunner, type BatchRunner, type BatchState } from './index.ts';

// `npm run test:full` runs more of them.
const RUNS = process.env['FULL'] === '1' ? 3000 : 200;

const command = commandById('lock');
const operator = 'operator@example.com';

const fate: fc.Arbitrary<Fate> = fc.constantFrom(
  'ok', 'ok', 'ok', 'ok', 'network-before', 'network-after', 'not-sent', 'server-before', 'server-after', 'timeout-before', 'timeout-after',
  'unreadable-after', 'throttled', 'authorization', 'forbidden',
);

interface Plan {
  readonly length: number;
  readonly fates: readonly Fate[];
  readonly pauses: readonly number[];
  readonly kills: readonly { readonly after: number; readonly keeps: boolean; readonly mirrorLoss: number }[];
}

const plan: fc.Arbitrary<Plan> = fc.record({
  length: fc.integer({ min: 1, max: 120 }),
  fates: fc.array(fate, { maxLength: 80 }),
  pauses: fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 4 }),
  kills: fc.array(fc.record({ after: fc.integer({ min: 0, max: 600 }), keeps: fc.boolean(), mirrorLoss: fc.integer({ min: 0, max: 4000 }) }), { maxLength: 6 }),
});

function input(imeis: Float64Array) {
  const totals = { total: imeis.length, valid: imeis.length, invalid: 0, duplicates: 0 };
  return { name: 'lock.csv', rows: { imeis }, totals };
}

/** What an operator does who wants the batch done: starts it, resumes it, goes on, and sends the unconfirmed again. */
class Operator {
  finished: Extract<BatchState, { status: 'finished' }> | null = null;

  constructor(private readonly imeis: Float64Array, private readonly browser: SimulatedBrowser, private readonly retries: boolean) {}

  act(runner: BatchRunner): void {
    const state = runner.getSnapshot();
    if (state.status === 'idle') this.#begin(runner);
    else if (state.status === 'resumable' || state.status === 'failed') this.#resume(runner, state);
    else if (state.status === 'paused' && state.why !== 'network') runner.goOn();
    else if (state.status === 'finished' && this.retries && state.batch.summary.unconfirmed > 0) runner.retryUnconfirmed();
    else if (state.status === 'finished') this.finished = state;
  }

  get isDone(): boolean {
    return this.finished !== null;
  }

  #resume(runner: BatchRunner, state: BatchState): void {
    if (state.status === 'resumable') expect(state.saved.problem).toBe('');
    if (state.status === 'failed' && !state.mayRetry) runner.newBatch();
    else runner.resume();
  }

  /** Killed with unconfirmed IMEIs left: the batch is in the archive. Else nothing was ever sent. */
  #begin(runner: BatchRunner): void {
    const [archived] = this.browser.kept.keys();
    if (archived === undefined) runner.start(input(this.imeis));
    else runner.restore(archived);
  }
}

interface Ended {
  readonly server: SimulatedServer;
  readonly browser: SimulatedBrowser;
  readonly list: readonly string[];
  readonly finished: Operator['finished'];
}

async function live({ length, fates, pauses, kills }: Plan, idempotent: boolean): Promise<Ended> {
  const clock = new TestClock();
  const server = new SimulatedServer(clock, idempotent);
  const browser = new SimulatedBrowser(clock, server);
  const imeis = Float64Array.from({ length }, (_, index) => 350_000_000_000_001 + index * 7);
  const wanted = new Operator(imeis, browser, idempotent);
  server.next(...fates);
  const open = () => createBatchRunner({ command, operator, ports: browser.openPage(), idempotent });
  const killsLeft = [...kills];
  const pausesLeft = pauses.map((at) => clock.now() + at);
  let runner = open();
  let killAt = clock.now() + (killsLeft[0]?.after ?? Number.POSITIVE_INFINITY);
  // A page killed between the removal of its record and the showing of its end: the server knows that it is complete.
  const isOver = () => runner.getSnapshot().status === 'idle' && server.statuses.includes('complete') && (browser.kept.size === 0 || !idempotent);
  for (let steps = 0; !wanted.isDone && !isOver(); steps += 1) {
    if (steps > 100_000) throw new Error(`The batch never ended: ${runner.getSnapshot().status}`);
    if (clock.now() >= killAt) {
      const kill = killsLeft.shift();
      browser.kill(() => kill?.keeps === true, kill?.mirrorLoss);
      runner = open();
      killAt = clock.now() + (killsLeft[0]?.after ?? Number.POSITIVE_INFINITY);
    }
    wanted.act(runner);
    if (pausesLeft[0] !== undefined && clock.now() >= pausesLeft[0] && runner.getSnapshot().status === 'running') {
      pausesLeft.shift();
      runner.pause();
    }
    await clock.step();
  }
  return { server, browser, list: Array.from(imeis, imeiText), finished: wanted.finished };
}

async function exactlyOnce(plans: Plan): Promise<void> {
  const { server, browser, list, finished } = await live(plans, true);
  expect([...server.acted].sort()).toEqual(list);
  const attempts = server.received.flatMap(({ body }) => (body['imei'] === undefined ? [] : [body['imei']]));
  expect([...new Set(attempts)]).toEqual(list);
  expect(server.statuses.at(-1)).toBe('complete');
  if (!finished) return;
  const known = list.filter((imei) => SimulatedServer.knows(imei)).length;
  const { summary, results } = finished.batch;
  expect(summary).toMatchObject({ done: list.length, found: known, notFound: list.length - known, unconfirmed: 0 });
  const rows = [...results.processed()];
  expect(rows.map((row) => row.imei)).toEqual(list);
  for (const row of rows) expect(row.status).toBe(SimulatedServer.knows(row.imei) ? 'found' : 'not found');
  expect(browser.kept.size).toBe(0);
  expect(browser.mirrors.size).toBe(0);
}

async function atMostOnce(plans: Plan): Promise<void> {
  const { server, list, finished } = await live(plans, false);
  expect(new Set(server.acted).size).toBe(server.acted.length);
  if (!finished) return;
  for (const row of finished.batch.results.processed()) {
    if (row.status === 'unconfirmed') continue;
    expect(row.status).toBe(SimulatedServer.knows(row.imei) ? 'found' : 'not found');
    expect(server.acted).toContain(row.imei);
  }
  expect(finished.batch.summary.done).toBe(list.length);
}

it(
  'D2 D11 D15 B6 B7 B11 whatever fails, pauses or is killed: every IMEI is dispatched exactly once, first tried in order, and the summary is what the server said',
  async () => {
    await fc.assert(fc.asyncProperty(plan, exactlyOnce), { numRuns: RUNS });
  },
  120_000,
);

it(
  'D2 with a server that is not idempotent nothing is ever sent twice unless the operator says so, whatever fails or is killed',
  async () => {
    await fc.assert(fc.asyncProperty(plan, atMostOnce), { numRuns: RUNS });
  },
  120_000,
);
