import { calls, reports, type ReportDefinition } from '@device-console/shared-lib/contract';
import type { Page } from '@playwright/test';
import { wireClient, type WireClient } from '../support/api.ts';
import { chooseFile, freshImeis, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { addPastCommands, addPastRecords } from '../support/history.ts';
import { menuLink } from '../support/menu.ts';
import { asPage, asWorkbook, expectedReport } from '../support/report-answers.ts';
import {
  fetchReport,
  rowsInSight,
  saveWorkbook,
  scrollHeight,
  scrollToEnd,
  viewReport,
} from '../support/report-page.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

const START = '2025-05-01';
/** The others differ in their names alone. */
const ofEachKind: readonly string[] = ['register', 'deenroll', 'lock'];
const LONG_AGO = '2025-05-02T10:00:00.000Z';
const today = (): string => new Date().toISOString().slice(0, 10);

/** Fetches one report in the page, and compares its tables and its workbook with what the API says. */
async function compareReport(page: Page, admin: WireClient, definition: ReportDefinition): Promise<void> {
  const { report, title } = definition;
  const end = today();
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: title, exact: true }).click();
  await expect(page).toHaveURL(`/reports/${report}`);
  await expect(menuLink(page, 'Reports')).toHaveAttribute('aria-current', 'page');
  await fetchReport(page, START, end);
  const sheets = expectedReport(
    definition,
    await admin.call(calls.downloadReports, { report, startdate: START, enddate: end, timezone: 'UTC' }),
  );
  await expect(
    page.getByText(
      new RegExp(
        `: ${sheets.reduce((sum, { rows }) => sum + rows.length, 0).toLocaleString('en-IN')} rows?, fetched at`,
      ),
    ),
  ).toBeVisible();

  const saved = await saveWorkbook(page, 'Download (Excel)');
  expect(saved.name).toBe(`${report}-${START}-to-${end}.xlsx`);
  expect(Object.keys(saved.sheets)).toEqual(sheets.map(({ sheet }) => sheet));
  for (const expected of sheets) expect(saved.sheets[expected.sheet]).toEqual(asWorkbook(expected));

  await viewReport(page);
  for (const expected of sheets) {
    const table = page.getByRole('table', { name: expected.title, exact: true });
    const rows = asPage(expected);
    const isPlain = (header: string): boolean => expected.header.includes(header);
    await expect(table).toBeVisible();
    const headers = await table.getByRole('columnheader').allTextContents();
    expect(headers.filter(isPlain)).toEqual(expected.header);
    const cellsInSight = async () =>
      (await rowsInSight(table)).map((cells) => cells.filter((_cell, column) => isPlain(headers[column] ?? '')));
    if (rows.length === 0) {
      await expect(table).toContainText('No results found');
      continue;
    }
    await expect.poll(cellsInSight).not.toEqual([]);
    const first = await cellsInSight();
    expect(first).toEqual(rows.slice(0, first.length));
    await scrollToEnd(table, rows.length);
    const last = await cellsInSight();
    expect(last).toEqual(rows.slice(rows.length - last.length));
  }
}

test.describe('every report', () => {
  // Wide enough for every column.
  test.use({ timezoneId: 'UTC', viewport: { width: 1920, height: 900 } });

  test('R1 R3 R4 R5 R7 R8 D3 page, workbook and API say the same, row by row, of a report of each kind', async ({
    page,
    testConsole,
  }) => {
    const past = [{ imei: '004999010640000', at: LONG_AGO }];
    addPastRecords(testConsole, past);
    addPastCommands(testConsole, 'lock', past);
    const admin = await wireClient(testConsole, 'admin@example.com');
    await openAs(page, 'admin@example.com', '/reports');
    await expect(page).toHaveURL('/reports/register');
    for (const definition of reports.filter(({ report }) => ofEachKind.includes(report)))
      await test.step(definition.report, () => compareReport(page, admin, definition));
  });
});

test('R7 D23 the tables of reports scroll in 400 px in a low window, and in more of a tall one', async ({
  page,
  testConsole,
}) => {
  addPastRecords(
    testConsole,
    Array.from({ length: 30 }, (_, row) => ({ imei: `0049990106400${String(row).padStart(2, '0')}`, at: LONG_AGO })),
  );
  await page.setViewportSize({ width: 1_280, height: 600 });
  await openAs(page, 'admin@example.com', '/reports');
  await page.goto('/reports/register');
  await fetchReport(page, START, today());
  await viewReport(page);
  const table = page.getByRole('table', { name: 'Registrations', exact: true });
  await expect.poll(() => scrollHeight(table)).toBe(400);
  await page.setViewportSize({ width: 1_280, height: 1_000 });
  await expect.poll(() => scrollHeight(table)).toBe(620);
});

test('R5 D3 an uploaded file comes back byte for byte with the token, and not at all without', async ({
  page,
  testConsole,
}) => {
  const admin = await wireClient(testConsole, 'admin@example.com');
  const imeis = await freshImeis(admin, 3);
  const content = `${batchFile(imeis)}\r\n`;
  // Wide enough for every column.
  await page.setViewportSize({ width: 1_920, height: 900 });
  await openAs(page, 'admin@example.com', '/lockDevice');
  await chooseFile(page, 'my list.csv', content);
  await startBatch(page);
  await expect(page.getByText('The batch is complete.')).toBeVisible();

  await page.goto('/reports/lock');
  await page.getByRole('button', { name: '7 days' }).click();
  await viewReport(page);
  const row = page
    .getByRole('table', { name: 'Bulk Upload History' })
    .getByRole('row')
    .filter({ hasText: 'my list.csv' })
    .first();
  await expect(row).toContainText('complete');
  await expect(row).toContainText(imeis.at(-1) ?? '');
  const saved = page.waitForEvent('download');
  const asked = page.waitForRequest('**/api/files/lock/**');
  await row.getByRole('button').click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('my list.csv');
  const stream = await download.createReadStream();
  const bytes = Buffer.concat((await stream.toArray()) as Buffer[]);
  expect(bytes.toString('utf8')).toBe(content);
  const request = await asked;
  expect((await request.allHeaders())['x-api-key']).toBeTruthy();
  expect((await fetch(request.url())).status).toBe(401);
  expect((await fetch(request.url(), { headers: { 'X-API-Key': admin.token } })).status).toBe(200);
});
