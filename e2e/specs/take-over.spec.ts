import { executedLocks, wireClient } from '../support/api.ts';
import { chooseFile, expectSummary, freshImeis, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

test.describe('on two computers', () => {
  // The lost network, and the conflict that tells the first computer.
  test.use({ expectedMessages: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|409/ });

  test('D17a D17b a batch is taken over while its computer is offline, which learns it when it comes back', async ({
    page,
    browser,
    testConsole,
  }) => {
    const admin = await wireClient(testConsole, 'admin@example.com');
    const imeis = await freshImeis(admin, 110);
    await openAs(page, 'operator@example.com', '/lockDevice');
    // The second chunk is carried out, its answer never arrives, and the computer is offline.
    let chunks = 0;
    const cut = new Promise<void>((done, failed) => {
      void page.route('**/batchItems.php', async (route) => {
        chunks += 1;
        if (chunks !== 2) return route.continue();
        return route
          .fetch()
          .then(() => page.context().setOffline(true))
          .then(() => route.abort())
          .then(done, failed);
      });
    });
    await chooseFile(page, 'taken.csv', batchFile(imeis));
    await startBatch(page);
    await cut;
    await expect(page.getByText('Waiting for the connection').first()).toBeVisible();

    const other = await browser.newContext({ baseURL: testConsole.address, viewport: { width: 1440, height: 900 } });
    const there = await other.newPage();
    await openAs(there, 'admin@example.com', '/batches');
    await there.getByRole('checkbox', { name: 'Batches of everyone' }).check();
    await there.getByRole('link', { name: 'taken.csv' }).click();
    await expect(there.getByRole('heading', { level: 1, name: 'taken.csv' })).toBeVisible();
    await expect(there.getByText('100 / 110')).toBeVisible();
    await there.getByRole('button', { name: 'Take over…' }).click();
    const dialog = there.getByRole('alertdialog', { name: 'Take over taken.csv?' });
    await expect(dialog).toContainText('operator@example.com');
    await dialog.getByRole('button', { name: 'Take over' }).click();
    await expect(there).toHaveURL(/\/lockDevice$/);
    await expect(there.getByText('The batch is complete.', { exact: true })).toBeVisible();
    await expectSummary(there, { 'Valid IMEI': '110', Found: '110', 'Not Found': '0' });

    await page.context().setOffline(false);
    await expect(page.getByText('taken.csv was taken over')).toBeVisible({ timeout: 40_000 });
    await expect(page.getByText(/^admin@example\.com continues this batch in Chrome \d+ on /)).toBeVisible();
    await page.getByRole('link', { name: 'See the batch' }).click();
    await expect(page.getByText('110 / 110')).toBeVisible();
    await other.close();

    const executed = (await executedLocks(admin)).filter(({ imei1 }) => imeis.includes(imei1));
    expect(executed.map(({ imei1 }) => imei1)).toEqual(imeis);
  });
});
