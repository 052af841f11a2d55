import fc from 'fast-check';
import { imeiText } from './imei-cell.ts';
import { leaveOutRepeats } from './repeats.ts';
import { readNotifications } from '../testing/workbooks.ts';

const ASHA = '356938035643809';
const RAVI = '490154203237518';
/** Fails its check digit. */
const ODD = '490154203237511';
const HEADER = 'sno,name,imei1,amount,date,template';
const fileOf = (rows: readonly string[]) => readNotifications([HEADER, ...rows].join('\r\n'));

const FIRST = `1,Asha Rao,${ASHA},1250.00,05/12/2026,Pre`;
const SECOND_INSTALMENT = `2,Asha Rao,${ASHA},980.00,05/01/2027,Pre`;
const AGAIN = `3, Asha Rao ,${ASHA},1250,05/12/2026,Pre`;
const OTHER = `4,Ravi,${RAVI},10,01/02/2026,Due`;

describe('a repeated IMEI in a file of notifications', () => {
  it('T4 D13a is a second message, in its place, and is told of', async () => {
    const file = await fileOf([FIRST, OTHER, SECOND_INSTALMENT]);
    expect([...file.notifications].map(({ imei, amount }) => [imei, amount])).toEqual([
      [ASHA, '1250.00'],
      [RAVI, '10.00'],
      [ASHA, '980.00'],
    ]);
    expect(Array.from(file.rows, imeiText)).toEqual([ASHA, RAVI, ASHA]);
    expect(file.totals).toEqual({ total: 3, valid: 3, invalid: 0, duplicates: 0 });
    expect([...file.repeats.imeis]).toEqual([{ line: 4, imei: ASHA, firstLine: 2 }]);
    expect([[...file.repeats.rows], [...file.duplicates]]).toEqual([[], []]);
  });

  it('D13a is told apart from a row that repeats as a whole, whatever its number, spaces and decimals', async () => {
    const file = await fileOf([FIRST, SECOND_INSTALMENT, AGAIN, AGAIN]);
    expect(file.totals).toEqual({ total: 4, valid: 4, invalid: 0, duplicates: 0 });
    expect([...file.repeats.imeis]).toEqual([{ line: 3, imei: ASHA, firstLine: 2 }]);
    expect([...file.repeats.rows]).toEqual([
      { line: 4, imei: ASHA, firstLine: 2 },
      { line: 5, imei: ASHA, firstLine: 2 },
    ]);
  });

  it.each([
    ['name', `2,Asha Rae,${ASHA},1250.00,05/12/2026,Pre`],
    ['amount', `2,Asha Rao,${ASHA},1250.01,05/12/2026,Pre`],
    ['date', `2,Asha Rao,${ASHA},1250.00,06/12/2026,Pre`],
    ['template', `2,Asha Rao,${ASHA},1250.00,05/12/2026,Due`],
    ['IMEI', `2,Asha Rao,${RAVI},1250.00,05/12/2026,Pre`],
  ])('D13a a row of another %s is another row', async (_field, row) => {
    expect((await fileOf([FIRST, row])).repeats.rows).toHaveLength(0);
  });

  it('D13a an incorrect row between them counts for nothing', async () => {
    const file = await fileOf([FIRST, `2,,${ASHA},x,,`, AGAIN]);
    expect([...file.repeats.rows]).toEqual([{ line: 4, imei: ASHA, firstLine: 2 }]);
    expect(file.totals).toEqual({ total: 3, valid: 2, invalid: 1, duplicates: 0 });
    expect([...file.errors].map(({ line, data }) => [line, data])).toEqual([[3, `2,,${ASHA},x,,`]]);
    expect(file.notifications.at(0)).toMatchObject({ imei: ASHA, date: '05/12/2026', template: 'Pre' });
  });
});

describe("on the operator's wish", () => {
  it('D13a rows that repeat as a whole are left out and counted, with their warnings', async () => {
    const odd = `5,Old,${ODD},5.00,01/01/2026,Post`;
    const file = leaveOutRepeats(await fileOf([FIRST, odd, SECOND_INSTALMENT, AGAIN, odd, OTHER]));
    expect([...file.notifications].map(({ name, amount }) => [name, amount])).toEqual([
      ['Asha Rao', '1250.00'],
      ['Old', '5.00'],
      ['Asha Rao', '980.00'],
      ['Ravi', '10.00'],
    ]);
    expect(Array.from(file.rows, imeiText)).toEqual([ASHA, ODD, ASHA, RAVI]);
    expect(file.totals).toEqual({ total: 6, valid: 4, invalid: 0, duplicates: 2 });
    expect([...file.notifications.days]).toEqual([20261205, 20260101, 20270105, 20260201]);
    expect(file.notifications.templateAt(3)).toBe('Due');
    expect([file.warnings.count, [...file.warnings.lines]]).toEqual([1, [3]]);
    expect([file.repeats.rows.length, file.repeats.imeis.length]).toEqual([0, 1]);
    expect(file.notifications.at(4)).toBeUndefined();
  });

  it('D13a a file without repeats stays as it is', async () => {
    const file = await fileOf([FIRST, OTHER]);
    expect(leaveOutRepeats(file)).toBe(file);
  });
});

it('D13a whatever repeats: every row is kept, and told of as what it is', async () => {
  const row = fc.record({
    imei: fc.constantFrom(ASHA, RAVI),
    name: fc.constantFrom('Asha', 'Ravi'),
    amount: fc.constantFrom('1', '2'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 30 }), async (list) => {
      const lines = list.map(({ imei, name, amount }, index) =>
        [String(index), name, imei, amount, '01/02/2026', 'Due'].join(','),
      );
      const file = await fileOf(lines);
      const firstWhere = (
        same: (one: (typeof list)[number], other: (typeof list)[number]) => boolean,
        index: number,
      ): number => list.findIndex((other) => list[index] !== undefined && same(list[index], other));
      const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);
      const rows = list.flatMap((_, index) => (firstWhere(isSame, index) < index ? [index] : []));
      const imeis = list.flatMap((_, index) =>
        firstWhere(isSame, index) === index && firstWhere((one, other) => one.imei === other.imei, index) < index
          ? [index]
          : [],
      );
      expect(file.rows).toHaveLength(list.length);
      expect([...file.repeats.rows].map(({ line, firstLine }) => [line - 2, firstLine - 2])).toEqual(
        rows.map((index) => [index, firstWhere(isSame, index)]),
      );
      expect([...file.repeats.imeis].map(({ line }) => line - 2)).toEqual(imeis);
      expect([...leaveOutRepeats(file).notifications]).toEqual(
        list.flatMap((_, index) => (rows.includes(index) ? [] : [file.notifications.at(index)])),
      );
    }),
  );
});
