import fc from 'fast-check';
import { imeiText } from './imei-cell.ts';
import {
  amountText,
  dateText,
  isLostName,
  type NotificationRow,
  notificationTemplates,
  readAmount,
  readDate,
} from './notification-file.ts';
import { notificationRowsFile } from './writers.ts';
import { readBadNotifications as bad, readMessages, readNotifications } from '../testing/workbooks.ts';

const GOOD = '356938035643809';
const OTHER = '490154203237518';
const HEADER = 'sno,name,imei1,amount,date,template';
const ROW = `1,Asha Rao,${GOOD},1250.00,05/12/2026,Pre`;

const good = (...rows: readonly string[]) => readNotifications([HEADER, ...rows].join('\r\n'));

/** The error of one row that stands below a good one. */
async function errorOf(row: string): Promise<string | undefined> {
  const file = await good(ROW, row);
  expect(file.totals).toEqual({ total: 2, valid: 1, invalid: 1, duplicates: 0 });
  expect(file.errors.at(0)?.line).toBe(3);
  return file.errors.at(0)?.error;
}

const rowWith = (fields: { name?: string; imei?: string; amount?: string; date?: string; template?: string }): string =>
  [
    '2',
    fields.name ?? 'Ravi',
    fields.imei ?? OTHER,
    fields.amount ?? '10',
    fields.date ?? '01/02/2026',
    fields.template ?? 'Due',
  ].join(',');

describe('the header', () => {
  it('T4 has six columns, in any case', async () => {
    const header = '\ufeffSNO, Name ,IMEI1,Amount,Date,Template,,';
    expect(await readMessages(`${header}\n${ROW}\n`)).toMatchObject({ kind: 'read', totals: { valid: 1 } });
    for (const other of ['sno,imei1', 'sno,imei1,name,amount,date,template', 'sno,name,imei1,amount,date']) {
      const { reason, detail } = await bad(`${other}\n${ROW}\n`);
      expect(reason).toBe('Invalid Headers');
      expect(detail).toMatch(/It must be: sno,name,imei1,amount,date,template$/);
    }
  });

  it('D14 stops when no row is valid', async () => {
    expect(await bad(`${HEADER}\n1,x\n`)).toMatchObject({
      reason: 'CSV contains incorrect format data.',
      detail: 'No row is valid.',
      totals: { invalid: 1 },
    });
  });
});

