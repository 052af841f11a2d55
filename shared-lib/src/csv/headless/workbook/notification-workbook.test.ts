import { readNotifications, sheetOf, workbookOf, type CellValue } from '../../testing/workbooks.ts';

const HEADER = ['Sno', 'Template', 'Name', 'IMEI1', 'Amount', 'Date', 'Remarks'];
const GOOD = '356938035643809';
const ADVICE = /format the date column as Text/;

const read = (...rows: readonly (readonly CellValue[])[]) =>
  readNotifications(workbookOf({ Messages: sheetOf([['Due in May'], HEADER, ...rows]) }));

describe('messages from a workbook', () => {
  it('T4 D10a are read by their headings in any order, with days and amounts as they are meant', async () => {
    const day: CellValue = { t: 'n', v: 46_387, z: 'm/d/yy' };
    const file = await read(
      [1, 'Pre', 'Asha', GOOD, '1500', '31/12/2026', 'call first'],
      [2, 'Due', 'Ravi', Number(GOOD), 1250.5, day],
      [3, 'Post', 'Meena', GOOD, { t: 'n', v: 1250, z: '"₹" #,##0.00' }, { ...day, z: 'dd-mmm-yyyy hh:mm' }],
    );
    expect([...file.notifications]).toEqual([
      { imei: GOOD, name: 'Asha', amount: '1500.00', date: '31/12/2026', template: 'Pre' },
      { imei: GOOD, name: 'Ravi', amount: '1250.50', date: '31/12/2026', template: 'Due' },
      { imei: GOOD, name: 'Meena', amount: '1250.00', date: '31/12/2026', template: 'Post' },
    ]);
    expect(file.workbook?.tables).toEqual([{ sheet: 'Messages', column: 'D', heading: 'IMEI1', isHidden: false }]);
  });

  it('T4 D10a name what is wrong, in the order of the CSV file', async () => {
    const file = await read(
      [1, 'Pre', 'Asha', GOOD, 1, '31/12/2026'],
      [2, 'Pre', '', '3.5E+14', { t: 'n', v: 0.05, z: '0%' }, '12-31-2026'],
      [null, null, null, null, null, null, 'end of the list'],
    );
    expect([...file.errors]).toEqual([
      { line: 4, data: '2,,3.5E+14,5%,12-31-2026,Pre', error: expect.stringMatching(ADVICE) as string },
      { line: 5, data: 'end of the list,,,,,', error: expect.stringMatching(/^Incorrect fields: /) as string },
    ]);
    expect(file.totals).toMatchObject({ valid: 1, invalid: 2 });
  });

  const numberCell = (v: number, z: string): CellValue => ({ t: 'n', v, z });

  it.each([
    ['a currency in letters', numberCell(1250.5, '"Rs. "#,##0.00'), '1250.50'],
    ['a currency sign', numberCell(1250.5, '[$₹-4009] #,##0.00'), '1250.50'],
    ['a currency behind', numberCell(1250.5, '#,##0.00 "INR"'), '1250.50'],
    ['groups as in India', numberCell(125_000.5, '[>=100000]##\\,##\\,##0.00;##,##0.00'), '125000.50'],
    ['fewer decimals than it has', numberCell(1250.5, '#,##0'), '1250.50'],
    ['as many decimals as are sent', numberCell(1250.456, '0.00'), '1250.46'],
    ['nothing but the number', 1250.5, '1250.50'],
    ['the sum of decimals', numberCell(0.1 + 0.2, 'General'), '0.30'],
    ['no number, but text', 'Rs. 1,250.50', '1250.50'],
  ])('T4 D10a the amount of a cell that shows %s is its number', async (_what, amount, sent) => {
    const file = await read([1, 'Pre', 'Asha', GOOD, amount, '31/12/2026']);
    expect(file.notifications.at(0)?.amount).toBe(sent);
  });

  it.each([
    ['thousands', numberCell(1250, '0.0,"K"'), '1.3K'],
    ['three decimals', 1250.456, '1250.456'],
    ['fewer digits than it has', numberCell(1250.456, '#,##0'), '1250.456'],
    ['a percentage', numberCell(0.05, '0%'), '5%'],
    ['a percentage of the same digits', numberCell(5, '0"%"'), '5%'],
    ['a debt', numberCell(-5, '0.00;0.00'), '5.00 (-5)'],
    ['thousands like another amount', numberCell(1_250_000, '0,'), '1250 (1250000)'],
    ['a day', numberCell(46_361, 'dd/mm/yyyy'), '05/12/2026'],
  ])('T4 D10a a cell that shows %s has no amount', async (_what, amount, shown) => {
    const row = [2, 'Pre', 'Ravi', GOOD, amount, '31/12/2026'] as const;
    const file = await read([1, 'Pre', 'Asha', GOOD, 1, '31/12/2026'], row);
    const [error] = file.errors;
    expect(error?.data.split(',')[3]).toBe(shown);
    expect(error?.error).toMatch(/Invalid amount/);
  });

  it('T4 a workbook that lacks a column is refused with the columns that it needs', async () => {
    const bytes = workbookOf({
      Messages: sheetOf([
        ['sno', 'imei1'],
        [1, GOOD],
      ]),
    });
    await expect(readNotifications(bytes)).rejects.toThrow(
      /No sheet of devices\.xlsx has the columns of this file\..*It must be: sno,name,imei1,amount,date,template/,
    );
  });

  it('T4 D10a days of a workbook that counts from 1904 are the same days', async () => {
    const { write } = await import('xlsx');
    const sheet = sheetOf([HEADER, [1, 'Pre', 'Asha', GOOD, 1, { t: 'n', v: 46_387 - 1_462, z: 'dd/mm/yyyy' }]]);
    const book = { SheetNames: ['M'], Sheets: { M: sheet }, Workbook: { WBProps: { date1904: true } } };
    const bytes: ArrayBuffer = write(book, { type: 'array', bookType: 'xlsx' });
    const file = await readNotifications(new Uint8Array(bytes));
    expect(file.notifications.at(0)?.date).toBe('31/12/2026');
  });
});
