import { calls, NOT_AUTHORISED } from '@device-console/shared-lib/contract';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { wireClient } from '../support/api.ts';
import { chooseFile } from '../support/batch-page.ts';
import { batchFile, demoImeis } from '../support/demo-data.ts';
import { menuLink } from '../support/menu.ts';
import { scrollHeight } from '../support/report-page.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

// Wide enough for every column.
test.use({ viewport: { width: 2200, height: 900 } });

const FINISHED = 'Every device of the file has been looked up.';
const UNREGISTERED = ['990000862471854', '990000862471862'];

/** Hundreds of sealed calls take their time on a busy machine. */
async function expectFinished(page: Page): Promise<void> {
  await expect(page.getByText(FINISHED)).toBeVisible({ timeout: 45_000 });
}

async function expectFigures(page: Page, figures: Readonly<Record<string, string>>): Promise<void> {
  const summary = page.getByRole('region', { name: 'Lookup summary' });
  for (const [term, value] of Object.entries(figures)) {
    await expect(
      summary
        .locator('div')
        .filter({ has: page.locator('dt', { hasText: new RegExp(`^${term}$`) }) })
        .locator('dd'),
    ).toHaveText(value);
  }
}

test(
  'L2 L3 B2 B3 D13 D23 looks up a file of 300 devices with wrong, repeated and unregistered ones among them, ' +
    'and counts each',
  async ({ page, testConsole }) => {
    // No test sends them anything: what is likely next depends on the last command.
    const imeis = demoImeis(3_300, 300);
    await openAs(page, 'operator@example.com', '/deviceDetails');
    await chooseFile(
      page,
      'branch.csv',
      `${batchFile([...imeis, ...UNREGISTERED, imeis[0] ?? ''])}\r\n301,12345\r\n302,${imeis[1] ?? ''},x`,
    );
    await expect(page.getByText('CSV contains incorrect format data.')).toBeVisible();
    await expect(page.getByText('1 repeated IMEI is left out')).toBeVisible();
    await page.getByRole('button', { name: 'Continue with 302 valid' }).click();
    await expectFinished(page);
    await expectFigures(page, { Total: '302', Found: '300', 'No device': '2' });

    const table = page.getByRole('table', { name: 'Devices of branch.csv' });
    await expect(table).toHaveAttribute('aria-rowcount', '301');
    await expect(table.getByRole('columnheader')).toHaveText([
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
    ]);
    await expect(table.getByRole('row').nth(1)).toContainText(imeis[0] ?? '');
    await page.setViewportSize({ width: 1_280, height: 500 });
    await expect.poll(() => scrollHeight(table)).toBe(350);
    await page.setViewportSize({ width: 2_200, height: 900 });
    await expect(
      page.getByRole('table', { name: 'No device found for these IMEIs' }).getByRole('rowheader'),
    ).toHaveText(UNREGISTERED);

    const {
      items: [device],
    } = await (
      await wireClient(testConsole, 'operator@example.com')
    ).call(calls.deviceDetails, { imei: imeis[2] ?? '' });
    await expect(table.getByRole('row').nth(3)).toContainText(device?.imei2 ?? '-');

    const bar = page.getByRole('group', { name: 'Devices of branch.csv' });
    await bar.getByRole('searchbox', { name: 'Filter' }).fill(imeis[7] ?? '');
    await expect(table.getByRole('rowheader')).toHaveText([imeis[7] ?? '']);
    await bar.getByRole('searchbox', { name: 'Filter' }).fill('');
    await expect(table).toHaveAttribute('aria-rowcount', '301');
    await bar.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV (.csv)' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('branch_devices.csv');
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(301);
    expect(lines[0]).toContain('S.No.,IMEI 1,IMEI 2,Enrollment Status');
    for (const [index, imei] of imeis.entries()) expect(lines[index + 1]).toContain(imei);

    await table
      .getByRole('row')
      .nth(3)
      .getByRole('link', { name: imeis[2] ?? '' })
      .click();
    await expect(page).toHaveURL(`/device#imei=${imeis[2] ?? ''}`);
    await expect(page.getByRole('region', { name: 'State' })).toContainText(device?.imei2 ?? '-');
    await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Commands' }).getByRole('link')).toHaveText([
      'Lock Device',
      'Enable Notification',
      'View Audit',
    ]);
    await page.goBack();
    await expect(table).toHaveAttribute('aria-rowcount', '301');
  },
);

