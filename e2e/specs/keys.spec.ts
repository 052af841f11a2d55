import { AUTHORIZATION_FAILED, calls, NOT_AUTHORISED } from '@device-console/shared-lib/contract';
import { executedLocks, tokenClient, wireClient } from '../support/api.ts';
import { freshImeis } from '../support/batch-page.ts';
import { openAs } from '../support/open-as.ts';
import { expect, logOut, test } from '../support/test.ts';

test('K1 D21 a key is made, copied, works for another system, and is refused once it is deactivated', async ({
  page,
  context,
  testConsole,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs(page, 'admin@example.com', '/userManagement');
  await page.getByRole('main').getByRole('link', { name: 'Key Management' }).click();
  await page.getByLabel('Key Name').fill('Collections system');
  await page.getByRole('button', { name: 'Generate Key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Key Collections system' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Back to the key' }).click();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByText('Copied.')).toBeVisible();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  await expect(dialog.getByLabel('Key', { exact: true })).toHaveValue(key);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await page.content()).not.toContain(key);
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(key);

  const admin = await wireClient(testConsole, 'admin@example.com');
  const other = tokenClient(testConsole, 'admin@example.com', key);
  const [imei = ''] = await freshImeis(admin, 1);
  await other.call(calls.lockNotification, { imei, action: 'lock' });
  const executed = (await executedLocks(admin)).filter(({ imei1 }) => imei1 === imei);
  expect(executed.map((command) => command.interface)).toContain('A');

  const row = page.getByRole('table', { name: 'Keys' }).getByRole('row').filter({ hasText: 'Collections system' });
  await page.getByRole('button', { name: 'Deactivate Collections system' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(row.getByText('inactive')).toBeVisible();
  expect(await other.attempt(calls.lockNotification, { imei, action: 'lock' })).toMatchObject({
    httpStatus: 401,
    body: { message: AUTHORIZATION_FAILED },
  });

  await page.getByRole('button', { name: 'Activate Collections system', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Activate', exact: true }).click();
  await expect(row.getByText('active', { exact: true })).toBeVisible();
  await other.call(calls.lockNotification, { imei, action: 'lock' });
});

test('K1 D9b a key can be copied where there is no clipboard API', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // As on plain http; the page's own way of reading it back stays.
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'clipboard');
  });
  await openAs(page, 'admin@example.com', '/keyManagement');
  await page.getByLabel('Key Name').fill('Plain http');
  await page.getByRole('button', { name: 'Generate Key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Key Plain http' });
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByText('Copied.')).toBeVisible();
  const key = await dialog.getByLabel('Key', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();
  // The dialog gives the focus back when it goes.
  await expect(page.getByRole('button', { name: 'Generate Key' })).toBeFocused();
  await page.getByLabel('Key Name').focus();
  await page.keyboard.press('Control+V');
  await expect(page.getByLabel('Key Name')).toHaveValue(key);
});

test('N6 N7 D9 the keys are closed to operators, and open to a superadmin under his own address', async ({ page }) => {
  await openAs(page, 'operator@example.com');
  await page.goto('/keyManagement');
  await expect(page.getByText(NOT_AUTHORISED)).toBeVisible();
  await logOut(page);
  await openAs(page, 'superadmin@example.com', '/superadmin');
  await page.goto('/superadmin/userManagement');
  await page.getByRole('main').getByRole('link', { name: 'Key Management' }).click();
  await expect(page).toHaveURL('/superadmin/keyManagement');
  await expect(page.getByRole('heading', { name: 'Key Management' })).toBeVisible();
});