describe('a valid row', () => {
  it('T4 has every column, its amount with two decimals', async () => {
    const file = await good(ROW, rowWith({ amount: '7.5', template: 'Post' }));
    expect([...file.notifications]).toEqual([
      { imei: GOOD, name: 'Asha Rao', amount: '1250.00', date: '05/12/2026', template: 'Pre' },
      { imei: OTHER, name: 'Ravi', amount: '7.50', date: '01/02/2026', template: 'Post' },
    ]);
    expect([...file.notifications.days]).toEqual([20261205, 20260201]);
    expect(Array.from(file.rows, imeiText)).toEqual([GOOD, OTHER]);
  });

  it.each([
    ['"Rao, Asha"', 'Rao, Asha'],
    ['"Asha ""Ash"" Rao"', 'Asha "Ash" Rao'],
    ['आशा राव', 'आशा राव'],
    ['  José  ', 'José'],
    ['="x"', '="x"'],
    ['王小明 👩‍🌾', '王小明 👩‍🌾'],
    ['<b>x</b>', '<b>x</b>'],
  ])('T4 takes the name %s as it is', async (cell, name) => {
    expect((await good(rowWith({ name: cell }))).notifications.at(0)?.name).toBe(name);
  });

  it.each([
    ['1250', '1250.00'],
    ['"1,250.50"', '1250.50'],
    ['"1,250"', '1250.00'],
    ['"1,250,000.5"', '1250000.50'],
    ['"1,25,050.00"', '125050.00'],
    ['"12,34,56,789.10"', '123456789.10'],
    ['"Rs. 1,250.50"', '1250.50'],
    ['"Rs 1,250.50"', '1250.50'],
    ['"INR 1,25,050"', '125050.00'],
    ['"₹ 1,250.50"', '1250.50'],
    ['₹1250.5', '1250.50'],
    ['1250 INR', '1250.00'],
    ['"1,250/-"', '1250.00'],
    ['१२५०.५', '1250.50'],
    ['１０', '10.00'],
    ['\u200e1250', '1250.00'],
  ])('T4 reads the amount %s, which can mean nothing else', async (cell, amount) => {
    const file = await good(rowWith({ amount: cell }));
    expect(file.notifications.at(0)?.amount).toBe(amount);
    expect(file.isRewritten).toBe(cell !== '1250');
  });

  it.each([
    ['date', '\u200e01/02/2026'],
    ['date', '०१/०२/२०२६'],
    ['template', 'Due\u200b'],
    ['imei', `${OTHER}\u202c`],
  ] as const)(
    'T4 D10 D26a reads a %s with marks that nobody sees, and does not upload it as it is',
    async (field, cell) => {
      const file = await good(rowWith({ [field]: cell }));
      expect([...file.notifications]).toEqual([
        { imei: OTHER, name: 'Ravi', amount: '10.00', date: '01/02/2026', template: 'Due' },
      ]);
      expect(file.isRewritten).toBe(true);
      expect((await good(rowWith({}))).isRewritten).toBe(false);
    },
  );

  it('the list answers undefined outside itself, and no template', async () => {
    const { notifications } = await good(ROW);
    expect([notifications.at(1), notifications.at(-1), notifications.length]).toEqual([undefined, undefined, 1]);
    expect(() => notifications.templateAt(1)).toThrow('Row 1 is outside this list of 1 notifications.');
  });
});

describe('an incorrect row', () => {
  it.each([
    ...[`2,Ravi,${OTHER},10,01/02/2026`, `${rowWith({})},x`, `2,Rao, Ravi,${OTHER},10,01/02/2026,Due`, '2'].map(
      (row) => [row, 'Invalid row, missing or extra columns'],
    ),
    ...['49015420323751', '4901542032375180', '', '49015420323751X', 'IMEI'].map((imei) => [
      rowWith({ imei }),
      'Invalid IMEI (must be 15 digits)',
    ]),
    ...['', 'pre', 'PRE', 'Later', '1', 'Pre Due Notification'].map((template) => [
      rowWith({ template }),
      "Invalid template, expected values are 'Pre', 'Post', or 'Due'",
    ]),
    ...[
      '',
      '1.234',
      '1.',
      '.5',
      '-1',
      '+1',
      '1e3',
      'ten',
      '1234567890123',
      '1.250',
      '₹',
      '5%',
      'Rs. -5',
      '"Rs. 1,250.5 Dr"',
    ].map((amount) => [rowWith({ amount }), 'Invalid amount (must be a number with up to 2 decimal places)']),
    ...['"1.250,50"', '"1250,50"', '"12,50"', '"1,2500"', '"1,250,5"', '"1,25,0.50"', '"₹ 1.250,50"', '",5"'].map(
      (amount) => [
        rowWith({ amount }),
        'Invalid amount (must be a number with up to 2 decimal places). It is not clear which mark is the decimal ' +
          'point. Write the amount as 1250.50',
      ],
    ),
    ...[
      '',
      '31/02/2026',
      '29/02/2025',
      '32/01/2026',
      '00/01/2026',
      '01/00/2026',
      '99/99/2026',
      '01/02/0026',
      'tomorrow',
    ]
      .concat('01/02/20266')
      .map((date) => [rowWith({ date }), 'Invalid date format (expected DD/MM/YYYY)']),
    [rowWith({ name: '  ' }), 'Invalid name (must not be empty)'],
    [rowWith({ name: 'x'.repeat(501) }), 'Invalid name (at most 500 characters)'],
  ])('T4 W7 %s: %s', async (row = '', text = '') => {
    expect(await errorOf(row)).toBe(`Incorrect fields: ${text}`);
  });

  it('W7 T4 is not a row with the longest name that fits', async () => {
    expect((await good(rowWith({ name: 'x'.repeat(500) }))).totals).toMatchObject({ valid: 1 });
  });

  it.each([
    '1/2/2026',
    '01-02-2026',
    '2026-02-01',
    '1-Feb-26',
    '01 February 2026',
    '12/31/2026',
    '46054',
    '01/02/26',
    '2026-02-01 00:00:00',
    '01.02.2026',
  ])('D10 is told how to mend the date %s of a spreadsheet', async (date) => {
    expect(await errorOf(rowWith({ date }))).toMatch(
      /^Incorrect fields: Invalid date format \(expected .*\)\. Excel has changed it\..*format the date column as Text/,
    );
  });

  it('D10 is told how to mend an IMEI that Excel has rounded', async () => {
    expect(await errorOf(rowWith({ imei: '4.90154E+14' }))).toMatch(
      /^Incorrect fields: Invalid IMEI \(must be 15 digits\)\. .*format the imei1 column as Text/,
    );
  });

  it('T4 is told everything that is wrong, in the order of the columns', async () => {
    expect(await errorOf('2,,1,x,y,z')).toBe(
      'Incorrect fields: Invalid name (must not be empty); Invalid IMEI (must be 15 digits); ' +
        'Invalid amount (must be a number with up to 2 decimal places); Invalid date format (expected DD/MM/YYYY); ' +
        "Invalid template, expected values are 'Pre', 'Post', or 'Due'",
    );
  });

  it('T4 an unclosed quotation mark is an error of its own line alone', async () => {
    const file = await good(`1,"Asha,${GOOD},10,01/02/2026,Pre`, rowWith({}));
    expect(file.errors.at(0)).toMatchObject({ line: 2, error: expect.stringMatching(/quotation mark/) });
    expect(file.notifications.at(0)?.name).toBe('Ravi');
  });
});

