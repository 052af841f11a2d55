import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { menuLink } from '../support/menu.ts';
import { readRegistry, writeJson } from '../support/registry.ts';
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
  // A pointer over the menu would have the remote of whatever entry is scrolled below it fetched.
  await page.mouse.move(700, 450);
  await menuLink(page, 'Platform').press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Platform' })).toBeVisible();
  const { remotes } = await readRegistry(testConsole);
  for (const { id, declaration } of remotes) {
    await expect(rowOf(page, id)).toContainText(declaration.version);
    await expect(rowOf(page, id)).toContainText('Fits');
  }
  await expect(rowOf(page, 'mf-reports')).toContainText('Ready');
  await expect(rowOf(page, 'mf-reports')).toContainText(/\d+ ms.*\d+ ms/);
  await expect(rowOf(page, 'mf-admin')).toContainText('Not loaded');

  await page.getByLabel('Remote', { exact: true }).selectOption('mf-reports');
  await page.getByRole('button', { name: 'Show history' }).click();
  await expect(page.getByRole('table', { name: 'History of mf-reports' })).toContainText('published');
  const read = page.waitForResponse('**/registry.json');
  await page.getByRole('button', { name: 'Refresh' }).click();
  expect((await read).status()).toBe(200);
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test(
  'where development is allowed the gallery shows both themes, wide and narrow, with the contrast that texts ' + 'need',
  async ({ page, testConsole: { configFile } }) => {
    const config = await readFile(configFile, 'utf8');
    await writeJson(configFile, { ...(JSON.parse(config) as object), allowDevelopment: true });
    try {
      await openAs(page, 'superadmin@example.com', '/superadmin');
      await menuLink(page, 'Platform').click();
      await page.getByRole('link', { name: 'Gallery' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible();
      await page.getByRole('button', { name: 'Both' }).click();
      const stages = page
        .getByRole('figure')
        .filter({ hasText: 'variant="primary"' })
        .getByRole('button', { name: 'Lock device' })
        .locator('..');
      expect(await stages.evaluateAll((both) => both.map((stage) => getComputedStyle(stage).backgroundColor))).toEqual([
        'rgb(247, 248, 250)',
        'rgb(14, 16, 20)',
      ]);
      const rows = (
        await page.getByRole('table', { name: 'Contrast of pairs' }).getByRole('row').allInnerTexts()
      ).slice(1);
      // The ratios of light and dark, and what is needed.
      const numbers = rows.map((text) => [...text.matchAll(/[\d.]+/g)].map(([number]) => Number(number)));
      expect(numbers.filter(([light = 0, dark = 0, least = Infinity]) => Math.min(light, dark) < least)).toEqual([]);
      expect(numbers.length).toBeGreaterThan(20);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
      await page.getByRole('button', { name: 'Dark', exact: true }).click();
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      expect(await page.getByRole('alertdialog').evaluate((dialog) => getComputedStyle(dialog).colorScheme)).toBe(
        'dark',
      );
    } finally {
      await writeJson(configFile, JSON.parse(config));
    }
  },
);
