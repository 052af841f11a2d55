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
