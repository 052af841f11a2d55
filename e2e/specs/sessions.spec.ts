import type { BrowserContext, Page } from '@playwright/test';
import { executedLocks, wireClient } from '../support/api.ts';
import { chooseFile, expectSummary, freshImeis, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { useSpecifiedBatchCalls } from '../support/specified-calls.ts';
import { openAs } from '../support/open-as.ts';
import { expect, logIn, password, test } from '../support/test.ts';

const ROWS = 12;

const storedSession = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('userSession'));

async function openTab(context: BrowserContext, address: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(address);
  await expect(tab.getByRole('link', { name: 'Logout' }).first()).toBeVisible();
  return tab;
}

test(
  'S6 S10 a login opens the wanted address, query and fragment included, in every tab; a logout ends the session in ' +
    'all of them at once, whatever screen they show, and a reload does not bring it back',
  async ({ page, context }) => {
    const wanted = '/auditReport?days=7#imei=356938030000009';
    await logIn(page, 'admin@example.com', wanted);
    await expect(page).toHaveURL(wanted);
    const form = await openTab(context, '/lockDevice');
    const lookup = await openTab(context, '/deviceDetails');
    await expect(lookup).toHaveURL('/deviceDetails');
    await page.getByRole('link', { name: 'Logout' }).first().click();
    for (const tab of [page, form, lookup]) await expect(tab).toHaveURL('/login');
    await form.reload();
    await expect(form).toHaveURL('/login');
    expect(await storedSession(form)).toBeNull();
  },
);

test(
  'D9a a login screen in another tab asks while a batch runs; keeping the session disturbs nothing, going on ' +
    'pauses the batch first, and nothing is sent twice',
  async ({ page, context, testConsole }) => {
    const admin = await wireClient(testConsole, 'admin@example.com');
    const imeis = await freshImeis(admin, ROWS);
    await useSpecifiedBatchCalls(page);
    await openAs(page, 'operator@example.com', '/lockDevice');
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
    for (const address of ['/login', '/superadmin/logout']) {
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
    await tab.getByLabel('Email or phone').fill('operator@example.com');
    await tab.getByLabel('Password', { exact: true }).fill(password);
    await tab.getByRole('button', { name: 'Log In' }).click();
    await expect(tab.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
    await expectSummary(page, { Found: String(ROWS), 'Not Found': '0' });
    expect((await executedLocks(admin)).map(({ imei1 }) => imei1).filter((imei) => imeis.includes(imei))).toEqual(
      imeis,
    );
  },
);