describe('whatever the rows', () => {
  const word = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    .map((text) => text.replaceAll(/[\r\n\0]/g, ' ').trim());
  const name = fc
    .oneof(word, fc.constantFrom('=1+1', '-x', '@a', '"', '""', ',', ';', "O'Brien", 'Rao, A. "Ash"'))
    .filter((text) => text !== '' && !isLostName(text) && !/^'[=+\-@]/.test(text));
  const day = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
    .map((date) => dateText(Number(date.toISOString().slice(0, 10).replaceAll('-', ''))));
  const row: fc.Arbitrary<NotificationRow> = fc.record({
    name,
    date: day,
    imei: fc.integer({ min: 0, max: 999_999_999_999_999 }).map(imeiText),
    amount: fc.integer({ min: 0, max: 99_999_999_999_999 }).map(amountText),
    template: fc.constantFrom(...notificationTemplates),
  });
  const rows = fc.uniqueArray(row, { minLength: 1, maxLength: 30, selector: ({ imei }) => imei });

  it('D14 T4 the copy that is uploaded reads back as the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (list) => {
        const answer = await readMessages([...notificationRowsFile(list)].join(''));
        expect(answer.kind === 'read' ? [...answer.notifications] : answer).toEqual(list);
      }),
    );
  });

  it('T4 no cell of the copy starts as a formula', () => {
    fc.assert(
      fc.property(rows, (list) => {
        for (const line of [...notificationRowsFile(list)].join('').trim().split('\r\n').slice(1))
          expect(line).not.toMatch(/^\d+,"?[=+\-@]/);
      }),
    );
  });

  it('T4 amounts and dates are exact', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 99_999_999_999_999 }),
        (hundredths) => readAmount(amountText(hundredths)) === hundredths,
      ),
    );
    fc.assert(fc.property(day, (text) => dateText(Number(readDate(text))) === text));
  });
});
