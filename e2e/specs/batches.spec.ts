import { wireClient } from '../support/api.ts';
import { chooseFile, freshImeis, startBatch } from '../support/batch-page.ts';
import { batchFile } from '../support/demo-data.ts';
import { openAs } from '../support/open-as.ts';
import { expect, logOut, test } from '../support/test.ts';

// Wide enough for every column.
test.use({ viewport: { width: 1920, height: 900 } });

test("D17 D9 a batch stands in its operator's list, and in an admin's only when everyone's are asked for", async ({
  page,
  testConsole,
}) => {
  const imeis = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 2);
  await openAs(page, 'operator@example.com', '/lockDevice');
  await chooseFile(page, 'in the list.csv', batchFile([...imeis, '990000862471854']));
  await startBatch(page);
  await expect(page.getByText('The batch is complete.')).toBeVisible();
  const row = page.getByRole('table', { name: 'Batches' }).getByRole('row').filter({ hasText: 'in the list.csv' });
  const cells = row.getByRole('cell');

  await page.goto('/batches');
  await expect(cells.nth(1)).toHaveText('Lock Device');
  await expect(row).toContainText('Complete');
  const header = page.getByRole('table', { name: 'Batches' }).getByRole('columnheader');
  const names = (await header.allInnerTexts()).map((text) => text.trim());
  for (const [name, figure] of Object.entries({ Processed: '3', Devices: '3', Found: '2', 'Not Found': '1' }))
    await expect(row.locator('td, th').nth(names.indexOf(name))).toHaveText(figure);
  await expect(page.getByRole('checkbox', { name: /^Batches of everyone/ })).not.toBeChecked();

  await logOut(page);
  await openAs(page, 'admin@example.com', '/batches');
  await expect(page.getByRole('table', { name: 'Batches' })).toBeVisible();
  await expect(row).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Batches of everyone' }).check();
  await expect(row).toContainText('operator@example.com');
});
