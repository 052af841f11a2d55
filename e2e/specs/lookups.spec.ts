import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { chooseFile } from '../support/batch-page.ts';
import { expectWork } from '../support/day.ts';
import { batchFile, demoImeis } from '../support/demo-data.ts';
import { scrollHeight } from '../support/report-page.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';
import { isWholeRun } from '../support/whole-run.ts';

const FINISHED = 'Every device of the file has been looked up.';
/** More than are rendered at once. */
const DEVICES = isWholeRun ? 300 : 80;
const UNREGISTERED = ['990000862471854', '990000862471862'];

/** Hundreds of sealed calls take time on a busy machine. */
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

test('L2 L3 B2 B3 D13 D23 looks up a file with wrong, repeated and unregistered devices, and counts each', async ({
  page,
}) => {
  const imeis = demoImeis(3_300, DEVICES);
  await openAs(page, 'operator@example.com', '/deviceDetails');
  const rows = [batchFile([...imeis, ...UNREGISTERED, imeis[0] ?? '']), '901,12345', `902,${imeis[1] ?? ''},x`];
  await chooseFile(page, 'branch.csv', rows.join('\r\n'));
  await expect(page.getByText('CSV contains incorrect format data.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^1 Repeated IMEIs Left out\./ })).toBeVisible();
  await page.setViewportSize({ width: 1_280, height: 800 });
  const go = page.getByRole('button', { name: `Continue with ${DEVICES + 2} valid` });
  await expect(go).toBeInViewport({ ratio: 1 });
  await go.click();
  await expectFinished(page);
  await expectFigures(page, {
    Total: String(DEVICES + 2),
    Found: String(DEVICES),
    'No device': '2',
  });

  const table = page.getByRole('table', { name: 'Devices of branch.csv' });
  await expect(table).toHaveAttribute('aria-rowcount', String(DEVICES + 1));
  await expect(table.getByRole('row').nth(1)).toContainText(imeis[0] ?? '');
  await page.setViewportSize({ width: 1_280, height: 500 });
  await expect.poll(() => scrollHeight(table)).toBe(350);
  await page.setViewportSize({ width: 2_200, height: 900 });
  await expect(page.getByRole('table', { name: 'No device found for these IMEIs' }).getByRole('rowheader')).toHaveText(
    UNREGISTERED,
  );

  const bar = page.getByRole('group', { name: 'Devices of branch.csv' });
  await bar.getByRole('searchbox', { name: 'Filter' }).fill(imeis[7] ?? '');
  await expect(table.getByRole('rowheader')).toHaveText([imeis[7] ?? '']);
  await bar.getByRole('searchbox', { name: 'Filter' }).fill('');
  await expect(table).toHaveAttribute('aria-rowcount', String(DEVICES + 1));
  await bar.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV (.csv)' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('branch_devices.csv');
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(DEVICES + 1);
  expect(lines[0]).toContain('S.No.,IMEI 1,IMEI 2,Enrollment Status');
  for (const [index, imei] of imeis.entries()) expect(lines[index + 1]).toContain(imei);

  await table
    .getByRole('row')
    .nth(3)
    .getByRole('link', { name: imeis[2] ?? '' })
    .click();
  await expect(page).toHaveURL(`/device#imei=${imeis[2] ?? ''}`);
  await expect(page.getByRole('region', { name: 'History' })).toBeVisible();
  await page.goBack();
  await expect(table).toHaveAttribute('aria-rowcount', String(DEVICES + 1));
});

test('D0 L2 a file without a wrong row is looked up without a press', async ({ page }) => {
  const imeis = demoImeis(3_300, 2);
  await openAs(page, 'operator@example.com', '/deviceDetails');
  const lookUp = async (): Promise<void> => {
    await chooseFile(page, 'two.csv', batchFile(imeis));
    await expectFinished(page);
  };
  await expectWork(page, lookUp, {
    presses: 0,
    questions: 0,
    calls: imeis.map(() => 'POST devicedetails.php'),
  });
});
