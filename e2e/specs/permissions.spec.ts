import { calls, NOT_AUTHORISED } from '@device-console/shared-lib/contract';
import { wireClient } from '../support/api.ts';
import { demoImeis } from '../support/demo-data.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

test(
  'N5 an operator sees no entry for what is not permitted, gets the not-authorised page, fetches no byte of the ' +
    'remote, and is refused by the API',
  async ({ page, testConsole }) => {
    const remotes: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).port !== new URL(testConsole.address).port) remotes.push(request.url());
    });
    await openAs(page, 'viewer@example.com');
    const menu = page.getByRole('navigation', { name: 'Console' });
    await expect(menu.getByRole('link')).toHaveText(['Home', 'Logout']);

    for (const address of ['/deviceDetails', '/auditReport', '/lockDevice']) {
      await page.goto(address);
      await expect(page.getByText(NOT_AUTHORISED)).toBeVisible();
    }
    await page.goto('/superadmin/auditReport');
    await expect(page.getByText(NOT_AUTHORISED)).toBeVisible();
    expect(remotes).toEqual([]);

    const client = await wireClient(testConsole, 'viewer@example.com');
    const [imei = ''] = demoImeis(0, 1);
    for (const [call, body] of [
      [calls.deviceDetails, { imei }],
      [calls.lockNotification, { imei, action: 'lock' }],
      [calls.getImeiDetails, { imei, action: 'lock', filename: 'x.csv' }],
      [calls.auditReportByImei, { imei1: imei }],
    ] as const) {
      expect(await client.attempt(call, body)).toMatchObject({ httpStatus: 403, body: { message: NOT_AUTHORISED } });
    }
  },
);

test('N1 N5 an operator sees Home, Logout and exactly the permitted screens', async ({ page }) => {
  await openAs(page, 'operator@example.com');
  const menu = page.getByRole('navigation', { name: 'Console' });
  await expect(menu.getByRole('link')).toHaveText([
    'Home',
    'Enable Notification',
    'Device Details',
    'Audit Report',
    'Logout',
  ]);
});

test('N6 sends an operator from user management to login', async ({ page }) => {
  await openAs(page, 'operator@example.com');
  await page.goto('/userManagement');
  await expect(page).toHaveURL('/login');
});

test('N2 a superadmin sees the superadmin menu and user management under its prefix', async ({ page }) => {
  await openAs(page, 'superadmin@example.com', '/superadmin');
  const menu = page.getByRole('navigation', { name: 'Console' });
  await expect(menu.getByRole('link', { name: 'User Management' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Enable Credit' })).toHaveCount(0);
  await menu.getByRole('link', { name: 'User Management' }).click();
  await expect(page).toHaveURL('/superadmin/userManagement');
  await expect(page.getByText('operator@example.com')).toBeVisible();
});
