import { imeiText } from './imei-cell.ts';
import {
  inPieces,
  readBad,
  readBadNotifications,
  readGood,
  readNotifications,
  sheetOf,
  workbookOf,
} from '../testing/workbooks.ts';

const GOOD = '356938035643809';
const OTHER = '490154203237518';
const HEADER = 'sno,name,imei1,amount,date,template';
const message = (name: string, imei = GOOD) => `1,${name},${imei},900.00,05/12/2026,Pre`;

/** As Excel on Windows saves text: one byte a character. */
const windows1252 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const names = windows1252([HEADER, message('Jos\u00e9 N\u00fa\u00f1ez'), message('Asha Rao', OTHER)].join('\r\n'));
const utf16 = (text: string, low: 0 | 1) =>
  Uint8Array.from({ length: text.length * 2 }, (_, index) =>
    index % 2 === low ? text.charCodeAt(Math.floor(index / 2)) : 0,
  );
const csv = { name: 'dues.csv', type: 'text/csv' };

describe('a text file that is not UTF-8', () => {
  it('T4 D10 is refused with its names as Windows-1252 has them, wherever its pieces end', async () => {
    for (const sizes of [[], [1], [7, 60]]) {
      const answer = await readBadNotifications(inPieces(names, sizes), csv);
      expect(answer).toMatchObject({ offer: 'windows-1252', totals: { total: 0 } });
      expect(answer.reason).toBe('dues.csv is not in UTF-8: letters beyond A to Z may be read wrongly.');
      expect(answer.detail).toContain('Read so, the file has these names: José Núñez.');
      expect(answer.errors).toHaveLength(0);
    }
  });

  it('T4 D10 is read once the operator has decided, its names whole', async () => {
    const file = await readNotifications(names, { ...csv, encoding: 'windows-1252' });
    expect(Array.from(file.notifications, ({ name }) => name)).toEqual(['José Núñez', 'Asha Rao']);
  });

  it('T4 D10 shows a name that only looks like Windows-1252 as it would be sent', async () => {
    const both = new Uint8Array([...windows1252(`${HEADER}\n`), ...new TextEncoder().encode(`${message('Zoë')}\n`)]);
    const answer = await readBadNotifications(new Uint8Array([...both, ...windows1252(message('José', OTHER))]), csv);
    expect(answer.detail).toContain('these names: ZoÃ«; José.');
  });

  it('T4 D10 shows at most five, those of wrong rows too', async () => {
    const rows = ['à', 'á', 'â', 'ã', 'ä', 'å'].map((name) => message(name, '12'));
    const answer = await readBadNotifications(windows1252([HEADER, message('Asha'), ...rows].join('\n')), csv);
    expect(answer.detail.match(/900\.00/g)).toHaveLength(5);
  });

  it('T4 D10 asks nothing where no text of it goes out', async () => {
    const spaces = windows1252([HEADER, message('Asha', `${GOOD}\u00a0`)].join('\n'));
    expect((await readNotifications(spaces, csv)).notifications.at(0)?.imei).toBe(GOOD);
    const devices = windows1252(`sno,imei1\n1,${GOOD}\u00a0\nN\u00ba 2,${OTHER}\n`);
    expect(Array.from((await readGood(devices, csv)).rows, imeiText)).toEqual([GOOD, OTHER]);
  });

  it('D10 says what is wrong with its header, not with its letters', async () => {
    expect(await readBad(windows1252('num\u00e9ro\n1'), csv)).toMatchObject({ offer: 'table' });
  });

  it('D10 is searched for a column like any other table', async () => {
    const table = windows1252(`Pr\u00e9nom;IMEI\nJos\u00e9;${GOOD}\n`);
    const file = await readGood(table, { ...csv, as: 'table' });
    expect(Array.from(file.rows, imeiText)).toEqual([GOOD]);
  });
});

it.each([
  ['little', 0],
  ['big', 1],
] as const)('D10 UTF-16 of %s end first is recognised without a byte order mark', async (_name, low) => {
  const text = `sno,imei1\r\n1,${GOOD}\r\n2,${OTHER}\r\n`;
  for (const sizes of [[], [1], [3]]) {
    const file = await readGood(inPieces(utf16(text, low), sizes), csv);
    expect(Array.from(file.rows, imeiText)).toEqual([GOOD, OTHER]);
  }
  const table = await readGood(utf16(`name;imei\r\nAsha;${GOOD}\r\n`, low), { ...csv, as: 'table' });
  expect(Array.from(table.rows, imeiText)).toEqual([GOOD]);
});

it.each([
  ['the mark that ends a DOS file', '\u001a'],
  ['that mark on a line of its own', '\r\n\u001a'],
  ['NUL up to a full block', `\r\n${'\0'.repeat(512)}`],
  ['NUL of more than a line may have', `\r\n${'\0'.repeat(100_000)}`],
])('B2 D10 %s at the end is nothing', async (_name, end) => {
  const file = await readGood(`sno,imei1\r\n1,${GOOD}\r\n2,${OTHER}${end}`);
  expect(Array.from(file.rows, imeiText)).toEqual([GOOD, OTHER]);
  expect(file.totals).toEqual({ total: 2, valid: 2, invalid: 0, duplicates: 0 });
});

describe('a name of which characters are lost already', () => {
  const error = 'Incorrect fields: Invalid name (some of its characters are lost: \ufffd)';

  it('T4 makes its row of a CSV file incorrect', async () => {
    const file = await readNotifications([HEADER, message('Jos\ufffd'), message('Asha', OTHER)].join('\n'));
    expect([...file.errors]).toEqual([{ line: 2, data: message('Jos\ufffd'), error }]);
  });

  it('T4 makes its row of a workbook incorrect', async () => {
    const rows = [message('Jos\ufffd'), message('Asha', OTHER)].map((row) => row.split(','));
    const file = await readNotifications(workbookOf({ Dues: sheetOf([HEADER.split(','), ...rows]) }));
    expect([...file.errors]).toMatchObject([{ line: 2, error }]);
  });
});
