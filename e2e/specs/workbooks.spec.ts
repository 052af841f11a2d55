import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { calls } from '@device-console/shared-lib/contract';
import type { Locator, Page } from '@playwright/test';
import { utils, write } from 'xlsx';
import { wireClient, type WireClient } from '../support/api.ts';
import { violationsOf } from '../support/accessibility.ts';
import { pressesOf } from '../support/day.ts';
import { expectSummary, freshImeis, startBatch, startButton } from '../support/batch-page.ts';
import { watchTasks } from '../support/long-tasks.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';
import { isWholeRun } from '../support/whole-run.ts';

const ROWS = isWholeRun ? 100_000 : 20_000;
const byLibreOffice = fileURLToPath(
  new URL('../../shared-lib/src/csv/testing/made-by-libreoffice.xlsx', import.meta.url),
);

/** A workbook by SheetJS with one sheet. */
function workbook(rows: readonly (readonly (string | number)[])[]): Buffer {
  const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]));
  const bytes: Buffer = write(
    { SheetNames: ['Phones'], Sheets: { Phones: sheet } },
    { type: 'buffer', bookType: 'xlsx' },
  );
  return bytes;
}

const another = (page: Page): Promise<void> => page.getByRole('button', { name: 'Choose another file' }).click();

/** The server's copy of a Lock Device batch, found by the operator's file name. */
async function storedCopy(admin: WireClient, name: string): Promise<string> {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const { items } = await admin.call(calls.downloadReports, {
    report: 'lock',
    startdate: day(Date.now() - 86_400_000),
    enddate: day(Date.now() + 86_400_000),
    timezone: 'UTC',
  });
  const file = items.flatMap((row) => ('oldfile' in row && row.oldfile === name ? [row.file] : []))[0];
  const answer = await fetch(`${admin.address}/api/files/lock/${file ?? ''}`, {
    headers: { 'X-API-Key': admin.token },
  });
  return answer.text();
}

/** A detail of the file on the card. */
const detail = (page: Page, term: string): Locator =>
  page
    .getByRole('region', { name: 'Many devices (CSV)' })
    .locator('dt', { hasText: new RegExp(`^${term}$`) })
    .locator('xpath=following-sibling::dd');

/** Drops files on an element as from outside the browser; returns whether the page stays. */
function dropOn(
  target: Locator,
  files: readonly { readonly name: string; readonly bytes: Buffer }[],
): Promise<boolean> {
  return target.evaluate(
    (element, given) => {
      const dataTransfer = new DataTransfer();
      for (const { name, base64 } of given)
        dataTransfer.items.add(new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], name));
      const over = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
      element.dispatchEvent(over);
      const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      return !element.dispatchEvent(drop) && over.defaultPrevented;
    },
    files.map(({ name, bytes }) => ({ name, base64: bytes.toString('base64') })),
  );
}

