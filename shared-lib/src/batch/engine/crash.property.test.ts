import fc from 'fast-check';
import { imeiText } from '../../csv/headless/imei-cell.ts';
import { BatchFixture, REPORT } from '../testing/batch-fixture.ts';
import { anyReply, RUNS, SimulatedOperator, type Rows } from '../testing/simulated-operator.ts';
import { SimulatedServer, type SimulatedReply, times } from '../testing/simulated-server.ts';

const reportReply: fc.Arbitrary<SimulatedReply> = fc.constantFrom(
  'ok',
  'business',
  'invalid-request',
  'network-after',
  'server-before',
  'timeout-after',
  'throttled',
  'authorization',
);

interface Plan {
  readonly length: number;
  /** Null: devices, each once. Else notifications to this many devices, some of them in several rows (D13a). */
  readonly devices: number | null;
  readonly replies: readonly SimulatedReply[];
  /** What happens to each report that the batch is complete. */
  readonly reports: readonly SimulatedReply[];
  /** The operator finishes a batch here that cannot be reported. */
  readonly finishesHere: boolean;
  readonly pauses: readonly number[];
  /** The server accepts items in chunks (D2c). */
  readonly chunks: boolean;
  readonly kills: readonly { readonly after: number; readonly keeps: boolean; readonly recordLoss: number }[];
}

const plan: fc.Arbitrary<Plan> = fc.record({
  length: fc.integer({ min: 1, max: 120 }),
  devices: fc.option(fc.integer({ min: 1, max: 40 })),
  replies: fc.array(anyReply, { maxLength: 80 }),
  reports: fc.array(reportReply, { maxLength: 12 }),
  finishesHere: fc.boolean(),
  pauses: fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 4 }),
  chunks: fc.boolean(),
  kills: fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: 600 }),
      keeps: fc.boolean(),
      recordLoss: fc.integer({ min: 0, max: 4000 }),
    }),
    { maxLength: 6 },
  ),
});

/** So many chunks that two are under way most of the time (D2c). */
const longPlan: fc.Arbitrary<Plan> = fc
  .tuple(plan, fc.integer({ min: 300, max: 700 }), fc.array(anyReply, { maxLength: 12 }))
  .map(([given, length, replies]) => ({
    ...given,
    ...{ length, chunks: true, devices: given.devices === null ? null : 250 },
    // Copy, list, claim and the first chunks, which are sent one by one.
    replies: [...times(8, 'ok'), ...replies],
  }));

/** The rows of a plan; each notification has its own message. */
function rowsOf({ length, devices }: Plan): Rows {
  const imeis = Float64Array.from({ length }, (_, index) => 350_000_000_000_001 + (index % (devices ?? length)) * 7);
  if (devices === null) return { imeis };
  return { imeis, extras: { at: (index) => ({ message: String(index) }), copy: () => [imeis.join()] } };
}

async function live(plans: Plan, idempotent: boolean) {
  const { replies, reports, finishesHere, pauses, kills, devices, chunks } = plans;
  const fixture = new BatchFixture({ command: devices === null ? 'lock' : 'notify', idempotent, chunks });
  const { clock, server, browser } = fixture;
  const rows = rowsOf(plans);
  const operator = new SimulatedOperator(fixture, rows, { begins: true, retries: idempotent, finishesHere });
  server.next(...replies);
  server.nextOf(REPORT, ...reports);
  const killsLeft = [...kills];
  const pausesLeft = pauses.map((at) => clock.now() + at);
  let killAt = clock.now() + (killsLeft[0]?.after ?? Number.POSITIVE_INFINITY);
  // A page killed between removing its record and showing its end: the server knows that it is complete.
  const isLeft = () =>
    [...browser.kept.values()].some(({ batch }) => idempotent || batch.progress.phase === 'reporting');
  const isOver = () => fixture.state.status === 'idle' && server.statuses.includes('complete') && !isLeft();
  for (let steps = 0; !operator.finished && !isOver(); steps += 1) {
    if (steps > 100_000) throw new Error(`The batch never ended: ${fixture.state.status}`);
    if (clock.now() >= killAt) {
      const kill = killsLeft.shift();
      operator.kill(kill?.keeps === true, kill?.recordLoss);
      killAt = clock.now() + (killsLeft[0]?.after ?? Number.POSITIVE_INFINITY);
    }
    operator.act();
    if (pausesLeft[0] !== undefined && clock.now() >= pausesLeft[0] && fixture.state.status === 'running') {
      pausesLeft.shift();
      fixture.runner.pause();
    }
    await clock.step();
  }
  const messages = devices === null ? [] : Array.from(rows.imeis, (_, index) => String(index));
  return { server, browser, list: Array.from(rows.imeis, imeiText), messages, finished: operator.finished };
}

/** Copy and list of one batch went to the server at most once. */
function expectOneCopyAndList({ copies, lists }: SimulatedServer): void {
  const copied = copies.map(({ fields }) => fields['batchId']);
  for (const batchIds of [copied, lists]) expect(new Set(batchIds).size).toBe(batchIds.length);
}

async function exactlyOnce(plans: Plan): Promise<void> {
  const { server, browser, list, messages, finished } = await live(plans, true);
  expect([...server.acted].sort()).toEqual([...list].sort());
  expect(new Set(server.messages)).toEqual(new Set(messages));
  expect(server.messages).toHaveLength(messages.length);
  const attempts = server.received.flatMap(({ body: { imei, message = imei } }) =>
    imei === undefined ? [] : [message],
  );
  expect([...new Set(attempts)]).toEqual(messages.length > 0 ? messages : list);
  expect(server.statuses.at(-1)).toBe('complete');
  expectOneCopyAndList(server);
  if (!finished) return;
  const known = list.filter((imei) => SimulatedServer.knows(imei)).length;
  const { summary, results } = finished.batch;
  expect(summary).toMatchObject({ done: list.length, found: known, notFound: list.length - known, unconfirmed: 0 });
  const rows = [...results.processed()];
  expect(rows.map((row) => row.imei)).toEqual(list);
  for (const row of rows) expect(row.status).toBe(SimulatedServer.knows(row.imei) ? 'found' : 'not found');
  expect(browser.kept.size).toBe(0);
  expect(browser.legacyRecords.size).toBe(0);
}

async function atMostOnce(plans: Plan): Promise<void> {
  const { server, list, finished } = await live(plans, false);
  const acted = plans.devices === null ? server.acted : server.messages;
  expect(new Set(acted).size).toBe(acted.length);
  expectOneCopyAndList(server);
  if (!finished) return;
  for (const row of finished.batch.results.processed()) {
    if (row.status === 'unconfirmed') continue;
    expect(row.status).toBe(SimulatedServer.knows(row.imei) ? 'found' : 'not found');
    expect(server.acted).toContain(row.imei);
  }
  expect(finished.batch.summary.done).toBe(list.length);
}

it('D2 D11 D11a D13a D15 B6 B7 B11 whatever fails or is killed: every row once, in order', async () => {
  await fc.assert(fc.asyncProperty(plan, exactlyOnce), { numRuns: RUNS });
});

it('D2 D2c D11 D15 with two chunks under way, whatever fails or is killed: every row once, in order', async () => {
  await fc.assert(fc.asyncProperty(longPlan, exactlyOnce), { numRuns: RUNS / 2 });
});

it('D2b a server that is not idempotent is sent nothing twice unasked, whatever fails or is killed', async () => {
  await fc.assert(fc.asyncProperty(plan, atMostOnce), { numRuns: RUNS });
});
