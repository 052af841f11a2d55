import fc from 'fast-check';
import { batchResults, type BatchRow, outcomeCode, type OutcomeCode, OutcomeTable } from './outcomes.ts';
import { joinImeis } from './stages/server-stages.ts';
import { Pace } from './pace.ts';
import { imeiAt, imeiList } from '../testing/batch-fixture.ts';

const change = fc.record({
  index: fc.nat(2999),
  code: fc.constantFrom<OutcomeCode>(...Object.values(outcomeCode)),
  message: fc.constantFrom('', 'Device is not enrolled', 'another'),
});

it('B9 D11 counts, codes and messages are those of the last change of each IMEI, before and after being stored', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), (changes) => {
      const table = new OutcomeTable(3000);
      const last = new Map(changes.map((each) => [each.index, each]));
      const segments = new Map(table.takeChanges().map((each) => [each.segment, each]));
      for (const each of changes) {
        table.set(each.index, each.code, each.message);
        for (const segment of table.takeChanges()) segments.set(segment.segment, segment);
      }
      for (const seen of [table, new OutcomeTable(3000, [...segments.values()])]) {
        const count = (...codes: number[]) => [...last.values()].filter((each) => codes.includes(each.code)).length;
        expect(seen.counts).toEqual({ found: count(1), notFound: count(2, 3, 4, 5), unconfirmed: count(4, 5) });
        for (const each of last.values()) {
          expect([seen.codeAt(each.index), seen.messageAt(each.index)]).toEqual([each.code, each.message]);
        }
      }
    }),
  );
});

it('D15 a write takes the changed segments only, and gives back what could not be written', () => {
  const table = new OutcomeTable(1_000_000);
  table.set(5, outcomeCode.found);
  table.set(999_999, outcomeCode.refused, 'no');
  const taken = table.takeChanges();
  expect(taken.map((each) => [each.segment, each.codes.length, each.messages.length])).toEqual([
    [0, 1024, 0],
    [976, 576, 1],
  ]);
  expect(table.takeChanges()).toEqual([]);
  table.giveBack(taken);
  expect(table.takeChanges()).toEqual(taken);
});

it('D11 messages are kept within bounds, whatever the server says', () => {
  const table = new OutcomeTable(60_000);
  for (let index = 0; index < 60_000; index += 1)
    table.set(index, outcomeCode.refused, `${'x'.repeat(400)}${String(index)}`.slice(index % 2));
  expect(table.messageAt(0).length).toBeLessThanOrEqual(301);
  const other = new OutcomeTable(60_000);
  for (let index = 0; index < 60_000; index += 1) other.set(index, outcomeCode.refused, `reason ${String(index)}`);
  expect(other.messageAt(10)).toBe('reason 10');
  expect(other.messageAt(59_999)).toMatch(/see the executed commands report/);
});

it('B5 the list is comma-joined in slices that yield to the page', async () => {
  let [time, yields] = [0, 0];
  const clock = { now: () => (time += 3), yieldNow: () => Promise.resolve(void (yields += 1)) };
  const list = await joinImeis(imeiList(45_000), clock);
  expect(list).toBe(Array.from({ length: 45_000 }, (_, index) => imeiAt(index)).join(','));
  expect(yields).toBeGreaterThan(2);
});

it('the rate is that of the last ten seconds', () => {
  let now = 0;
  const pace = new Pace(() => now, 500);
  expect(pace.perSecond(0)).toBeNull();
  pace.start();
  for (let second = 0; second <= 60; second += 1) {
    now = second * 1000;
    pace.note(second < 30 ? second : 30 + (second - 30) * 5);
  }
  expect(pace.perSecond(180)).toBeCloseTo(5, 5);
  expect(pace.elapsedMs()).toBe(60_500);
});

const statuses: readonly BatchRow['status'][] = ['pending', 'found', 'not found', 'unconfirmed'];
const codes = fc.array(fc.constantFrom<OutcomeCode>(...Object.values(outcomeCode)), { maxLength: 60 });

it('B9 D11 the indexes of a status are those of its rows, in order, also after outcomes have changed', () => {
  fc.assert(
    fc.property(codes, codes, (first, then) => {
      const outcomes = new OutcomeTable(60);
      const results = batchResults(
        Float64Array.from({ length: 60 }, (_, index) => index),
        outcomes,
      );
      for (const given of [first, then]) {
        given.forEach((code, index) => outcomes.set(index, code));
        const rows = Array.from({ length: 60 }, (_, index) => results.rowAt(index).status);
        expect(results.rowAt(59).row).toBe(60);
        for (const status of statuses) {
          const expected = rows.flatMap((each, index) => (each === status ? [index] : []));
          expect([...results.indexesOf(status)]).toEqual(expected);
        }
      }
    }),
  );
});
