import fc from 'fast-check';
import Papa from 'papaparse';
import { csvLines, imeiCell, textCell } from './cells.ts';
import { imeiText } from './imei-cell.ts';
import { readGood } from '../testing/workbooks.ts';
import {
  imeiDataCsv,
  incorrectDataCsv,
  notificationDataCsv,
  notificationListCsv,
  notificationRowsFile,
  processedFileName,
  validRowsFile,
} from './writers.ts';

const IMEI = '012345678901237';

describe('incorrect_data.csv', () => {
  it('B3 has the columns Sno, Incorrect Data, Error Message, a byte order mark and CRLF', () => {
    const text = [...incorrectDataCsv([{ line: 4, data: '3,12', error: 'too short' }])].join('');
    expect(text).toBe('\ufeffSno,Incorrect Data,Error Message\r\n4,"3,12",too short\r\n');
  });

  it.each(['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])(
    'B3 lets no cell be a formula: %j',
    (data) => {
      const text = [...incorrectDataCsv([{ line: 2, data, error: 'e' }])].join('');
      const rows = Papa.parse<string[]>(text.slice(1), { delimiter: ',', newline: '\r\n' }).data;
      expect(rows[1]).toEqual(['2', `'${data}`, 'e']);
    },
  );

  it('B3 any data comes out of the file as it went in, apart from the apostrophe', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (data) => {
        const cells = Papa.parse<string[]>(csvLines([['x', textCell(data)]]), { delimiter: ',', newline: '\r\n' })
          .data[0];
        expect(cells?.[1]?.replace(/^'(?=[=+\-@\t\r])/, '')).toBe(data);
        expect(cells?.[1]).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });
});

describe('imei_data.csv', () => {
  it('B9 has the columns S.No., IMEI, Status, and IMEIs that spreadsheets keep as text', () => {
    const text = [...imeiDataCsv([{ row: 1, imei: IMEI, status: 'found' }])].join('');
    expect(text).toBe(`\ufeffS.No.,IMEI,Status\r\n1,"=""${IMEI}""",found\r\n`);
  });

  it('B9 writes as a formula nothing but 15 digits', () => {
    expect(csvLines([[imeiCell('=1+1'), imeiCell(IMEI)]])).toBe(`'=1+1,"=""${IMEI}"""\r\n`);
  });

  it('B9 its IMEI cells are understood by our own reader', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: 0, max: 999_999_999_999_999 }).map(imeiText), { minLength: 1 }),
        async (list) => {
          const rows = list.map((imei, index) => ({ row: index + 1, imei, status: 'found' }));
          const written = [...imeiDataCsv(rows)].join('');
          const asBatch = written.replace('S.No.,IMEI,Status', 'sno,imei1').replaceAll(',found', '');
          const { rows: read } = await readGood(asBatch);
          expect(Array.from(read, imeiText)).toEqual(list);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('B9 comes in pieces, so that a million rows block nobody', () => {
    function* rows() {
      for (let index = 0; index < 2500; index += 1) yield { row: index + 1, imei: imeiText(index), status: 'found' };
    }
    expect([...imeiDataCsv(rows())]).toHaveLength(3);
  });
});

describe('a formula in a cell of free text', () => {
  const FORMULA = '=1+1';
  const row = { row: 1, imei: IMEI, status: 'found' };
  const message = {
    name: 'Asha',
    amount: '1.00',
    date: '05/12/2026',
    template: 'Pre',
    header: 'Due',
    text: 'Dear Asha',
  } as const;
  const fields = ['name', 'amount', 'date', 'template', 'header', 'text', 'status'] as const;

  it.each([
    ['B3 the data of incorrect rows', incorrectDataCsv([{ line: 2, data: FORMULA, error: 'e' }])],
    ['B3 the error of incorrect rows', incorrectDataCsv([{ line: 2, data: 'd', error: FORMULA }])],
    ['B9 the status of a result', imeiDataCsv([{ ...row, status: FORMULA }])],
    ['B9 what stands for an IMEI in a result', imeiDataCsv([{ ...row, imei: FORMULA }])],
    ['T4 the name of an uploaded row', notificationRowsFile([{ ...message, imei: IMEI, name: FORMULA }])],
    ...fields.map(
      (field) =>
        [
          `T6 the ${field} of a notification's result`,
          notificationDataCsv([{ ...row, ...message, [field]: FORMULA }]),
        ] as const,
    ),
  ] as const)('%s is text', (_where, pieces) => {
    const cells = Papa.parse<string[]>([...pieces].join('').replace('\ufeff', ''), { newline: '\r\n' }).data.flat();
    expect(cells).toContain(`'${FORMULA}`);
    expect(cells).not.toContain(FORMULA);
  });
});

it('D14 the uploaded copy holds the valid rows only, numbered anew, as plain digits', () => {
  expect([...validRowsFile(Float64Array.of(12345678901237, 356938035643809))].join('')).toBe(
    `sno,imei1\r\n1,${IMEI}\r\n2,356938035643809\r\n`,
  );
});

it('T1 a notification file to be filled in has its columns, and the IMEIs as text', () => {
  expect([...notificationListCsv([IMEI])].join('')).toBe(
    `\ufeffsno,name,imei1,amount,date,template\r\n1,,"=""${IMEI}""",,,\r\n`,
  );
});

it.each([
  ['L1_list.csv', 'L1_list_processed.csv'],
  ['LIST.CSV', 'LIST_processed.csv'],
  ['list', 'list_processed.csv'],
])('B12 the processed IMEIs of %s go to %s', (name, processed) => {
  expect(processedFileName(name)).toBe(processed);
});
