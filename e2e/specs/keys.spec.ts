import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

test('K1 D9b a key can be copied where there is no clipboard API', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // As on plain http; the page's own way of reading it back still works.
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
  // The dialog returns the focus when it closes.
  await expect(page.getByRole('button', { name: 'Generate Key' })).toBeFocused();
  await page.getByLabel('Key Name').focus();
  await page.keyboard.press('Control+V');
  await expect(page.getByLabel('Key Name')).toHaveValue(key);
});
