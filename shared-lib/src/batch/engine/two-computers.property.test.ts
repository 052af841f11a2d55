import fc from 'fast-check';
import { calls } from '../../contract/index.ts';
import { imeiText } from '../../csv/headless/imei-cell.ts';
import { BatchFixture, imeiList } from '../testing/batch-fixture.ts';
import { anyReply, RUNS, SimulatedOperator } from '../testing/simulated-operator.ts';
import { type SimulatedReply, times } from '../testing/simulated-server.ts';

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
  replies: fc.array(anyReply, { maxLength: 60 }),
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

const wish = { begins: false, retries: true, finishesHere: false };

async function everyDeviceOnce({ length, replies, oneByOne, events }: Plan): Promise<void> {
  const imeis = imeiList(length);
  const here = new BatchFixture({ chunks: true });
  const there = new BatchFixture({ chunks: true, of: here });
  const { clock, server } = here;
  server.latencyMs = 20;
  server.next(...replies);
  if (oneByOne) server.nextOf(calls.batchItems.path, ...times(400, 'invalid-request'));
  const computers = [here, there].map((fixture) => new SimulatedOperator(fixture, { imeis }, wish));
  const [first] = computers;
  await here.shows('idle');
  first?.start();
  const isComplete = (): boolean => server.statuses.at(-1) === 'complete';
  let waiting = [...events];
  let nextAt = clock.now() + (waiting[0]?.after ?? 0);
  const happen = ({ computer, what, keeps }: Plan['events'][number]): void => {
    const one = computers[computer];
    const [batchId] = server.runs.keys();
    if (what === 'kill') one?.kill(keeps);
    else if (what === 'pause') one?.fixture.runner.pause();
    else if (batchId !== undefined && !isComplete()) one?.takeOver(batchId);
  };
  for (let steps = 0; !(isComplete() && computers.every(({ isAtRest }) => isAtRest)); steps += 1) {
    if (steps > 100_000)
      throw new Error(`It never ended: ${computers.map(({ fixture }) => fixture.state.status).join()}`);
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
      if (batchId !== undefined) first?.takeOver(batchId);
      else return;
    }
    if (!(await clock.step())) await clock.pass(10);
  }
  expect([...server.acted].sort()).toEqual(Array.from(imeis, imeiText).sort());
}

it('D17b D2c D11 every device once, from computer to computer, whatever fails or is killed', async () => {
  await fc.assert(fc.asyncProperty(plan, everyDeviceOnce), { numRuns: RUNS });
});
