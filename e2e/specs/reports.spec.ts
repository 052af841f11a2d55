import { calls, reports, type ReportDefinition } from '@device-console/shared-lib/contract';
import type { Page } from '@playwright/test';
import { wireClient, type WireClient } from '../support/api.ts';
import { columnsOutOfReach } from '../support/columns.ts';
import { demoImeis } from '../support/demo-data.ts';
import { addPast } from '../support/history.ts';
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
/** The others differ only in their names. */
const ofEachKind: readonly string[] = ['register', 'deenroll', 'lock'];
const today = (): string => new Date().toISOString().slice(0, 10);

/** Fetches one report on the page, and compares its tables and its workbook with the API's answer. */
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
  test.use({ timezoneId: 'UTC' });

  test('R1 R3 R4 R5 R7 R8 D3 page, workbook and API say the same, row by row, of a report of each kind', async ({
    page,
    testConsole,
  }) => {
    addPast(testConsole, '004999010640000', 'lock', '2025-05-02T10:00:00.000Z');
    const admin = await wireClient(testConsole, 'admin@example.com');
    await openAs(page, 'admin@example.com', '/reports');
    await expect(page).toHaveURL('/reports/register');
    for (const definition of reports.filter(({ report }) => ofEachKind.includes(report)))
      await test.step(definition.report, () => compareReport(page, admin, definition));
  });
});

const [imei = ''] = demoImeis(0, 1);
const makers = ['S.No.', 'IMEI 1', 'IMEI 2', 'Brand', 'Model'];
const ofDevices = ['Enrollment Status', 'Registration Status', 'App Version', 'App Type', 'Last Command', 'Created At'];
/** Where the specification's tables are, what to do there first, and their columns in order. */
const specified: readonly {
  readonly address: string;
  readonly prepare?: (page: Page) => Promise<void>;
  readonly tables: Readonly<Record<string, readonly string[]>>;
}[] = [
  {
    address: '/deviceDetails',
    prepare: (page) => page.getByLabel('IMEI number').fill(imei),
    tables: { [`Devices for ${imei}`]: ['S.No.', 'Action', 'IMEI 1', 'IMEI 2', ...ofDevices] },
  },
  {
    address: `/auditReport#imei=${imei}`,
    tables: { [`Registration Details of ${imei}`]: [...makers, 'Last Command', 'Created At'] },
  },
  {
    address: '/reports/deenroll',
    prepare: viewOf30Days,
    tables: {
      'De-enrollment/Re-registery Records': ['S.No.', 'IMEI1', 'IMEI2', 'Date and Time', 'Action'],
    },
  },
  {
    address: '/reports/release',
    prepare: viewOf30Days,
    tables: {
      'Bulk Upload History': [
        ...['S.No.', 'Date and Time', 'File Name', 'Original File Name', 'Status of File', 'Last Imei', 'Remarks'],
        'Download',
      ],
      'Executed Commands History': [
        ...['S.No.', 'Date and Time', 'IMEI1', 'Transaction ID', 'Interface', 'Command', 'Status', 'User'],
      ],
    },
  },
  {
    address: '/userManagement',
    tables: { Users: ['Email', 'Phone', 'Permission', 'Login Status', 'User Status', 'Actions'] },
  },
  {
    address: '/keyManagement',
    prepare: async (page) => {
      await page.getByLabel('Key Name').fill('Columns');
      await page.getByRole('button', { name: 'Generate Key' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    },
    tables: { Keys: ['Key Name', 'Status', 'Created At', 'Actions'] },
  },
  {
    address: '/reports/register',
    prepare: viewOf30Days,
    tables: {
      Registrations: [
        ...['Action', 'S.No.', 'IMEI1', 'IMEI2', 'Match_Status', 'Registration_status'],
        ...['Date and Time', 'Manufacturer', 'Model'],
      ],
    },
  },
];

async function viewOf30Days(page: Page): Promise<void> {
  await page.getByRole('button', { name: '30 days' }).click();
  await viewReport(page);
}

test('D23 L3 A2 R3 R4 R5 R7 U1 K1 columns of the specification are all in reach, and tables scroll in 400 px', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-write']);
  await openAs(page, 'admin@example.com');
  for (const { address, prepare, tables } of specified)
    await test.step(address, async () => {
      await page.goto(address);
      await prepare?.(page);
      for (const width of [1_280, 1_440]) {
        await page.setViewportSize({ width, height: 900 });
        for (const [name, columns] of Object.entries(tables)) {
          const table = page.getByRole('table', { name, exact: true });
          await expect(table.getByRole('rowheader').first()).toBeVisible();
          const headers = await table.getByRole('columnheader').allTextContents();
          expect(headers.slice(0, columns.length)).toEqual(columns);
          await expect.poll(() => columnsOutOfReach(table)).toEqual([]);
        }
      }
    });
  // The last one has more rows than are in sight.
  const registrations = page.getByRole('table', { name: 'Registrations', exact: true });
  for (const [height, shown] of [
    [600, 400],
    [1_000, 620],
  ] as const) {
    await page.setViewportSize({ width: 1_280, height });
    await expect.poll(() => scrollHeight(registrations)).toBe(shown);
  }
});
