import { calls, reports, type ReportDefinition } from '@device-console/shared-lib/contract';
import type { Page } from '@playwright/test';
import { wireClient, type WireClient } from '../support/api.ts';
import { addPast } from '../support/history.ts';
import { menuLink } from '../support/menu.ts';
import { asPage, asWorkbook, expectedReport } from '../support/report-answers.ts';
import { fetchReport, rowsInSight, saveWorkbook, scrollToEnd, viewReport } from '../support/report-page.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

const START = '2025-05-01';
/** The others differ only in their names. */
const ofEachKind: readonly string[] = ['register', 'deenroll', 'lock'];
const today = (): string => new Date().toISOString().slice(0, 10);

/** Fetches one report on the page, and compares its tables and its workbook with the API's answer. */
async function compareReport(page: Page, admin: WireClient, definition: ReportDefinition): Promise<void> {
  const { report, title } = definition;
  const end = today();
  await page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: title, exact: true }).click();
  await expect(page).toHaveURL(({ pathname }) => pathname === `/reports/${report}`);
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
  test.use({ timezoneId: 'UTC' });

  test('R1 R3 R4 R5 R7 R8 D3 page, workbook and API say the same, row by row, of a report of each kind', async ({
    page,
    testConsole,
  }) => {
    addPast(testConsole, '004999010640000', 'lock', '2025-05-02T10:00:00.000Z');
    const admin = await wireClient(testConsole, 'admin@example.com');
    await openAs(page, 'admin@example.com', '/reports');
    await expect(page).toHaveURL('/reports/register#range=today');
    for (const definition of reports.filter(({ report }) => ofEachKind.includes(report)))
      await test.step(definition.report, () => compareReport(page, admin, definition));
  });

  test('R1 R6 R7 month end: the first rows are in sight, and three presses save every report', async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await openAs(page, 'admin@example.com', '/');
    await menuLink(page, 'Reports').click();
    await page.getByRole('button', { name: 'Last month' }).click();
    const row = page.getByRole('table', { name: 'Registrations' }).locator('tbody tr:not([aria-hidden])').first();
    await expect(row).toBeInViewport({ ratio: 1 });
    const saved = await saveWorkbook(page, 'Download all');
    expect(Object.keys(saved.sheets)).toHaveLength(reports.length + 1);
    expect(saved.sheets['Registrations']?.length).toBeGreaterThan(1);
    await page
      .getByRole('navigation', { name: 'Reports' })
      .getByRole('link', { name: 'Lock Device History', exact: true })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'Lock Device History' })).toBeVisible();
    await page.getByRole('button', { name: '30 days' }).click();
    const upload = page.getByRole('table', { name: 'Bulk Upload History' }).locator('tbody tr').first();
    await expect(upload).toContainText('.csv');
    await expect(upload).toBeInViewport({ ratio: 1 });
  });
});
