import Papa from 'papaparse';
import { writeCsv } from '../../sheets/index.ts';
import { readGood, readNotifications } from '../testing/workbooks.ts';
import { imeiDataCsv, incorrectDataCsv, notificationRowsFile, validRowsFile } from './writers.ts';

const IMEI = '356938035643809';

afterEach(() => jest.restoreAllMocks());

it.each([
  ['IMEIs', readGood, ['sno,imei1', `1,${IMEI}`, '2,490154203237518']],
  [
    'notifications',
    readNotifications,
    ['sno,name,imei1,amount,date,template', `1,Asha,${IMEI},5,05/12/2026,Pre`, `2,Ravi,${IMEI},5,06/12/2026,Due`],
  ],
] as const)('D10 papaparse parses the header and every row of a file of %s', async (_name, read, lines) => {
  const parse = jest.spyOn(Papa, 'parse');
  await read(`${lines.join('\r\n')}\r\n`);
  const parsed = parse.mock.calls.map(([text]) => String(text)).join('');
  for (const line of lines) expect(parsed).toContain(line);
});

it.each([
  ['incorrect_data.csv', () => [...incorrectDataCsv([{ line: 2, data: '1,x', error: 'too short' }])]],
  ['imei_data.csv', () => [...imeiDataCsv([{ row: 1, imei: IMEI, status: 'found' }])]],
  ['the copy of a batch', () => [...validRowsFile(Float64Array.of(Number(IMEI)))]],
  [
    'the copy of a batch of notifications',
    () => {
      const row = { imei: IMEI, name: 'Asha', amount: '5.00', date: '05/12/2026', template: 'Pre' } as const;
      return [...notificationRowsFile([row])];
    },
  ],
  [
    'the file of a table',
    async () => {
      const file = await writeCsv({ name: 'a', columns: [{ header: 'IMEI', kind: 'text' }], rows: [[IMEI]] });
      return [new TextDecoder().decode(await file.arrayBuffer())];
    },
  ],
])('B3 B9 papaparse writes %s', async (_name, write) => {
  const unparse = jest.spyOn(Papa, 'unparse');
  const text = (await write()).join('').replace('\ufeff', '');
  expect(text).toBe(unparse.mock.results.map(({ value }) => `${String(value)}\r\n`).join(''));
});
