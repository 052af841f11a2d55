import { newTransactionId } from '@device-console/shared-lib/crypto';
import fc from 'fast-check';
import {
  claim,
  factsOf,
  itemAt,
  registerBatch,
  sendChunk,
  sendSingle,
  type TestBatch,
} from '../../testing/test-batch.ts';
import type { Session, TestApi } from '../../testing/test-api.ts';
import { DE_ENROLLED, ENROLLED, RELEASED, UNKNOWN } from '../../testing/test-data.ts';
import { databases } from '../../testing/databases.ts';
import { shared } from '../../testing/fixtures.ts';

const RUNS = process.env['FULL'] === '1' ? 200 : 10;

const [first = '', second = '', third = '', fourth = ''] = ENROLLED;
/** With repeats, as notifications have them (D13a). */
const imeis = [first, second, first, UNKNOWN, RELEASED, third, DE_ENROLLED, first, second, fourth, UNKNOWN, third];

/** A sending by one of those who work on the batch, or one of them takes it over. */
type Step =
  | { readonly kind: 'chunk'; readonly by: number; readonly from: number; readonly length: number }
  | { readonly kind: 'single'; readonly by: number; readonly row: number }
  | { readonly kind: 'take-over'; readonly by: number };

const WORKERS = 3;
const by = fc.nat(WORKERS - 1);
const row = fc.integer({ min: 1, max: imeis.length });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('chunk' as const), by, from: row, length: row }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('single' as const), by, row }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('take-over' as const), by }) },
);
/** What goes on at the same time, one group after the other. */
const groups = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });

interface Worker {
  readonly session: Session;
  readonly run: string;
}

/** What an item was told to have come to. */
interface Told {
  readonly row: number;
  readonly outcome: string;
  readonly message: string;
}

/** What an item comes to, whoever sends it, however often. */
function truthOf(imei: string): RegExp {
  if (ENROLLED.includes(imei)) return /^answered found$/;
  return imei === UNKNOWN ? /^answered not found$/ : /^refused Device \d{15} is (released|de-enrolled)/;
}

async function carryOut(worker: Worker, batch: TestBatch, one: Step): Promise<readonly Told[]> {
  const { session, run } = worker;
  if (one.kind === 'take-over') {
    expect((await claim(session, batch, run, { takeOver: true })).answer).toMatchObject({ run });
    return [];
  }
  if (one.kind === 'single') {
    const { status, answer } = await sendSingle(session, batch, itemAt(batch, one.row), run);
    expect([200, 409]).toContain(status);
    const outcome = answer['status'] === 'success' ? 'answered' : 'refused';
    return status === 409 ? [] : [{ row: one.row, outcome, message: String(answer['message']) }];
  }
  const items = batch.items.slice(one.from - 1, one.from - 1 + one.length);
  const { status, answer } = await sendChunk(session, batch, items, run);
  expect([200, 409]).toContain(status);
  return status === 409 ? [] : (answer['items'] as readonly Told[]);
}

describe.each(databases)('interleaved items of a batch on $name', ({ startInstances }) => {
  const apis = shared(() => startInstances());
  const apiAt = (index: number): TestApi => {
    const api = apis[index];
    if (!api) throw new Error(`There is no server ${index}.`);
    return api;
  };

  it('D2c D17b each item is carried out once and in order, and every answer is true', async () => {
    const api = apiAt(0);
    const other = apiAt(apis.length - 1);
    const operator = await api.as('operator');
    const sessions = [operator, await other.as('admin'), await other.as('superadmin')];
    await fc.assert(
      fc.asyncProperty(groups, async (steps) => {
        const batch = await registerBatch(operator, imeis, 'notify');
        const workers = sessions.map((session): Worker => ({ session, run: newTransactionId() }));
        const workerOf = (number: number): Worker => workers[number] ?? { session: operator, run: '' };
        await claim(operator, batch, workerOf(0).run, { batch: factsOf(batch) });
        const told: Told[] = [];
        for (const group of steps) {
          const answers = await Promise.all(group.map((one) => carryOut(workerOf(one.by), batch, one)));
          told.push(...answers.flat());
        }
        // Whoever comes last finishes it.
        await carryOut(workerOf(1), batch, { kind: 'take-over', by: 1 });
        const last = await carryOut(workerOf(1), batch, { kind: 'chunk', by: 1, from: 1, length: imeis.length });
        expect(last.map((one) => one.row)).toEqual(imeis.map((_, index) => index + 1));
        for (const one of [...told, ...last])
          expect(`${one.outcome} ${one.message}`).toMatch(truthOf(itemAt(batch, one.row).imei));

        const { db } = api.store;
        const sent = db.selectFrom('commands').select('transaction_id').where('batch_id', '=', batch.batchId);
        const queued = await sent.execute();
        const found = batch.items.filter(({ imei }) => ENROLLED.includes(imei));
        expect(queued.map((command) => command.transaction_id).toSorted()).toEqual(
          found.map(({ transactionId }) => transactionId).toSorted(),
        );
        const { answer } = await operator.call('batchOutcomes', { batchId: batch.batchId, after: 0, limit: 100 });
        expect(answer['items']).toMatchObject(
          imeis.map((imei) => {
            if (ENROLLED.includes(imei)) return { outcome: 'found', command: 'queued' };
            return { outcome: imei === UNKNOWN ? 'not found' : 'refused', command: '' };
          }),
        );
        const { answer: runs } = await operator.call('batchRuns', { batchId: batch.batchId });
        expect(runs['items']).toMatchObject([{ done: imeis.length, found: found.length }]);
      }),
      { numRuns: RUNS },
    );
  }, 300_000);
});
