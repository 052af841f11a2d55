import { calls } from '@device-console/shared-lib/contract';
import type { Locator, Page } from '@playwright/test';
import { wireClient } from '../support/api.ts';
import { chooseFile, freshImeis, previewAndSend, startBatch } from '../support/batch-page.ts';
import { outOfView } from '../support/columns.ts';
import { expectWork } from '../support/day.ts';
import { batchFile, demoImeis } from '../support/demo-data.ts';
import { openAs } from '../support/open-as.ts';
import { scrollHeight, viewReport } from '../support/report-page.ts';
import type { TestConsole } from '../support/test-console.ts';
import { expect, test } from '../support/test.ts';

const [imei = ''] = demoImeis(0, 1);
/** So many that rows out of sight are not rendered, which has a layout of its own. */
const ROWS = 60;
const FILE = 'Mumbai West - overdue EMI - 27 Nov 2026 - second reminder.csv';
const UNKNOWN = ['990000862471854', '990000862471862'];
const listed = demoImeis(3_300, ROWS);

const makers = ['S.No.', 'IMEI 1', 'IMEI 2', 'Brand', 'Model'];
const ofDevices = [
  'S.No.',
  'Action',
  'IMEI 1',
  'IMEI 2',
  'Enrollment Status',
  'Registration Status',
  'App Version',
  'App Type',
  'Last Command',
  'Created At',
];
const ofResults = ['S.No.', 'IMEI', 'Status'];
const ofUploads = [
  'S.No.',
  'Date and Time',
  'File Name',
  'Original File Name',
  'Status of File',
  'Last Imei',
  'Remarks',
  'Download',
];
const ofCommands = ['S.No.', 'Date and Time', 'IMEI1', 'Transaction ID', 'Interface', 'Command', 'Status', 'User'];

async function lookUpFile(page: Page): Promise<void> {
  await chooseFile(page, 'branch.csv', batchFile(listed));
  await expect(page.getByText('Every device of the file has been looked up.')).toBeVisible();
}

async function viewOf30Days(page: Page): Promise<void> {
  await page.getByRole('button', { name: '30 days' }).click();
  await viewReport(page);
}

/** The rows of a batch of devices, two of which the server does not know. */
async function runBatch(page: Page, imeis: readonly string[]): Promise<void> {
  await chooseFile(page, FILE, batchFile([...imeis, ...UNKNOWN]));
  await startBatch(page);
  await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
}

async function sendMessages(page: Page, imeis: readonly string[]): Promise<void> {
  const rows = imeis.map((one, index) => `${index + 1},Ananya Krishnamurthy,${one},12500.50,05/12/2026,Post`);
  await chooseFile(page, FILE, ['sno,name,imei1,amount,date,template', ...rows].join('\r\n'));
  await previewAndSend(page);
  await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
}

interface SpecifiedTables {
  readonly address: string;
  /** What to do there first, with devices that no other test commands. */
  readonly prepare?: (page: Page, imeis: readonly string[]) => Promise<void>;
  /** The columns of each table, in order; ours may be between them. */
  readonly tables: Readonly<Record<string, readonly string[]>>;
}

const ofCommandScreens: readonly SpecifiedTables[] = [
  { address: '/setWallpaper', prepare: runBatch, tables: { Results: [...ofResults, 'Action'] } },
  {
    address: '/enableNotification',
    prepare: sendMessages,
    tables: { Results: [...ofResults, 'Name', 'EMI amount', 'Date', 'Template', 'Header', 'Text'] },
  },
  {
    address: '/unlockDevice',
    prepare: (page) => chooseFile(page, FILE, `${batchFile(listed)}\r\nx,12345,more`),
    tables: { 'Invalid IMEI list': ['Line', 'Data', 'Error'] },
  },
  {
    address: '/deviceDetails',
    prepare: (page) => page.getByLabel('IMEI number').fill(imei),
    tables: { [`Devices for ${imei}`]: ofDevices },
  },
  { address: '/deviceDetails', prepare: lookUpFile, tables: { 'Devices of branch.csv': ofDevices } },
  { address: '/lastCommand', prepare: lookUpFile, tables: { 'Devices of branch.csv': ofDevices } },
];

