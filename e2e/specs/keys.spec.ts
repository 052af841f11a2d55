import { expectWork } from '../support/day.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

const LIST = 'GET keymanagement/view_keys.php';

test('D0 K1 D9b a key is made by one press, copied where there is no clipboard API, and deactivated by one', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // As on plain http; the page's own way of reading it back still works.
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'clipboard');
  });
  const listed = page.waitForResponse('**/view_keys.php');
  await openAs(page, 'admin@example.com', '/keyManagement');
  await listed;
  const dialog = page.getByRole('dialog', { name: 'Key Plain http' });
  const make = async (): Promise<void> => {
    await page.getByLabel('Key Name').fill('Plain http');
    await page.getByRole('button', { name: 'Generate Key' }).click();
    await expect(dialog).toBeVisible();
    await expect(page.getByRole('rowheader', { name: 'Plain http', includeHidden: true })).toBeAttached();
  };
  // The key is shown once, in a dialog: a deviation.
  await expectWork(page, make, { presses: 1, questions: 1, calls: ['POST generate_key.php', LIST] });
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByText('Copied.')).toBeVisible();
  const key = await dialog.getByLabel('Key', { exact: true }).inputValue();
  await dialog.getByRole('button', { name: 'Close' }).click();
  // The dialog returns the focus when it closes.
  await expect(page.getByRole('button', { name: 'Generate Key' })).toBeFocused();
  await page.getByLabel('Key Name').focus();
  await page.keyboard.press('Control+V');
  await expect(page.getByLabel('Key Name')).toHaveValue(key);

  const deactivate = async (): Promise<void> => {
    const read = page.waitForResponse('**/view_keys.php');
    await page.getByRole('button', { name: 'Deactivate Plain http' }).click();
    await read;
    await expect(page.getByRole('button', { name: 'Activate Plain http' })).toBeVisible();
  };
  const calls = ['POST keymanagement/update_key_status.php', LIST];
  await expectWork(page, deactivate, { presses: 1, questions: 0, calls });
});
