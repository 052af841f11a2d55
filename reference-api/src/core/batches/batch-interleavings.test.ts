import { newTransactionId } from '@device-console/shared-lib/crypto';
import fc from 'fast-check';
import { claim, databases, endsOf, factsOf, rowsOf, sendSingle, type Session, shared } from '../../testing/index.ts';
import { itemAt, registerBatch, sendChunk, type TestBatch } from '../../testing/test-batch.ts';
import { DE_ENROLLED, ENROLLED, RELEASED, UNKNOWN } from '../../testing/test-data.ts';

const RUNS = process.env['FULL'] === '1' ? 200 : 10;

const [first = '', second = '', third = '', fourth = ''] = ENROLLED;
/** With repeats, as notifications have them (D13a). */
const imeis = [first, second, first, UNKNOWN, RELEASED, third, DE_ENROLLED, first, second, fourth, UNKNOWN, third];

const WORKERS = 3;
const by = fc.nat(WORKERS - 1);
const row = fc.integer({ min: 1, max: imeis.length });
/** A sending by one of those who work on the batch, or one of them takes it over. */
const step = fc.record({
  kind: fc.constantFrom('chunk', 'chunk', 'chunk', 'chunk', 'single', 'single', 'single', 'single', 'take-over'),
  by,
  from: row,
  length: row,
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
/** What goes on at the same time, one group after the other. */
const groups = fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 });

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

async function carryOut(session: Session, run: string, batch: TestBatch, one: Step): Promise<readonly Told[]> {
  if (one.kind === 'take-over') {
    expect((await claim(session, batch, run, { takeOver: true })).answer).toMatchObject({ run });
    return [];
  }
  const items = batch.items.slice(one.from - 1, one.from - 1 + one.length);
  const { status, answer } = await (one.kind === 'single'
    ? sendSingle(session, batch, itemAt(batch, one.from), run)
    : sendChunk(session, batch, items, run));
  expect([200, 409]).toContain(status);
  if (status === 409) return [];
  if (one.kind === 'chunk') return answer['items'] as readonly Told[];
  const outcome = answer['status'] === 'success' ? 'answered' : 'refused';
  return [{ row: one.from, outcome, message: String(answer['message']) }];
}

describe.each(databases)('interleaved items of a batch on $name', ({ startInstances }) => {
  const [api, other] = endsOf(shared(() => startInstances()));
  const operator = shared(() => api.as('operator'));

  it('D2c D17b each item is carried out once and in order, and every answer is true', async () => {
    const sessions = [operator, await other.as('admin'), await other.as('superadmin')];
    await fc.assert(
      fc.asyncProperty(groups, async (steps) => {
        const batch = await registerBatch(operator, imeis, 'notify');
        const runs = sessions.map(() => newTransactionId());
        const send = (one: Step) => carryOut(sessions[one.by] ?? operator, runs[one.by] ?? '', batch, one);
        await claim(operator, batch, runs[0] ?? '', { batch: factsOf(batch) });
        const told: Told[] = [];
        for (const group of steps) told.push(...(await Promise.all(group.map(send))).flat());
        // Whoever comes last finishes it.
        const all = { by: 1, from: 1, length: imeis.length };
        await send({ ...all, kind: 'take-over' });
        const last = await send({ ...all, kind: 'chunk' });
        expect(last.map((one) => one.row)).toEqual(imeis.map((_, index) => index + 1));
        for (const one of [...told, ...last])
          expect(`${one.outcome} ${one.message}`).toMatch(truthOf(itemAt(batch, one.row).imei));

        const queued = await rowsOf(api.store, 'commands', { batch_id: batch.batchId });
        const found = batch.items.filter(({ imei }) => ENROLLED.includes(imei));
        expect(queued.map((command) => command.transaction_id).toSorted()).toEqual(
          found.map(({ transactionId }) => transactionId).toSorted(),
        );
        const outcomes = imeis.map((imei) => {
          if (ENROLLED.includes(imei)) return { outcome: 'found', command: 'queued' };
          return { outcome: imei === UNKNOWN ? 'not found' : 'refused', command: '' };
        });
        const { batchId } = batch;
        expect(await operator.items('batchOutcomes', { batchId, after: 0, limit: 100 })).toMatchObject(outcomes);
        const shown = [{ done: imeis.length, found: found.length }];
        expect(await operator.items('batchRuns', { batchId })).toMatchObject(shown);
      }),
      { numRuns: RUNS },
    );
  }, 300_000);
});
