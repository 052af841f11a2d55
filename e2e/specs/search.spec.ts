import type { Page } from '@playwright/test';
import { calls } from '@device-console/shared-lib/contract';
import { executedLocks, wireClient } from '../support/api.ts';
import { demoImeis } from '../support/demo-data.ts';
import { expect, logIn, test } from '../support/test.ts';

/** Counts what an operator does from now on: keys and clicks as the browser has them, and changes of page. */
async function countEffort(page: Page) {
  await page.evaluate(() => {
    const effort = { keys: 0, clicks: 0 };
    const modifiers = ['Control', 'Meta', 'Shift', 'Alt'];
    document.addEventListener('keydown', ({ key }) => void (modifiers.includes(key) || (effort.keys += 1)), true);
    document.addEventListener('pointerdown', () => void (effort.clicks += 1), true);
    Object.assign(window, { effort });
  });
  let pages = 0;
  page.on('framenavigated', () => void (pages += 1));
  return async () => ({ ...(await page.evaluate(() => Reflect.get(window, 'effort') as object)), pages });
}

/** A device of the demo that was never locked. */
async function unlockedImei(admin: Awaited<ReturnType<typeof wireClient>>): Promise<string> {
  for (const imei1 of demoImeis(1_400, 40)) {
    const { commands } = await admin.call(calls.auditReportByImei, { imei1 });
    if (commands.every(({ command }) => command !== 'LOCK')) return imei1;
  }
  throw new Error('Every one of these devices of the demo was locked.');
}

test('Q3 Q2 from Home a phone is found and locked by four keys, and its operators are shown by two more', async ({
  page,
  testConsole,
}) => {
  const admin = await wireClient(testConsole, 'admin@example.com');
  const imei = await unlockedImei(admin);
  await logIn(page, 'admin@example.com');
  const effort = await countEffort(page);

  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Search/ });
  await expect(field).toBeFocused();
  // As pasted: no key is pressed.
  await page.keyboard.insertText(imei);
  await expect(page.getByRole('option', { name: 'Lock Device', exact: true })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText(imei);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Lock initiated  successfully.')).toBeVisible();
  expect(await effort()).toEqual({ keys: 4, clicks: 0, pages: 0 });
  const executed = await executedLocks(admin);
  expect(executed.filter(({ imei1 }) => imei1 === imei)).toHaveLength(1);

  // Who did what to it last month: from Home that is Ctrl K and the IMEI again, and these two keys.
  await expect(field).toBeFocused();
  await expect(page.getByRole('option', { name: 'Unlock Device' })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/operatorAudit#imei=${imei}&range=last-month`);
  await expect(page.getByRole('heading', { level: 1, name: 'Operator Audit' })).toBeFocused();
  expect(await effort()).toMatchObject({ keys: 6, clicks: 0 });
});

test('Q4 IMEIs pasted into a field of one become a batch, whose file waits on the screen of its command', async ({
  page,
}) => {
  const imeis = demoImeis(1_410, 3);
  await logIn(page, 'operator@example.com', '/deviceDetails');
  const field = page.getByLabel('IMEI number');
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, imeis.join('\n'));
  await expect(field).toHaveValue('');
  await page.getByRole('button', { name: 'Make a batch?' }).click();
  await page.getByRole('option', { name: 'Lock Device', exact: true }).click();
  await expect(page).toHaveURL('/lockDevice');
  await expect(page.getByText('3 pasted IMEIs.csv')).toBeVisible();
});
