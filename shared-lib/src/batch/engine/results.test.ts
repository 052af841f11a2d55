import fc from 'fast-check';
import { OutcomeTable, outcomeCode, type OutcomeCode } from './outcomes.ts';
import { batchResults, type BatchRow } from './results.ts';

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
