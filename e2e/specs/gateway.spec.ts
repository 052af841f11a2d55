import type { Page } from '@playwright/test';
import type { KnoxStandIn } from '../../reference-api/src/testing/knox-guard/knox-stand-in.ts';
import { wireClient } from '../support/api.ts';
import { chooseFile, freshImeis, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { menuLink, openCommandOf } from '../support/menu.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test as consoleTest } from '../support/test.ts';

const ADMIN = 'admin@example.com';
/** Milliseconds: a server first asks what became of a command after half a minute. */
const ASKED = 60_000;

const test = consoleTest.extend({ baseURL: async ({ knoxConsole }, use) => use(knoxConsole.address) });

const takenOf = (knoxGuard: KnoxStandIn, imei: string) => knoxGuard.devices.get(imei)?.taken.map(({ call }) => call);

/** What the search lists for a text. */
async function search(page: Page, text: string) {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill(text);
  return page.getByRole('option');
}

test('N1 N5 Q1 L4 what Knox Guard has no command for is offered nowhere, and its address says so', async ({
  page,
  knoxConsole,
}) => {
  const [imei = ''] = await freshImeis(await wireClient(knoxConsole, ADMIN), 1);
  await openAs(page, ADMIN);
  const menu = page.getByRole('navigation', { name: 'Console' });
  await expect(menu.getByText('Not offered')).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Lock Device', exact: true })).toBeVisible();

  await expect(await search(page, 'wallpaper')).toHaveText([
    ...['Set WallpaperNot offered', 'Remove WallpaperNot offered'],
  ]);
  await page.getByRole('combobox').fill(imei);
  await expect(page.getByRole('option').filter({ hasText: 'Lock Device' }).first()).toBeVisible();
  await expect(page.getByRole('option').filter({ hasText: /Wallpaper|Alarm|Camera|App/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await menuLink(page, 'Device Details').click();
  await page.getByLabel('IMEI number').fill(imei);
  await page.getByRole('button', { name: `Commands for ${imei}` }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    ...['Release Device', 'Lock Device', 'Unlock Device', 'Enable Notification', 'Formatted Device'],
  ]);
  await page.keyboard.press('Escape');

  for (const [path, title] of [
    ['/setWallpaper', 'Set Wallpaper'],
    ['/gradeDisableApp', 'Disable App'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText('Knox Guard does not offer this command')).toBeVisible();
    await expect(page.getByText(`by Knox Guard, which has none for ${title}.`)).toBeVisible();
    await expect(page.getByLabel('IMEI number')).toHaveCount(0);
    await expect(page.getByLabel('CSV file')).toHaveCount(0);
  }
});

test('C1 D17c locks, of one device and of a batch, go to Knox Guard once and are acknowledged by its state', async ({
  page,
  knoxConsole,
  knoxGuard,
}) => {
  const [imei = '', ...many] = await freshImeis(await wireClient(knoxConsole, ADMIN), 4);
  await openAs(page, ADMIN, '/lockDevice');
  await chooseFile(page, 'three.csv', batchFile(many));
  await startBatch(page);
  await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();

  await page.goto('/deviceDetails');
  await page.getByLabel('IMEI number').fill(imei);
  await openCommandOf(page, imei, 'Lock Device');
  await page.getByRole('button', { name: 'Lock Device', exact: true }).click();
  await expect(page.getByText('Lock initiated  successfully.')).toBeVisible();
  await expect.poll(() => takenOf(knoxGuard, imei)).toEqual(['devices/lock']);
  const card = page.getByRole('group', { name: `Device ${imei}` });
  await expect(card).toContainText(/Lock sent just now .*by .*, not yet acknowledged/);
  await expect(card).toContainText(/^Locked (just now|\d minutes? ago)/, { timeout: ASKED });
  for (const one of [imei, ...many]) {
    expect(knoxGuard.statusOf(one)).toBe('Locked');
    expect(takenOf(knoxGuard, one)).toEqual(['devices/lock']);
  }
});
