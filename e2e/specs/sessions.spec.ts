import { calls } from '@device-console/shared-lib/contract';
import type { BrowserContext, Page } from '@playwright/test';
import { executedLocks, wireClient } from '../support/api.ts';
import { chooseFile, expectSummary, freshImeis, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { useSpecifiedBatchCalls } from '../support/specified-calls.ts';
import { expect, logIn, password, test } from '../support/test.ts';

const ROWS = 12;

const storedSession = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('userSession'));

async function openTab(context: BrowserContext, address: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(address);
  await expect(tab.getByRole('link', { name: 'Logout' }).first()).toBeVisible();
  return tab;
}

async function fillLogin(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email or phone').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
}

test(
  'S6 a logout ends the session in all tabs at once, whatever screen they show; a reload does not bring it ' + 'back',
  async ({ page, context }) => {
    await logIn(page, 'admin@example.com');
    const form = await openTab(context, '/lockDevice');
    const report = await openTab(context, '/auditReport');
    await page.getByRole('link', { name: 'Logout' }).first().click();
    for (const tab of [page, form, report]) await expect(tab).toHaveURL('/login');
    await form.reload();
    await expect(form).toHaveURL('/login');
    expect(await storedSession(form)).toBeNull();
  },
);

test(
  'S10 a login in one tab opens the wanted address, query and fragment included, and a new tab has the session ' +
    'too',
  async ({ page, context }) => {
    const wanted = '/auditReport?days=7#imei=356938030000009';
    await logIn(page, 'admin@example.com', wanted);
    await expect(page).toHaveURL(wanted);
    const tab = await openTab(context, '/deviceDetails');
    await expect(tab).toHaveURL('/deviceDetails');
    await tab.reload();
    await expect(tab.getByLabel('IMEI number')).toBeVisible();
  },
);

test.describe("when an admin ends somebody's session", () => {
  test.use({ expectedMessages: /401/ });

  test(
    'S8 S10 the next call leads to the root and its login, in every tab to a login; an address that is opened ' +
      'then is wanted',
    async ({ page, context, testConsole }) => {
      const admin = await wireClient(testConsole, 'admin@example.com');
      await logIn(page, 'operator@example.com', '/auditReport');
      await page.getByRole('link', { name: 'Device Details' }).click();
      const other = await openTab(context, '/auditReport');
      await admin.call(calls.updateLoginStatus, { email: 'operator@example.com' });
      await page.getByLabel('IMEI number').fill('356938030000009');
      await expect(page).toHaveURL('/login');
      await expect(other).toHaveURL('/login');
      expect(await storedSession(page)).toBeNull();
      await other.close();
      const shown = page.waitForResponse(`**/${calls.homeData.path}`);
      await fillLogin(page, 'operator@example.com');
      await shown;
      await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
      await expect(page).toHaveURL('/');
      // The same tab goes back to where it was before the failure: that address has not been refused. The session ends
      // while the pressed button's call is on its way, so none of Home's own calls can learn of it before.
      await page.route(
        `**/${calls.homeData.path}`,
        async (route) => {
          await admin.call(calls.updateLoginStatus, { email: 'operator@example.com' });
          await route.continue();
        },
        { times: 1 },
      );
      await page.getByRole('button', { name: 'Refresh Data' }).click();
      // Rendered, not only its address: while a page is being left it still shows the refused screen.
      await expect(page.getByRole('button', { name: 'Log In' })).toBeVisible();
      await page.goBack();
      // The login of before has the same address, and wants another.
      await page.waitForFunction(() => (history.state as { usr?: { wanted?: string } }).usr?.wanted === '/auditReport');
      await expect(page).toHaveURL('/login');
      await fillLogin(page, 'operator@example.com');
      await expect(page).toHaveURL('/auditReport');
    },
  );
});

test.describe('the end of a session', () => {
  test('S4 D9a a login in place before it keeps what was typed', async ({ page }) => {
    await page.clock.install();
    await logIn(page, 'admin@example.com', '/lockDevice');
    const field = page.getByLabel('IMEI number');
    await field.fill('35693803');
    await page.clock.fastForward('07:56:00');
    await page.getByRole('button', { name: 'Log in again' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Password', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: 'Log In' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(field).toHaveValue('35693803');
    await expect(page.getByText('Your login ends in less than five minutes')).toHaveCount(0);
    // The first session would have ended by now.
    await page.clock.fastForward('00:10:00');
    await page.clock.runFor(2_000);
    await expect(field).toHaveValue('35693803');
  });

  test('S4 a computer that slept past it wakes at the login screen, without a session', async ({ page }) => {
    await page.clock.install();
    await logIn(page, 'admin@example.com', '/auditReport');
    await page.clock.setSystemTime(Date.now() + 9 * 3_600_000);
    await page.clock.runFor(1_000);
    await expect(page).toHaveURL('/login');
    expect(await storedSession(page)).toBeNull();
  });
});

test(
  'D9a a login screen in another tab asks while a batch runs; keeping the session disturbs nothing, going on ' +
    'pauses the batch first, and nothing is sent twice',
  async ({ page, context, testConsole }) => {
    const admin = await wireClient(testConsole, 'admin@example.com');
    const imeis = await freshImeis(admin, ROWS);
    await useSpecifiedBatchCalls(page);
    await logIn(page, 'operator@example.com', '/lockDevice');
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    let count = 0;
    await page.route('**/getimeidetails.php', async (route) => {
      count += 1;
      if (count === 4) await gate;
      await route.continue();
    });
    await chooseFile(page, 'elsewhere.csv', batchFile(imeis));
    await startBatch(page);
    await expect.poll(() => count).toBe(4);

    const tab = await context.newPage();
    for (const address of ['/login', '/logout', '/superadmin/login', '/superadmin/logout']) {
      await tab.goto(address);
      await expect(tab.getByRole('heading', { name: 'A batch is running' })).toBeVisible();
      await expect(tab.getByText(/^It runs in another tab of this browser/)).toBeVisible();
      expect(await storedSession(tab)).not.toBeNull();
    }
    await tab.getByRole('button', { name: 'Keep the session' }).click();
    await expect(tab.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

    await tab.goto('/login');
    await tab.getByRole('button', { name: 'Pause the batch and continue' }).click();
    // The current device is answered before the batch has paused, and the session lasts until then.
    expect(await storedSession(tab)).not.toBeNull();
    open();
    await expect(tab.getByRole('button', { name: 'Log In' })).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Your login has ended' })).toBeVisible();
    await fillLogin(tab, 'operator@example.com');
    await expect(tab.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByText('The batch is complete.')).toBeVisible();
    await expectSummary(page, { Found: String(ROWS), 'Not Found': '0' });
    expect((await executedLocks(admin)).map(({ imei1 }) => imei1).filter((imei) => imeis.includes(imei))).toEqual(
      imeis,
    );
  },
);
