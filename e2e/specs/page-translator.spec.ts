import { wireClient } from '../support/api.ts';
import { chooseFile, freshImeis, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { openAs } from '../support/open-as.ts';
import { translatePage } from '../support/page-translator.ts';
import { expect, test } from '../support/test.ts';

test('D22 the page tells translators to leave it, and these leave every text', async ({ page }) => {
  await translatePage(page, { obeys: true });
  await openAs(page, 'operator@example.com', '/lockDevice');
  await expect(page.getByRole('region', { name: 'One device', exact: true })).toBeVisible();
  await expect(page.locator('font')).toHaveCount(0);
  await expect(page.locator('meta[name="google"]')).toHaveAttribute('content', 'notranslate');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('D11 D12 under a translator that does not obey, outcomes and counts are shown and true', async ({
  page,
  testConsole,
}) => {
  const [first = '', second = '', ...imeis] = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 62);
  await translatePage(page, { obeys: false });
  await openAs(page, 'operator@example.com', '/lockDevice');
  const card = page.getByRole('region', { name: 'One device', exact: true });
  await expect(card.locator('font').first()).toBeAttached();
  for (const imei of [first, second]) {
    await card.getByRole('textbox').fill(imei);
    await card.getByRole('button', { name: 'Lock Device', exact: true }).click();
    await expect(card.getByRole('status').filter({ hasText: imei })).toContainText('initiated');
  }
  await chooseFile(page, 'overdue.csv', batchFile([...imeis, '490154203237518']));
  await startBatch(page);
  await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'All (61)' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Found (60)' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Not found (1)' })).toBeVisible();
});

test.describe('an extension that takes parts out of the page', () => {
  test.use({ expectedMessages: /NotFoundError/ });

  test('D11 D12 is named, charged to no remote, and the panel says what was last sent', async ({
    page,
    testConsole,
  }) => {
    const [imei = ''] = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 1);
    await openAs(page, 'operator@example.com', '/lockDevice');
    const card = page.getByRole('region', { name: 'One device', exact: true });
    await card.getByRole('textbox').fill(imei);
    await card.getByRole('button', { name: 'Lock Device', exact: true }).click();
    const outcome = card.getByRole('status').filter({ hasText: imei });
    await expect(outcome).toBeVisible();
    await outcome.evaluate((element) => element.remove());
    await card.getByRole('textbox').fill('3');
    const panel = page.getByRole('alert').filter({ hasText: 'Lock Device cannot be shown' });
    await expect(panel).toContainText('A page translator or another extension of the browser has changed this page');
    await expect(panel).toContainText(new RegExp(`Lock Device, IMEI ${imei}, .*: the server has taken it`));
    expect(await page.evaluate(() => sessionStorage.getItem('console:remoteFailures'))).toBeNull();
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expect(card.getByRole('textbox')).toBeVisible();
  });
});