test('D10a D10b B5 B7 a workbook of another program, a list and a drop, which runs to its end as a CSV copy', async ({
  page,
  testConsole,
}) => {
  const admin = await wireClient(testConsole, 'admin@example.com');
  const imeis = await freshImeis(admin, 3);
  const [first = '', second = '', third = ''] = imeis;
  await openAs(page, 'operator@example.com', '/lockDevice');

  await test.step('by LibreOffice: texts, numbers and formulas, a hidden row, several sheets', async () => {
    await page.getByLabel('CSV file').setInputFiles(byLibreOffice);
    await expect(detail(page, 'Read from')).toHaveText('Sheet “Phones”, column C: IMEI 1');
    await expect(detail(page, 'Rows')).toHaveText('10');
    const found = page.getByRole('region', { name: 'What was found in the file' });
    await expect(found).toContainText('1 Rows that the sheet hides, for example by a filter Read as well.');
    await expect(found).toContainText('IMEIs that Excel has rounded (3.56E+14): their last digits are lost');
    expect(await violationsOf(page, 'a workbook with several sheets')).toEqual([]);
    await page.getByLabel('Sheet and column of the IMEIs').selectOption({ label: 'Sheet “Numbers”, column B: imei1' });
    await expect(detail(page, 'Read from')).toHaveText('Sheet “Numbers”, column B: imei1');
    await expect(detail(page, 'Rows')).toHaveText('2');
    await another(page);
  });

  await test.step('a list that is typed into its field', async () => {
    await page.getByRole('button', { name: 'Paste a list' }).click();
    await page.getByLabel('List of IMEIs').fill(`1\t${first}\n2\t${second}`);
    expect(await violationsOf(page, 'the field of a list')).toEqual([]);
    await page.getByRole('button', { name: 'Read the list' }).click();
    await expect(startButton(page)).toBeVisible();
    await another(page);
  });

  await test.step('files that are dropped on the card and beside it', async () => {
    const file = {
      name: 'dropped.xlsx',
      bytes: workbook([['sno', 'imei1'], ...imeis.map((imei, row) => [row + 1, Number(imei)])]),
    };
    const heading = page.getByRole('heading', { name: 'Many devices (CSV)' });
    expect(await dropOn(page.getByRole('heading', { level: 1 }), [file])).toBe(true);
    expect(await dropOn(heading, [file, file])).toBe(true);
    await expect(page.getByText('2 files were dropped. Please drop one file at a time.')).toBeVisible();
    expect(await dropOn(heading, [file])).toBe(true);
    await expect(detail(page, 'Read from')).toHaveText('Sheet “Phones”, column B: imei1');
  });

  await expect(startButton(page)).toHaveText('Lock 3 devices');
  await startBatch(page);
  await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
  await expectSummary(page, { Total: '3', 'Valid IMEI': '3', Found: '3' });
  expect(await storedCopy(admin, 'dropped.xlsx.csv')).toBe(`sno,imei1\r\n1,${first}\r\n2,${second}\r\n3,${third}\r\n`);
});

test('B3 D10 D14 a workbook of 500 rows with ten kinds of dirt runs after two presses', async ({ page }) => {
  const imei = (row: number): number => 356_938_000_000_001 + row * 17;
  const dirt: readonly (readonly (string | number)[])[] = [
    ['a', `'${imei(900)}`],
    ['b', '3.56E+14'],
    ['c', '1234567890'],
    ['d', '35-693803-564380-9'],
    ['e', `${imei(901)}.0`],
    ['f', imei(0)],
    ['g', '35693803564380O'],
    ['h', `${imei(902)} / ${imei(903)}`],
    ['sno', 'imei1'],
    ['Total', 490],
  ];
  const rows = Array.from({ length: 490 }, (_, row) => [row + 1, imei(row)]);
  await openAs(page, 'operator@example.com', '/lockDevice');
  const buffer = workbook([['sno', 'imei1'], ...rows, ...dirt]);
  await page.getByLabel('CSV file').setInputFiles({ name: 'branch.xlsx', mimeType: '', buffer });
  await expect(page.getByText(/^490 will be locked · 9 wrong · 1 repeated$/)).toBeVisible();
  const found = page.getByRole('region', { name: 'What was found in the file' });
  await expect(found.getByRole('listitem')).toHaveCount(11);
  const presses = await pressesOf(page, async () => {
    await page.getByRole('button', { name: 'Use 3 repaired rows' }).click();
    await expect(page.getByText(/^493 will be locked · 6 wrong · 1 repeated$/)).toBeVisible();
    await startButton(page).click();
    await expect(page.getByText('Please Wait while we are executing this batch')).toBeVisible();
  });
  expect(presses).toBe(2);
});

test('D10a a long workbook is read beside the page, which never freezes', async ({ page }, info) => {
  const rows = Array.from({ length: ROWS }, (_, row) => [row + 1, 356_938_000_000_001 + row * 17]);
  // A file on the disk, as operators have it: decoding one from memory would take the page's time.
  const file = info.outputPath('many.xlsx');
  await writeFile(file, workbook([['sno', 'imei1'], ...rows]));
  await openAs(page, 'operator@example.com', '/lockDevice');
  await expect(page.getByLabel('CSV file')).toBeVisible();
  const watch = await watchTasks(page);
  await watch.step('workbook', async () => {
    await page.getByLabel('CSV file').setInputFiles(file);
    await expect(detail(page, 'Rows')).toHaveText(ROWS.toLocaleString('en-IN'));
  });
  await watch.end();
});
