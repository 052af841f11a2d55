import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  adoptAndPublish,
  buildAndPublish,
  buildPlainHosts,
  copyForBuilding,
  publishedFolder,
  withFile,
} from '../support/builds.ts';
import { anyOf, fileMessages } from '../support/messages.ts';
import { menuLink } from '../support/menu.ts';
import { keepingRegistry, type EntryFile } from '../support/registry.ts';
import type { TestConsole } from '../support/test-console.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

const ID = 'mf-reports';
const auditHeading = (page: Page) => page.getByRole('heading', { name: 'Audit Report By IMEI' });

/** A change that would show on the page. */
const prepend = (text: string): string => `/**/globalThis.tampered = true;${text}`;

/** Publishes mf-reports as Rspack builds it. */
async function publishByRspack(testConsole: TestConsole): Promise<EntryFile> {
  const source = await copyForBuilding(testConsole, ID, 'rspack');
  return buildAndPublish(testConsole, ID, source);
}

/** The one of these files that holds a text. */
async function fileWith(folder: string, names: readonly string[], text: string): Promise<string> {
  for (const name of names) if ((await readFile(join(folder, name), 'utf8')).includes(text)) return name;
  throw new Error(`No file holds ${text}`);
}

test.describe('a remote that Rspack has built', () => {
  test.use({ expectedMessages: fileMessages });

  test('is published, shown, and refused like any other', async ({ page, testConsole }) => {
    test.setTimeout(120_000);
    await keepingRegistry(testConsole, async () => {
      const { baseUrl, declaration } = await publishByRspack(testConsole);
      const folder = await publishedFolder(testConsole, ID);
      expect(await readFile(join(folder, declaration.entry.file), 'utf8')).toContain('rspack');
      const files = declaration.screens.find(({ id }) => id.startsWith('audit'))?.assets.map(({ file }) => file) ?? [];
      await openAs(page, 'admin@example.com');
      // Each file is one that the browser has not kept yet.
      for (const { screen, part, change, reason } of [
        { screen: 'Reports', part: /reports-screen.*\.js$/, change: prepend, reason: 'is not the one' },
        { screen: 'Audit Report', part: /audit-screen.*\.css$/, change: prepend, reason: 'is not the one' },
        { screen: 'Audit Report', part: /audit-screen.*\.css$/, change: () => null, reason: 'is missing' },
      ]) {
        const file = declaration.assets.map((asset) => asset.file).find((name) => part.test(name)) ?? '';
        await withFile(folder, file, change, async () => {
          await menuLink(page, screen).click();
          await expect(page.getByRole('alert')).toContainText(`One of its files ${reason}`);
          await expect(page.getByRole('alert')).toContainText(file);
          await menuLink(page, 'Home').click();
        });
      }
      await menuLink(page, 'Audit Report').click();
      await expect(auditHeading(page)).toBeVisible();
      await page.reload();
      await expect(auditHeading(page)).toBeVisible();
      expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
      const preloaded = page.locator(`link[rel="preload"][href^="${baseUrl}"][integrity^="sha384-"]`);
      await expect(preloaded).toHaveCount(files.length);
    });
  });
});

for (const bundler of ['webpack', 'rspack'] as const)
  test.describe(`a build of plain Module Federation by ${bundler} that was adopted`, () => {
    test.use({ expectedMessages: anyOf(fileMessages, /ChunkLoadError/) });

    test('is shown with its style and what it loads later, and none of its files runs altered', async ({
      page,
      testConsole,
    }) => {
      test.setTimeout(300_000);
      await keepingRegistry(testConsole, async () => {
        const { declaration } = await adoptAndPublish(testConsole, ID, bundler);
        const files = declaration.screens[0]?.assets.map(({ file }) => file) ?? [];
        const chunks = declaration.assets.map(({ file }) => file).filter((file) => /^\d+\.js$/.test(file));
        const terms = await fileWith(await publishedFolder(testConsole, ID), chunks, 'Covered for two years');
        await openAs(page, 'operator@example.com');
        await menuLink(page, 'Former Warranty').click();
        await expect(page.getByRole('heading', { name: 'Warranty of a former page' })).toBeVisible();
        await expect(page.getByText('Covered for two years')).toHaveCSS('color', 'rgb(1, 2, 3)');
        for (const file of [...files, terms]) {
          await page.route(`**/${file}`, async (route) => {
            const response = await route.fetch();
            await route.fulfill({ response, body: prepend(await response.text()) });
          });
          await page.reload();
          await menuLink(page, 'Former Warranty').click();
          await expect(page.getByRole('alert')).toContainText(file);
          expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
          await menuLink(page, 'Home').click();
          // A file that was fetched ahead may be on its way.
          await page.unrouteAll({ behavior: 'wait' });
        }
      });
    });
  });

test('a host of plain Module Federation shows a screen of a remote, which it finds by its manifest', async ({
  page,
  testConsole,
}) => {
  test.setTimeout(120_000);
  const folder = await buildPlainHosts(testConsole);
  await page.route(/^http:\/\/(hosts|small)\.test\//, async (route) => {
    const { hostname, pathname } = new URL(route.request().url());
    const headers = { 'Access-Control-Allow-Origin': '*' };
    const script = `<script src="${pathname.replace('html', 'js')}"></script>`;
    if (pathname.endsWith('.html')) await route.fulfill({ contentType: 'text/html', body: `<body>${script}` });
    else await route.fulfill({ path: join(folder, hostname === 'hosts.test' ? 'hosts' : 'remote', pathname), headers });
  });
  for (const host of ['by-plugin', 'by-runtime']) {
    await page.goto(`http://hosts.test/${host}.html`);
    await expect(page.getByRole('heading', { name: 'A screen of the console' })).toHaveCSS('color', 'rgb(1, 2, 3)');
    await expect(page.getByText('What it loads later')).toBeVisible();
  }
});
