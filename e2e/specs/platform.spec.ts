import type { Page } from '@playwright/test';
import { menuLink } from '../support/menu.ts';
import { readRegistry } from '../support/registry.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

const rowOf = (page: Page, id: string) =>
  page.getByRole('table', { name: 'Remotes' }).getByRole('row').filter({ hasText: id });

test('a superadmin sees every remote with its version, and load times of what was opened', async ({
  page,
  testConsole,
}) => {
  await openAs(page, 'superadmin@example.com', '/superadmin');
  await menuLink(page, 'Audit Report').click();
  await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();
  // With the pointer over the menu, whatever entry scrolls below it would be fetched ahead.
  await page.mouse.move(700, 450);
  await menuLink(page, 'Platform').press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Platform' })).toBeVisible();
  const { remotes } = await readRegistry(testConsole);
  for (const { id, declaration } of remotes) {
    await expect(rowOf(page, id)).toContainText(declaration.version);
    await expect(rowOf(page, id)).toContainText('Fits');
  }
  await expect(rowOf(page, 'mf-reports')).toContainText('Ready');
  await expect(rowOf(page, 'mf-admin')).toContainText('Not loaded');

  await page.getByLabel('Remote', { exact: true }).selectOption('mf-reports');
  await expect(page.getByRole('table', { name: 'Load times of mf-reports' })).toContainText(/\d+ ms/);
  await page.getByRole('button', { name: 'Show history' }).click();
  await expect(page.getByRole('table', { name: 'History of mf-reports' })).toContainText('published');
  const read = page.waitForResponse('**/registry.json');
  await page.getByRole('button', { name: 'Refresh' }).click();
  expect((await read).status()).toBe(200);
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
