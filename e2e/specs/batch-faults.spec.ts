import { calls } from '@device-console/shared-lib/contract';
import type { Route } from '@playwright/test';
import { executedLocks, wireClient } from '../support/api.ts';
import { chooseFile, expectSummary, freshImeis, savedText, startBatch } from '../support/batch-page.ts';
import { batchFile, demoImeis } from '../support/demo-data.ts';
import { openAs } from '../support/open-as.ts';
import { useSpecifiedBatchCalls } from '../support/specified-calls.ts';
import { expect, test } from '../support/test.ts';

test.describe('when the network fails', () => {
  test.use({ expectedMessages: /ERR_FAILED|ERR_CONNECTION|502|500/ });

  test('B13 an upload that fails says so, sends nothing, and the file can be chosen again', async ({
    page,
    testConsole,
  }) => {
    const [imei = ''] = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 1);
    await openAs(page, 'operator@example.com', '/lockDevice');
    await page.route('**/bulkLockCopy.php', (route) => route.fulfill({ status: 500, body: 'broken' }), { times: 1 });
    await chooseFile(page, 'one.csv', batchFile([imei]));
    await startBatch(page);
    await expect(page.getByText('An error occurred while uploading the file.')).toBeVisible();
    await page.getByRole('button', { name: 'New Batch' }).click();
    await expect(page.getByLabel('CSV file')).toBeVisible();
    expect(
      (await executedLocks(await wireClient(testConsole, 'admin@example.com'))).filter(({ imei1 }) => imei1 === imei),
    ).toEqual([]);
  });

  test("B13 a refused upload shows the server's message", async ({ page }) => {
    await openAs(page, 'operator@example.com', '/lockDevice');
    await page.route(
      '**/bulkLockCopy.php',
      (route) => route.fulfill({ json: { status: 'error', message: 'The archive of copies is closed today.' } }),
      { times: 1 },
    );
    await chooseFile(page, 'one.csv', batchFile(demoImeis(471, 1)));
    await startBatch(page);
    await expect(page.getByText('The archive of copies is closed today.')).toBeVisible();
  });

  test('D11 lost answers are sent again under the same id: each device once, nothing skipped', async ({
    page,
    testConsole,
  }) => {
    const admin = await wireClient(testConsole, 'admin@example.com');
    const imeis = await freshImeis(admin, 20);
    await useSpecifiedBatchCalls(page);
    await openAs(page, 'operator@example.com', '/lockDevice');
    let count = 0;
    await page.route('**/getimeidetails.php', async (route) => {
      count += 1;
      if (count % 7 !== 3) return route.continue();
      await route.fetch();
      return route.abort();
    });
    await chooseFile(page, 'lossy.csv', batchFile(imeis));
    await startBatch(page);
    await expect(page.getByText('The batch is complete.')).toBeVisible({ timeout: 45_000 });
    await expectSummary(page, { Found: '20', 'Not Found': '0' });
    const executed = (await executedLocks(admin)).filter(({ imei1 }) => imeis.includes(imei1));
    expect(executed.map(({ imei1 }) => imei1)).toEqual(imeis);
  });
});

test.describe('when the server refuses the final report', () => {
  test.use({ expectedMessages: /400/ });

  test('D11a the batch is finished here, the next begins at once, it is told later', async ({ page, testConsole }) => {
    const admin = await wireClient(testConsole, 'admin@example.com');
    const imeis = await freshImeis(admin, 6);
    await openAs(page, 'operator@example.com', '/lockDevice');
    const refused = { status: 400, json: { status: 'error', message: 'No reports today.' } };
    const refuse = (route: Route): Promise<void> => route.fulfill(refused);
    await page.route('**/updateStatusOnServer.php', refuse);
    await chooseFile(page, 'untold.csv', batchFile(imeis.slice(0, 3)));
    await startBatch(page);
    const question = page.getByText(
      'All devices are done, but the server could not be told that the batch is complete.',
    );
    await expect(question).toBeVisible();
    expect((await savedText(page, 'Download CSV')).text).toContain(imeis[2]);

    await page.reload();
    await expect(question).toBeVisible();
    await page.getByRole('button', { name: 'Finish here' }).click();
    await expect(page.getByText('The server has not been told yet that the batch is complete')).toBeVisible();
    await page.getByRole('button', { name: 'New Batch' }).click();
    await chooseFile(page, 'next.csv', batchFile(imeis.slice(3)));
    await startBatch(page);
    await expect(question).toBeVisible();
    await page.unroute('**/updateStatusOnServer.php', refuse);
    await page.getByRole('button', { name: 'Finish here' }).click();
    // Kept before the page goes.
    await expect(page.getByText('The batch is complete.')).toBeVisible();

    await page.reload();
    await expect(page.getByLabel('CSV file')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Unfinished batches' })).toHaveCount(0);
    const runs = async () => {
      const { items } = await admin.call(calls.batchRuns, { everyone: true });
      const ours = items.filter(({ oldfile }) => oldfile === 'untold.csv' || oldfile === 'next.csv');
      return ours.map(({ isComplete, lastimei }) => [isComplete, lastimei]);
    };
    await expect.poll(runs).toEqual([
      ['complete', imeis[5]],
      ['complete', imeis[2]],
    ]);
    const executed = (await executedLocks(admin)).map(({ imei1 }) => imei1);
    expect(executed.filter((imei) => imeis.includes(imei))).toEqual(imeis);
  });
});
