import fc from 'fast-check';
import { imeiText } from '../imei-cell.ts';
import { EXCEL_NUMBER, INVALID_IMEI_LENGTH } from '../texts.ts';
import {
  madeByLibreOffice,
  readBad,
  readImeis,
  readGood,
  sheetOf,
  workbookOf,
  type CellValue,
} from '../../testing/workbooks.ts';
import type { ImeiFile, ImeiFileAnswer } from '../imei-file.ts';

const GOOD = '356938035643809';
const OTHER = '490154203237518';
const THIRD = '004999010640000';
const HEADER = ['sno', 'imei1'];

const imeis = ({ rows }: ImeiFile) => Array.from(rows, imeiText);
const read = (rows: readonly (readonly CellValue[])[]) => readGood(workbookOf({ Phones: sheetOf(rows) }));

describe('the IMEIs of a workbook', () => {
  it('D10a are read from text and from numbers, leading zeros kept', async () => {
    const zeros: CellValue = { t: 'n', v: Number(THIRD), z: '000000000000000' };
    const file = await read([HEADER, [1, GOOD], [2, Number(OTHER)], [3, zeros], [4, ' 352099001761481 ']]);
    expect(imeis(file)).toEqual([GOOD, OTHER, THIRD, '352099001761481']);
    expect(file).toMatchObject({ name: 'devices.xlsx', totals: { total: 4, valid: 4 } });
    expect(file.workbook).toEqual({
      tables: [{ sheet: 'Phones', column: 'B', heading: 'imei1', isHidden: false }],
      read: 0,
      hiddenRows: 0,
    });
  });

  it.each<[string, CellValue, string]>([
    ['a text in scientific form', '3.5123E+14', '2,3.5123E+14'],
    ['a text with all its digits in scientific form', '3.56938035643809E+14', '2,3.56938035643809E+14'],
    ['a number of 16 digits', 8_675_309_012_345_678, '2,8.675309012345678E+15'],
    ['a number whose end became zeros', 356_938_000_000_000, '2,3.56938E+14'],
    [
      'a number that is shown in full and whose end became zeros',
      { t: 'n', v: 356_938_030_000_000, z: '0' },
      '2,3.5693803E+14',
    ],
    ['a text that was made of such a number', '356938000000000', '2,3.56938E+14'],
  ])('D10a names %s as lost', async (_name, cell, data) => {
    const file = await read([HEADER, [1, GOOD], [2, cell]]);
    expect(imeis(file)).toEqual([GOOD]);
    expect([...file.errors]).toEqual([{ line: 3, data, error: EXCEL_NUMBER }]);
  });

  it.each<[string, CellValue, string]>([
    ['of 13 digits', Number(THIRD), '2,4999010640000'],
    ['with a fraction', 35_693_803_564_380.5, '2,35693803564380.5'],
    ['below zero', -356_938_035_643_809, '2,-356938035643809'],
    ['that is no number', 'none', '2,none'],
    ['that is missing', null, '2,'],
    ['that is a formula without a result', { t: 'z', f: 'A1&B1' }, '2,=A1&B1'],
    ['that is an error', { t: 'e', v: 0x2a, w: '#N/A' }, '2,#N/A'],
  ])('B2 D10a refuses an IMEI %s', async (_name, cell, data) => {
    const file = await read([HEADER, [1, GOOD], [2, cell]]);
    expect([...file.errors]).toEqual([{ line: 3, data, error: INVALID_IMEI_LENGTH }]);
  });

  it('D10a takes the result of a formula, and the text form of Excel', async () => {
    const file = await read([HEADER, [1, { t: 's', v: GOOD, f: 'C1&D1' }], [2, { t: 'z', f: `"${OTHER}"` }]]);
    expect(imeis(file)).toEqual([GOOD, OTHER]);
  });

  it('D13 lists what is repeated as text and as number, with the rows of the sheet', async () => {
    const file = await read([HEADER, [1, GOOD], [], [2, Number(GOOD)]]);
    expect([...file.duplicates]).toEqual([{ line: 4, imei: GOOD, firstLine: 2 }]);
  });

  it('B2 passes over empty rows, and names a row that has everything but an IMEI', async () => {
    const file = await read([HEADER, [1, GOOD], [null, '  '], ['', '', 'see below'], [], [4, OTHER]]);
    expect([...file.errors]).toEqual([{ line: 4, data: 'see below,', error: INVALID_IMEI_LENGTH }]);
    expect(imeis(file)).toEqual([GOOD, OTHER]);
  });
});

