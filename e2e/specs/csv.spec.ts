import { demoImeis } from '../support/demo-data.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

const [first = '', second = ''] = demoImeis(600, 2);
const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

interface Case {
  readonly title: string;
  readonly name?: string;
  readonly mimeType?: string;
  readonly content: string | Buffer;
  readonly shows: readonly string[];
  readonly valid?: number;
}

const cases: readonly Case[] = [
  {
    title: 'B1 another kind of file',
    name: 'list.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    content: 'PK',
    shows: ['Only CSV files are allowed.'],
  },
  {
    title: 'B1 a text file',
    name: 'list.txt',
    mimeType: 'text/plain',
    content: `sno,imei1\n1,${first}`,
    shows: ['Only CSV files are allowed.'],
  },
  { title: 'B1 a wrong header', content: `serial,imei\n1,${first}`, shows: ['Invalid Headers', 'headers not matched'] },
  { title: 'B1 an empty file', content: '', shows: ['Invalid Headers'] },
  {
    title: 'B2 no valid row',
    content: 'sno,imei1\n1,12345',
    shows: ['CSV contains incorrect format data.', 'Invalid Length found in imei, only 15 digits allowed'],
  },
  {
    title: 'B2 a row of three columns beside a good one',
    content: `sno,imei1\n1,${first}\n2,${second},x`,
    shows: ['More than two columns found. please check your file'],
    valid: 1,
  },
  {
    title: 'D10 an IMEI that Excel has rounded',
    content: `sno,imei1\n1,${first}\n2,3.56938E+14`,
    shows: ['Excel has shortened this IMEI'],
    valid: 1,
  },
  {
    title: "D10 the type that Excel's Windows reports",
    mimeType: 'application/vnd.ms-excel',
    content: `SNO,IMEI1\n1,${first}`,
    shows: [],
    valid: 1,
  },
  {
    title: 'D10 semicolons, CRLF, a byte order mark, blank lines and empty trailing columns',
    content: `\uFEFFsno;imei1;;\r\n1;${first};;\r\n\r\n2;"${second}";;\r\n`,
    shows: [],
    valid: 2,
  },
  { title: 'D10 tabs in UTF-16', content: utf16(`sno\timei1\r\n1\t${first}\r\n`), shows: [], valid: 1 },
  {
    title: 'D10 a failing check digit warns',
    content: 'sno,imei1\n1,356938030000006',
    shows: ['1 IMEI fails its check digit, on line 2.'],
    valid: 1,
  },
  {
    title: 'D13 a repeated IMEI is left out',
    content: `sno,imei1\n1,${first}\n2,${first}\n3,${second}`,
    shows: ['1 repeated IMEI is left out'],
    valid: 2,
  },
];

test('B1 B2 D10 D13 the file of a batch is read as it comes, and what is wrong with it is said', async ({ page }) => {
  await openAs(page, 'operator@example.com');
  const start = page.getByRole('button', { name: /^(Start batch|Continue with)/ });
  for (const { title, name = 'list.csv', mimeType = 'text/csv', content, shows, valid } of cases)
    await test.step(title, async () => {
      await page.goto('/lockDevice');
      await page.getByLabel('CSV file').setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
      for (const text of shows) await expect(page.getByText(text).first()).toBeVisible();
      if (valid === undefined) {
        await expect(start).toHaveCount(0);
        await expect(page.getByLabel('CSV file')).toBeVisible();
      } else {
        await start.click();
        await expect(page.getByRole('alertdialog')).toContainText(
          `Lock Device will be sent to ${valid} ${valid === 1 ? 'device' : 'devices'} of ${name}.`,
        );
      }
    });
});
