import { calls } from '@device-console/shared-lib/contract';
import { goTo } from '../support/accessibility.ts';
import { executedLocks, wireClient, type WireClient } from '../support/api.ts';
import { chooseFile, expectSummary, freshImeis, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { useSpecifiedBatchCalls } from '../support/specified-calls.ts';
import { openAs } from '../support/open-as.ts';
import { expect, logOut, password, test } from '../support/test.ts';

const ROWS = 12;

async function lockedOf(client: WireClient, imeis: readonly string[]): Promise<readonly string[]> {
  return (await executedLocks(client)).map(({ imei1 }) => imei1).filter((imei) => imeis.includes(imei));
}

test.describe('when the server ends the session in the middle of a batch', () => {
  test.use({ expectedMessages: /401/ });

  test(
    'D9a D11 a login over the page lets the batch go on; what was typed stays, each device is commanded ' + 'once',
    async ({ page, testConsole }) => {
      const admin = await wireClient(testConsole, 'admin@example.com');
      const imeis = await freshImeis(admin, ROWS);
      await useSpecifiedBatchCalls(page);
      await openAs(page, 'operator@example.com', '/lockDevice');
      await page.getByLabel('IMEI number').fill('35693803');
      await page.keyboard.press('Tab');
      let count = 0;
      await page.route('**/getimeidetails.php', async (route) => {
        count += 1;
        if (count === 8) await admin.call(calls.updateLoginStatus, { email: 'operator@example.com' });
        await route.continue();
      });
      await chooseFile(page, 'expiring.csv', batchFile(imeis));
      await startBatch(page);
      await expect(page.getByRole('dialog', { name: 'Your login has ended' })).toBeVisible();
      await expect(page).toHaveURL('/lockDevice');
      expect(await page.evaluate(() => localStorage.getItem('userSession'))).toBeNull();
      await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('dialog').getByRole('button', { name: 'Log In' }).click();
      await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
      await expectSummary(page, { Found: String(ROWS), 'Not Found': '0' });
      await expect(page.getByLabel('IMEI number')).toHaveValue('35693803');
      expect(await lockedOf(admin, imeis)).toEqual(imeis);
    },
  );
});

test(
  'D9a D15 another operator on the same browser neither sees nor continues the batch; its own operator finds it ' +
    'again',
  async ({ page, testConsole }) => {
    const admin = await wireClient(testConsole, 'admin@example.com');
    const imeis = await freshImeis(admin, ROWS);
    await useSpecifiedBatchCalls(page);
    await openAs(page, 'operator@example.com', '/lockDevice');
    let count = 0;
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const sent: string[] = [];
    page.on('request', (request) => void sent.push(new URL(request.url()).pathname));
    await page.route('**/getimeidetails.php', async (route) => {
      count += 1;
      if (count === 8) await gate;
      await route.continue();
    });
    await chooseFile(page, 'first.csv', batchFile(imeis));
    await startBatch(page);
    await expect.poll(() => count).toBe(8);
    await page.getByRole('button', { name: 'Pause' }).click();
    open();
    await expect(page.getByText('The batch is paused.')).toBeVisible();
    const begun = sent.length;

    await logOut(page);
    await page.getByLabel('Email or phone').fill('admin@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
    // Once on the same page, whose memory still holds the first operator's runner, and once on a fresh one.
    await expect(page.getByRole('link', { name: /of 12/ })).toHaveCount(0);
    await goTo(page, '/lockDevice');
    await expect(page.getByLabel('CSV file')).toBeVisible();
    await expect(page.getByText('first.csv')).toHaveCount(0);
    await page.reload();
    await expect(page.getByLabel('CSV file')).toBeVisible();
    await expect(page.getByText('first.csv')).toHaveCount(0);
    expect(sent.slice(begun).filter((path) => /getimeidetails|updateStatus|updateCommand|bulk/.test(path))).toEqual([]);
    expect(await lockedOf(admin, imeis)).toEqual(imeis.slice(0, 8));

    await logOut(page);
    await openAs(page, 'operator@example.com', '/lockDevice');
    await expect(page.getByText('first.csv')).toBeVisible();
    await page.getByRole('button', { name: 'Process' }).click();
    await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
    expect(await lockedOf(admin, imeis)).toEqual(imeis);
  },
);
