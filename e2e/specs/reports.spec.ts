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

  for (const [name, kinds] of [
    ['commands', reports.filter(({ kind }) => kind === 'commands')],
    ['records', reports.filter(({ kind }) => kind !== 'commands')],
  ] as const) {
    test(`R1 R3 R4 R5 R7 R8 D3 ${name}: page, workbook and API say the same, row by row, of every report`, async ({
      page,
      testConsole,
    }) => {
      test.setTimeout(240_000);
      const past = [{ imei: '004999010640000', at: LONG_AGO }];
      addPastRecords(testConsole, past);
      for (const { report, kind } of kinds) if (kind === 'commands') addPastCommands(testConsole, report, past);
      const admin = await wireClient(testConsole, 'admin@example.com');
      await openAs(page, 'admin@example.com', '/reports');
      await expect(page).toHaveURL('/reports/register');
      for (const definition of kinds) await test.step(definition.report, () => compareReport(page, admin, definition));
    });
  }
});

const edges = [
  {
    zone: 'Asia/Kolkata',
    shown: 'Asia/(Kolkata|Calcutta)',
    hoursAhead: 5.5,
    first: '2025-06-14T18:30:00.000Z',
    last: '2025-06-15T18:29:59.999Z',
    day: '2025-06-15',
    base: 1,
  },
  {
    zone: 'America/Los_Angeles',
    shown: 'America/Los_Angeles',
    hoursAhead: -7,
    first: '2025-07-15T07:00:00.000Z',
    last: '2025-07-16T06:59:59.999Z',
    day: '2025-07-15',
    base: 2,
  },
] as const;

for (const { zone, shown, hoursAhead, first, last, day, base } of edges) {
  test.describe(`an operator in ${zone}`, () => {
    test.use({ timezoneId: zone });

    test(
      `D3 D4 a day of ${zone} holds exactly that day's rows, in its own time, on the page and in the ` + `workbook`,
      async ({ page, testConsole }) => {
        const moved = (time: string, milliseconds: number): string =>
          new Date(Date.parse(time) + milliseconds).toISOString();
        const imei = (row: number): string => `00${base}0000000000${String(row).padStart(2, '0')}`;
        const events = [moved(first, -1), first, last, moved(last, 1)].map((at, row) => ({ imei: imei(row), at }));
        addPastRecords(testConsole, events);
        addPastCommands(testConsole, 'lock', events);
        await openAs(page, 'admin@example.com', '/reports/register');
        for (const [report, title, sheet] of [
          ['register', 'Registrations', 'registration'],
          ['deenroll', 'De-enrollment/Re-registery Records', 'de-enroll'],
          ['lock', 'Executed Commands History', 'commands'],
        ] as const) {
          await page.goto(`/reports/${report}`);
          await fetchReport(page, day, day);
          await expect(page.getByText(new RegExp(`\\(${shown}\\).*: 2 rows, fetched at`))).toBeVisible();
          await viewReport(page);
          const table = page.getByRole('table', { name: title, exact: true });
          await expect(table.getByRole('rowheader')).toHaveText([imei(2), imei(1)]);
          const { sheets } = await saveWorkbook(page, 'Download (Excel)');
          const [header = [], ...rows] = sheets[sheet] ?? [];
          const times = rows.map((cells) => cells[header.indexOf('Date and Time')]);
          expect(times).toHaveLength(2);
          expect(times[1]).toBe(new Date(Date.parse(first) + hoursAhead * 3_600_000).toISOString().slice(0, 19));
          expect(String(times[1])).toBe(`${day}T00:00:00`);
        }
      },
    );
  });
}

test('R7 D23 the tables of reports scroll in 400 px in a low window, and in more of a tall one', async ({
  page,
  testConsole,
}) => {
  addPastCommands(
    testConsole,
    'lock',
    Array.from({ length: 30 }, (_, row) => ({ imei: `0049990106400${String(row).padStart(2, '0')}`, at: LONG_AGO })),
  );
  addPastRecords(
    testConsole,
    Array.from({ length: 30 }, (_, row) => ({ imei: `0049990106400${String(row).padStart(2, '0')}`, at: LONG_AGO })),
  );
  await page.setViewportSize({ width: 1_280, height: 600 });
  await openAs(page, 'admin@example.com', '/reports');
  for (const [report, title] of [
    ['register', 'Registrations'],
    ['deenroll', 'De-enrollment/Re-registery Records'],
    ['lock', 'Executed Commands History'],
  ] as const) {
    await page.setViewportSize({ width: 1_280, height: 600 });
    await page.goto(`/reports/${report}`);
    await fetchReport(page, START, today());
    await viewReport(page);
    const table = page.getByRole('table', { name: title, exact: true });
    await expect.poll(() => scrollHeight(table)).toBe(400);
    await page.setViewportSize({ width: 1_280, height: 1_000 });
    await expect.poll(() => scrollHeight(table)).toBe(620);
  }
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

test("L4 View Audit opens the audit of the row's device", async ({ page, testConsole }) => {
  addPastRecords(testConsole, [{ imei: '356938030000005', at: '2024-02-01T10:00:00.000Z' }]);
  await openAs(page, 'superadmin@example.com', '/superadmin');
  await page.goto('/superadmin/reports/register');
  await fetchReport(page, '2024-02-01', '2024-02-02');
  await viewReport(page);
  await page.getByRole('link', { name: 'View Audit' }).click();
  await expect(page).toHaveURL('/superadmin/auditReport#imei=356938030000005');
  await expect(page.getByRole('table', { name: 'Registration Details of 356938030000005', exact: true })).toBeVisible();
});