/** The batch comes first, for the reports to show. */
const ofReportsAndAdministration: readonly SpecifiedTables[] = [
  { address: '/lockDevice', prepare: runBatch, tables: { Results: ofResults } },
  { address: '/appversion', tables: { 'Devices per app version': ['S.No.', 'App Version', 'No. of Device'] } },
  {
    address: `/auditReport#imei=${imei}`,
    tables: {
      [`Registration Details of ${imei}`]: [...makers, 'Last Command', 'Created At'],
      [`Released Detail of ${imei}`]: [...makers, 'Status', 'Created At'],
      [`De-enrollment and Re-registration Details of ${imei}`]: [...makers.slice(0, 3), 'Action', 'Date and Time'],
      [`Executed Commands of ${imei}`]: ofCommands,
    },
  },
  {
    address: '/reports/deenroll',
    prepare: viewOf30Days,
    tables: {
      'De-enrollment/Re-registery Records': ['S.No.', 'IMEI1', 'IMEI2', 'Date and Time', 'Action'],
    },
  },
  {
    address: '/reports/lock',
    prepare: viewOf30Days,
    tables: { 'Bulk Upload History': ofUploads, 'Executed Commands History': ofCommands },
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
        'Action',
        'S.No.',
        'IMEI1',
        'IMEI2',
        'Match_Status',
        'Registration_status',
        'Date and Time',
        'Manufacturer',
        'Model',
      ],
    },
  },
];

async function expectColumns(
  { page, testConsole }: { readonly page: Page; readonly testConsole: TestConsole },
  specified: readonly SpecifiedTables[],
): Promise<void> {
  const admin = await wireClient(testConsole, 'admin@example.com');
  await page.setViewportSize({ width: 1_280, height: 800 });
  await openAs(page, 'admin@example.com');
  for (const { address, prepare, tables } of specified)
    await test.step(address, async () => {
      const isBatch = prepare === runBatch || prepare === sendMessages;
      const imeis = isBatch ? await freshImeis(admin, ROWS) : [];
      // An address that differs in its fragment alone would load nothing.
      await page.goto('/config.json');
      await page.goto(address);
      await prepare?.(page, imeis);
      for (const [name, columns] of Object.entries(tables)) {
        const table = page.getByRole('table', { name, exact: true });
        await expect(table.getByRole('row').nth(1)).toBeVisible();
        const headers = await table.getByRole('columnheader').allTextContents();
        expect(headers.filter((name) => columns.includes(name))).toEqual(columns);
        await expect.poll(() => outOfView(table, headers), { message: name }).toEqual([]);
      }
    });
}

test('D23 B3 B9 C8 T6 L3 L5 columns of commands and lookups are all in view at 1280 px', async ({
  page,
  testConsole,
}) => {
  await expectColumns({ page, testConsole }, ofCommandScreens);
});

test('D23 B9 L6 A2 R3 R4 R5 R7 U1 K1 columns of reports and administration are all in view at 1280 px', async ({
  page,
  context,
  testConsole,
}) => {
  await context.grantPermissions(['clipboard-write']);
  await expectColumns({ page, testConsole }, ofReportsAndAdministration);
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

test('D0 B11 D14 New Batch takes one press, and what can be done with the unfinished batch is in view', async ({
  page,
  testConsole,
}) => {
  const imeis = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 3);
  await openAs(page, 'admin@example.com', '/activateAlarm');
  // The first device's answer never arrives.
  await page.route(`**/${calls.batchItems.path}`, () => undefined);
  await chooseFile(page, FILE, batchFile(imeis));
  await startBatch(page);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.reload();
  const leave = async (): Promise<void> => {
    await page.getByRole('button', { name: 'New Batch' }).click();
    await expect(page.getByLabel('CSV file')).toBeVisible();
  };
  // B10 tells the server of the saved progress when the card comes, which may be during the press.
  await expectWork(page, leave, { presses: 1, questions: 0, calls: [] }, ['POST updateStatusOnServer.php']);
  for (const width of [1_280, 1_440, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const card = page.getByRole('region', { name: 'Unfinished batches', exact: true });
    const right = async (of: Locator): Promise<number> => {
      const { x, width: wide } = (await of.boundingBox()) ?? { x: Infinity, width: 0 };
      return x + wide;
    };
    for (const name of ['Resume', 'Download CSV of', 'Delete']) {
      const button = card.getByRole('button', { name: `${name} ${FILE}`, exact: true });
      await expect
        .poll(async () => (await right(button)) < Math.min(width, await right(card)), { message: name })
        .toBe(true);
    }
  }
});