describe('where the IMEIs stand', () => {
  const column = async (rows: readonly (readonly CellValue[])[]) => (await read(rows)).workbook?.tables;

  it.each(['imei1', 'IMEI', 'IMEI 1', 'Imei No.', 'imei_number', 'Device IMEI', 'IMEI (1)'])(
    'D10a finds the column by the heading %s, and leaves IMEI 2 alone',
    async (heading) => {
      const rows = [
        ['Name', 'IMEI 2', heading],
        ['Asha', OTHER, GOOD],
      ];
      expect(await column(rows)).toMatchObject([{ column: 'C', heading }]);
      expect(imeis(await read(rows))).toEqual([GOOD]);
    },
  );

  it.each(['Old IMEI', 'IMEI of the old phone'])(
    'D10a takes a column with the heading %s for another',
    async (other) => {
      const rows = [
        ['Name', other, 'imei1'],
        ['Asha', OTHER, GOOD],
      ];
      expect(await column(rows)).toMatchObject([{ column: 'C', heading: 'imei1' }]);
    },
  );

  it('D10a finds it by what stands in it where no heading does', async () => {
    const rows = [
      ['List of May'],
      ['Customer', 'Handset', 'Due'],
      ['Asha', GOOD, 3],
      ['Ravi', '12345', 2],
      ['M', OTHER, 1],
    ];
    expect(await column(rows)).toEqual([{ sheet: 'Phones', column: 'B', heading: 'Handset', isHidden: false }]);
    const file = await read(rows);
    expect(imeis(file)).toEqual([GOOD, OTHER]);
    expect([...file.errors]).toMatchObject([{ line: 4, data: ',12345' }]);
  });

  it('D10a begins with the first figures of a column without a heading, whole or not', async () => {
    const file = await read([['3.5E+14'], [GOOD], [OTHER]]);
    expect([...file.errors]).toMatchObject([{ line: 1, error: EXCEL_NUMBER }]);
    expect(file.workbook?.tables).toMatchObject([{ column: 'A', heading: '' }]);
  });

  it('D10a reads below titles, joined cells and all', async () => {
    const title = sheetOf([['IMEI'], [], ['sno', 'imei1'], [1, GOOD]], {
      '!merges': [{ s: { r: 0, c: 0 }, e: { r: 0, c: 3 } }],
    });
    expect(imeis(await readGood(workbookOf({ Phones: title })))).toEqual([GOOD]);
  });

  it('D10a an IMEI above the headings is not left out', async () => {
    const file = await read([[null, OTHER], HEADER, [1, GOOD]]);
    expect(imeis(file)).toEqual([OTHER, GOOD]);
    expect([...file.errors]).toMatchObject([{ line: 2, data: ',imei1' }]);
  });

  it('D10a reads the likeliest of several tables, names all, and reads another when asked', async () => {
    const bytes = workbookOf({
      Notes: sheetOf([['nothing here']]),
      Handsets: sheetOf([['Handset'], [THIRD]]),
      '.Old': sheetOf([HEADER, [1, OTHER]]),
      Phones: sheetOf([
        ['IMEI', 'imei1'],
        [OTHER, GOOD],
      ]),
    });
    const first = await readGood(bytes);
    expect(imeis(first)).toEqual([GOOD]);
    expect(first.workbook).toEqual({
      tables: [
        { sheet: 'Handsets', column: 'A', heading: 'Handset', isHidden: false },
        { sheet: '.Old', column: 'B', heading: 'imei1', isHidden: true },
        { sheet: 'Phones', column: 'A', heading: 'IMEI', isHidden: false },
        { sheet: 'Phones', column: 'B', heading: 'imei1', isHidden: false },
      ],
      read: 3,
      hiddenRows: 0,
    });
    const others = [0, 1, 2].map(async (table) => imeis(await readGood(bytes, { table })));
    expect(await Promise.all(others)).toEqual([[THIRD], [OTHER], [OTHER]]);
  });

  it('D10a hidden rows are rows, and are counted', async () => {
    const rows = [];
    rows[1] = { hidden: true };
    const sheet = sheetOf([HEADER, [1, GOOD], [2, OTHER]], { '!rows': rows });
    const file = await readGood(workbookOf({ Phones: sheet }));
    expect(imeis(file)).toEqual([GOOD, OTHER]);
    expect(file.workbook?.hiddenRows).toBe(1);
  });

  it('D10a says that there is no such column, and which sheets were looked at', async () => {
    const bytes = workbookOf({ One: sheetOf([['Name'], ['Asha']]), Two: sheetOf([[12, 13]]) });
    expect(await readBad(bytes)).toMatchObject({
      reason: 'No column of IMEIs was found in devices.xlsx.',
      detail: expect.stringMatching(/^Sheets that were searched: One, Two\. Put imei1 above/) as string,
    });
  });

  it('D14 stops where no row is valid, and still names the tables', async () => {
    const answer = await readBad(workbookOf({ Phones: sheetOf([HEADER, [1, '12']]) }));
    expect(answer).toMatchObject({ reason: 'CSV contains incorrect format data.', detail: 'No row has a valid IMEI.' });
    expect(answer.workbook?.tables).toHaveLength(1);
  });
});