test(
  'L2 asks for at most 50 at once, keeps what is there when cancelled in the middle, and goes on with the ' + 'rest',
  async ({ page }) => {
    const imeis = demoImeis(2_000, 400);
    const gate: { open: () => void } = { open: () => undefined };
    const opened = new Promise<void>((resolve) => {
      gate.open = resolve;
    });
    const asked = { underWay: 0, most: 0, all: 0 };
    await page.route('**/devicedetails.php', async (route) => {
      asked.underWay += 1;
      asked.all += 1;
      asked.most = Math.max(asked.most, asked.underWay);
      // The first 120 are answered, then the server is slow until the operator has cancelled.
      if (asked.all > 120) await opened;
      asked.underWay -= 1;
      await route.continue().catch((error: unknown) => {
        // A lookup that was given up has nobody to answer.
        if (!String(error).includes('already handled') && !String(error).includes('aborted')) throw error;
      });
    });
    await openAs(page, 'operator@example.com', '/deviceDetails');
    await chooseFile(page, 'branch.csv', batchFile(imeis));
    await page.getByRole('button', { name: 'Look up 400 devices' }).click();
    await expect(page.getByText(/^120 of 400/)).toBeVisible({ timeout: 45_000 });
    await expect.poll(() => asked.underWay).toBe(50);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Cancelled. The remaining devices have not been looked up.')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Devices of branch.csv' })).toHaveAttribute('aria-rowcount', '121');
    gate.open();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectFinished(page);
    await expectFigures(page, { Total: '400', Found: '400', 'No device': '0' });
    expect(asked.most).toBe(50);
  },
);

test('L5 D9 a superadmin sees the last command of each device of a file', async ({ page, testConsole }) => {
  const imeis = demoImeis(20, 60);
  await openAs(page, 'superadmin@example.com', '/superadmin');
  await menuLink(page, 'Last Command Reports').click();
  await expect(page).toHaveURL('/superadmin/lastCommand');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Last Command Reports');
  await chooseFile(page, 'branch.csv', batchFile(imeis));
  await page.getByRole('button', { name: 'Look up 60 devices' }).click();
  await expectFinished(page);
  const client = await wireClient(testConsole, 'superadmin@example.com');
  const {
    items: [device],
  } = await client.call(calls.deviceDetails, { imei: imeis[3] ?? '' });
  expect(device?.command).not.toBe('');
  const row = page.getByRole('row').filter({ hasText: imeis[3] ?? '' });
  await expect(row.getByRole('link', { name: 'View Audit' })).toHaveAttribute(
    'href',
    `/superadmin/auditReport#imei=${imeis[3] ?? ''}`,
  );
});

test('D9 N5 an ADMIN gets no Last Command Reports: no entry, and its address shows the not-authorised page', async ({
  page,
}) => {
  await openAs(page, 'admin@example.com');
  await expect(menuLink(page, 'App Version')).toBeVisible();
  await expect(menuLink(page, 'Last Command')).toHaveCount(0);
  await page.goto('/lastCommand');
  await expect(page.getByText(NOT_AUTHORISED)).toBeVisible();
});

test('L6 table and chart of App Version agree with the API', async ({ page, testConsole }) => {
  const { items } = await (await wireClient(testConsole, 'admin@example.com')).call(calls.getAppVersionDevices, {});
  await openAs(page, 'admin@example.com', '/appversion');
  const rows = page.getByRole('table', { name: 'Devices per app version' }).getByRole('row');
  await expect(rows).toHaveCount(items.length + 1);
  const format = (count: number): string => new Intl.NumberFormat('en-IN').format(count);
  const chart = page.getByRole('list', { name: /^Bar chart of/ });
  const { compare } = new Intl.Collator('en', { numeric: true });
  const newestFirst = items.toSorted((one, other) => compare(other.appversion, one.appversion));
  for (const [index, { appversion, devices }] of newestFirst.entries()) {
    await expect(rows.nth(index + 1).getByRole('cell')).toHaveText([String(index + 1), format(devices), /%$/]);
    await expect(rows.nth(index + 1).getByRole('rowheader')).toHaveText(appversion);
    const bar = chart.getByRole('listitem').nth(index);
    await expect(bar).toContainText(`${appversion}${format(devices)} · `);
  }
  const lengths = await chart
    .getByRole('listitem')
    .evaluateAll((bars) => bars.map((bar) => bar.querySelector('rect')?.getBoundingClientRect().width ?? 0));
  const most = Math.max(...items.map(({ devices }) => devices));
  const longest = Math.max(...lengths);
  for (const [index, { devices }] of newestFirst.entries())
    expect((lengths[index] ?? 0) / longest).toBeCloseTo(devices / most, 1);
});
