import fc from 'fast-check';
import { calls, commandById } from '../../contract/index.ts';
import { imeiText } from '../../csv/headless/imei-cell.ts';
import { SimulatedBrowser } from '../testing/simulated-browser.ts';
import { SimulatedServer, type SimulatedReply } from '../testing/simulated-server.ts';
import { TestClock } from '../testing/test-clock.ts';
import { createBatchManager, type BatchRunner } from './index.ts';

// `npm run test:full` runs more of them.
const RUNS = process.env['FULL'] === '1' ? 3000 : 60;
const OPERATOR = 'operator@example.com';
const lock = commandById('lock');

const reply: fc.Arbitrary<SimulatedReply> = fc.constantFrom(
  ...([
    'ok',
    'ok',
    'ok',
    'ok',
    'network-before',
    'network-after',
    'not-sent',
    'server-before',
    'server-after',
  ] as const),
  ...(['timeout-after', 'unreadable-after', 'throttled', 'authorization'] as const),
);

interface Plan {
  readonly length: number;
  readonly replies: readonly SimulatedReply[];
  /** The server refuses chunks as a whole, so every item goes singly. */
  readonly oneByOne: boolean;
  /** What happens to which computer, this many milliseconds after the last event. */
  readonly events: readonly {
    readonly after: number;
    readonly computer: number;
    readonly what: 'take-over' | 'kill' | 'pause';
    readonly keeps: boolean;
  }[];
}

const plan: fc.Arbitrary<Plan> = fc.record({
  length: fc.integer({ min: 1, max: 300 }),
  replies: fc.array(reply, { maxLength: 60 }),
  oneByOne: fc.boolean(),
  events: fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: 800 }),
      computer: fc.integer({ min: 0, max: 1 }),
      what: fc.constantFrom('take-over', 'take-over', 'kill', 'pause'),
      keeps: fc.boolean(),
    }),
    { maxLength: 8 },
  ),
});

/** A browser with its page, and an operator who wants the batch done wherever it is. */
class Computer {
  readonly browser: SimulatedBrowser;
  runner: BatchRunner;
  /** Take-overs that were requested and have not ended; one that finds the tab busy ends at once. */
  #taking = new Set<object>();

  constructor(clock: TestClock, server: SimulatedServer, digit: string) {
    this.browser = new SimulatedBrowser(clock, server, digit);
    this.runner = this.#open();
  }

  #open(): BatchRunner {
    return createBatchManager({ ports: this.browser.openPage(), idempotent: true }).runnerFor(OPERATOR, lock);
  }

  kill(keeps: boolean): void {
    this.browser.kill(() => keeps);
    this.#taking = new Set();
    this.runner = this.#open();
  }

  takeOver(batchId: string): void {
    const taking = {};
    this.#taking.add(taking);
    const end = (): void => void this.#taking.delete(taking);
    this.runner.takeOver({ batchId, action: 'lock' }).then(end, end);
  }

  get isAtRest(): boolean {
    const state = this.runner.getSnapshot();
    const isDone = state.status === 'finished' && state.batch.summary.unconfirmed === 0;
    return this.#taking.size === 0 && this.browser.kept.size === 0 && (state.status === 'idle' || isDone);
  }

  /** A batch that ended with unconfirmed devices is in the archive if its page was killed. */
  #restore(): void {
    const [kept] = this.browser.kept.values();
    if (kept?.batch.progress.phase === 'finished') this.runner.restore(kept.batch.header.batchId);
  }

  act(): void {
    const state = this.runner.getSnapshot();
    if (this.#taking.size > 0) return;
    if (state.status === 'resumable' || (state.status === 'failed' && state.mayRetry)) this.runner.resume();
    else if (state.status === 'taken-over' || state.status === 'failed') this.runner.newBatch();
    else if (state.status === 'idle') this.#restore();
    else if (state.status === 'paused' && state.nextProbeAt === null) this.runner.goOn();
    else if (state.status === 'finished' && state.batch.summary.unconfirmed > 0) this.runner.retryUnconfirmed();
  }
}

async function everyDeviceOnce({ length, replies, oneByOne, events }: Plan): Promise<void> {
  const clock = new TestClock();
  const server = new SimulatedServer(clock);
  server.offersChunks = true;
  server.latencyMs = 20;
  server.next(...replies);
  if (oneByOne) server.nextOf(calls.batchItems.path, ...Array.from({ length: 400 }, () => 'invalid-request' as const));
  const computers = [new Computer(clock, server, '0'), new Computer(clock, server, 'b')] as const;
  const [first] = computers;
  const imeis = Float64Array.from({ length }, (_, index) => 350_000_000_000_001 + index);
  await clock.until(() => first.runner.getSnapshot().status === 'idle');
  first.runner.start({
    name: 'batch.csv',
    rows: { imeis },
    totals: { total: length, valid: length, invalid: 0, duplicates: 0 },
  });
  const isComplete = (): boolean => server.statuses.at(-1) === 'complete';
  let waiting = [...events];
  let nextAt = clock.now() + (waiting[0]?.after ?? 0);
  const happen = ({ computer, what, keeps }: Plan['events'][number]): void => {
    const one = computers[computer === 0 ? 0 : 1];
    const [batchId] = server.runs.keys();
    if (what === 'kill') one.kill(keeps);
    else if (what === 'pause') one.runner.pause();
    else if (batchId !== undefined && !isComplete()) one.takeOver(batchId);
  };
  for (let steps = 0; !(isComplete() && computers.every(({ isAtRest }) => isAtRest)); steps += 1) {
    if (steps > 100_000)
      throw new Error(`It never ended: ${computers.map(({ runner }) => runner.getSnapshot().status).join()}`);
    const [event] = waiting;
    if (event && clock.now() >= nextAt) {
      waiting = waiting.slice(1);
      nextAt = clock.now() + (waiting[0]?.after ?? 0);
      happen(event);
    }
    for (const computer of computers) computer.act();
    // Killed before anything was stored, or while a batch was on its way from one to the other: somebody wants it done.
    if (waiting.length === 0 && !isComplete() && computers.every(({ isAtRest }) => isAtRest)) {
      const [batchId] = server.runs.keys();
      if (batchId !== undefined) first.takeOver(batchId);
      else return;
    }
    if (!(await clock.step())) await clock.pass(10);
  }
  expect([...server.acted].sort()).toEqual(Array.from(imeis, imeiText).sort());
}

it('D17b D2c D11 every device once, from computer to computer, whatever fails or is killed', async () => {
  await fc.assert(fc.asyncProperty(plan, everyDeviceOnce), { numRuns: RUNS });
}, 120_000);