describe('a workbook by LibreOffice', () => {
  it('D10a is read with titles, two columns of IMEIs, numbers, texts, formulas, hidden and wrong rows', async () => {
    const file = await readGood(madeByLibreOffice());
    expect(imeis(file)).toEqual([GOOD, OTHER, THIRD, '352099001761481', '867530901234560']);
    expect([...file.errors]).toEqual([
      { line: 9, data: '5,3.5209E+14', error: EXCEL_NUMBER },
      { line: 10, data: '6,8.67530901234568E+15', error: EXCEL_NUMBER },
      { line: 12, data: '8,4999010640000', error: INVALID_IMEI_LENGTH },
      { line: 14, data: 'Total,', error: INVALID_IMEI_LENGTH },
    ]);
    expect([...file.duplicates]).toEqual([{ line: 13, imei: GOOD, firstLine: 4 }]);
    expect(file.workbook).toEqual({
      tables: [
        { sheet: 'Phones', column: 'C', heading: 'IMEI 1', isHidden: false },
        { sheet: 'Numbers', column: 'B', heading: 'imei1', isHidden: false },
        { sheet: 'Old', column: 'B', heading: 'imei1', isHidden: true },
      ],
      read: 0,
      hiddenRows: 1,
    });
    expect(imeis(await readGood(madeByLibreOffice(), { table: 1 }))).toEqual([GOOD, OTHER]);
  });
});

describe('whatever stands in the rows', () => {
  it('B2 D10a D13 a workbook gives what the CSV file of the same rows gives', async () => {
    const imei = fc
      .integer({ min: 0, max: 999_999_999_999_999 })
      .filter((value) => value % 10_000_000 !== 0)
      .map(imeiText);
    const wrong = fc.constantFrom('', '12345', '3.56938E+14', 'none', 'x y', '35-693803-564380-9');
    const sno = fc.constantFrom('', '1', '27', 'a');
    const rows = fc.array(fc.tuple(sno, fc.oneof({ weight: 4, arbitrary: imei }, wrong)), {
      minLength: 1,
      maxLength: 20,
    });
    const comparable = (answer: ImeiFileAnswer) =>
      answer.kind === 'cancelled'
        ? answer
        : {
            kind: answer.kind,
            rows: answer.kind === 'read' ? imeis(answer) : [],
            errors: [...answer.errors].map(({ data, ...row }) => ({ ...row, data: data.trim() })),
            duplicates: answer.kind === 'read' ? [...answer.duplicates] : [],
            totals: answer.totals,
          };
    await fc.assert(
      fc.asyncProperty(rows, fc.boolean(), async (list, asNumbers) => {
        const csv = [HEADER, ...list].map((cells) => cells.join(',')).join('\n');
        const cell = (text: string) => (asNumbers && /^[1-9]\d{14}$/.test(text) ? Number(text) : text);
        const bytes = workbookOf({ Phones: sheetOf([HEADER, ...list.map(([no, one]) => [no, cell(one)])]) });
        const fromCsv = await readImeis(csv);
        expect(comparable(await readImeis(bytes))).toEqual(comparable(fromCsv));
      }),
      { numRuns: 40 },
    );
  });
});
