import type { Page } from '@playwright/test';
import { cp, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { serveHost } from '../../tooling/lib/static-server.ts';
import { makeLive, publishedFolder, releaseWith, withFile } from '../support/builds.ts';
import { anyOf, fileMessages } from '../support/messages.ts';
import { menuLink } from '../support/menu.ts';
import { changeEntry, entryOf, keepingRegistry, readRegistry, replaceFile, withAssets } from '../support/registry.ts';
import { rootDir, type TestConsole } from '../support/test-console.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

const ID = 'mf-reports';
const TAMPERING = ';globalThis.tampered = true;';
const auditHeading = (page: Page) => page.getByRole('heading', { name: 'Audit Report By IMEI' });

/** The files of the audit screen, by their role in its loading. */
async function auditFiles(testConsole: TestConsole): Promise<{ entry: string; screen: string }> {
  const { declaration } = entryOf(await readRegistry(testConsole), ID);
  const files = declaration.screens.find(({ id }) => id.startsWith('audit'))?.assets.map(({ file }) => file) ?? [];
  const named = (part: string): string => {
    const file = files.find((candidate) => candidate.includes(part) && candidate.endsWith('.js'));
    if (!file) throw new Error(`${ID} has no file "${part}" among ${files.join(', ')}`);
    return file;
  };
  return { entry: declaration.entry.file, screen: named('audit-screen') };
}

test.describe('a file of a remote that was changed on its server', () => {
  test.use({ expectedMessages: fileMessages });

  for (const part of ['entry', 'screen'] as const) {
    test(`${part}: is not run, the panel says so, and Retry recovers without reloading`, async ({
      page,
      testConsole,
    }) => {
      await openAs(page, 'admin@example.com');
      const file = (await auditFiles(testConsole))[part];
      await withFile(
        await publishedFolder(testConsole, ID),
        file,
        (text) => TAMPERING + text,
        async () => {
          await menuLink(page, 'Audit Report').click();
          const panel = page.getByRole('alert');
          await expect(panel).toContainText('One of its files is not the one that was published');
          await expect(panel).toContainText(file);
          expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
        },
      );
      await page.evaluate(() => Object.assign(window, { notReloaded: true }));
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(auditHeading(page)).toBeVisible();
      expect(await page.evaluate(() => ['notReloaded' in window, 'tampered' in globalThis])).toEqual([true, false]);
    });
  }
});

test.describe("a script of the page's own", () => {
  test.use({ expectedMessages: fileMessages });

  test('is not run while it is changed, and a reload has it once it is mended', async ({ page, testConsole }) => {
    const root = test.info().outputPath('host');
    await cp(join(rootDir, 'shell', 'dist'), root, { recursive: true });
    const [main = ''] = (await readdir(root)).filter((name) => /^main\..*\.js$/.test(name));
    const webDir = dirname(testConsole.configFile);
    const host = await serveHost({ root, webDir, apiUrl: testConsole.address, host: 'localhost', port: 0 });
    const asked: string[] = [];
    page.on('requestfinished', (request) => void asked.push(new URL(request.url()).pathname));
    try {
      await withFile(
        root,
        main,
        (text) => TAMPERING + text,
        async () => {
          await page.goto(`${host.listeningOrigin}/login`);
          await expect.poll(() => asked.filter((path) => path === `/${main}`)).toHaveLength(2);
          await expect(page.locator('#console')).toBeEmpty();
        },
      );
      await page.reload();
      await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
      expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
    } finally {
      await host.close();
    }
  });
});

test.describe('a build that asks for no hashes, as a plain Module Federation build', () => {
  test.use({ expectedMessages: anyOf(fileMessages, /Integrity-Policy/) });

  test('runs none of its chunks: the page itself refuses a script without a hash, and the panel says so', async ({
    page,
    testConsole,
  }) => {
    const asking = /\w\.integrity=globalThis\.deviceConsoleIntegrity\?\.\(\w\)\?\?"",!\w\.integrity&&globalThis\.\w+\)/;
    const plain = await releaseWith(testConsole, ID, '1.0.9', [[asking, '!1)']]);
    await keepingRegistry(testConsole, async () => {
      await makeLive(testConsole, ID, plain);
      await openAs(page, 'admin@example.com');
      await menuLink(page, 'Audit Report').click();
      await expect(page.getByRole('alert')).toContainText('The browser did not run one of its files');
      await expect(page.getByRole('alert')).toContainText('loaded without its hash');
      await expect(auditHeading(page)).toBeHidden();
    });
  });
});

test('a file without a hash in the registry is a refusal before anything of the remote is fetched', async ({
  page,
  testConsole,
}) => {
  const { screen } = await auditFiles(testConsole);
  const { baseUrl } = entryOf(await readRegistry(testConsole), ID);
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(baseUrl)) fetched.push(request.url());
  });
  await keepingRegistry(testConsole, async () => {
    const without = (assets: readonly { file: string; integrity: string }[]) =>
      assets.map((asset) => (asset.file === screen ? { ...asset, integrity: '' } : asset));
    await changeEntry(testConsole, ID, (entry) => ({
      ...entry,
      declaration: withAssets(entry.declaration, without),
    }));
    await openAs(page, 'admin@example.com');
    await menuLink(page, 'Audit Report').click();
    await expect(page.getByRole('alert')).toContainText('One of its files has no hash, so it cannot be checked');
    await expect(page.getByRole('alert')).toContainText(screen);
    expect(fetched).toEqual([]);
  });
});

test(
  'a page load preloads the screen with its hashes, and what it begins with of shared-lib, and requests each ' +
    'file once',
  async ({ page, testConsole }) => {
    await openAs(page, 'admin@example.com');
    const { baseUrl } = entryOf(await readRegistry(testConsole), ID);
    // The console's page keeps fetching in idle time until another page replaces it.
    await page.goto('about:blank');
    const requested: string[] = [];
    page.on('request', (request) => void requested.push(request.url()));
    await page.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', () => Object.assign(window, { violated: true })),
    );
    await page.goto('/auditReport');
    await expect(auditHeading(page)).toBeVisible();
    const { declaration } = entryOf(await readRegistry(testConsole), ID);
    const files = declaration.screens.find(({ id }) => id.startsWith('audit'))?.assets.map(({ file }) => file) ?? [];
    const ofRemote = requested.filter((url) => url.startsWith(baseUrl)).map((url) => url.slice(baseUrl.length));
    expect(ofRemote.toSorted()).toEqual(files.toSorted());
    const scriptsAndStyles = requested.filter((url) => /\.(js|css)$/.test(url));
    expect(scriptsAndStyles).toEqual([...new Set(scriptsAndStyles)]);
    for (const part of ['behind-login', 'remotes', 'part-ui-table'])
      await expect(page.locator(`link[rel="preload"][href^="/${part}."][href$=".js"]`)).toHaveCount(1);
    await expect(page.locator(`link[rel="preload"][href^="${baseUrl}"][integrity^="sha384-"]`)).toHaveCount(
      files.length,
    );
    expect(await page.evaluate(() => 'violated' in window)).toBe(false);
  },
);

test('the login page is there before the registry and the code behind the login and of remotes are asked for', async ({
  page,
}) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('input[type="password"]')) return;
      performance.mark('login-shown');
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  const asked = page.waitForResponse((response) => /\/remotes\.\w+\.js$/.test(response.url()));
  await page.goto('/login');
  await asked;
  const order = await page.evaluate(() => {
    const [shown] = performance.getEntriesByName('login-shown');
    const later = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/(behind-login|remotes)\.\w+\.js$|\/registry\.json$/.test(name));
    return { shown: shown?.startTime ?? Infinity, asked: later.map(({ startTime }) => startTime) };
  });
  expect(order.asked).toHaveLength(3);
  expect(Math.min(...order.asked)).toBeGreaterThan(order.shown);
});

test('a registry entry older than what this browser has accepted is refused, its signature notwithstanding', async ({
  page,
  testConsole,
}) => {
  await keepingRegistry(testConsole, async () => {
    const old = await readFile(testConsole.registryFile, 'utf8');
    await changeEntry(testConsole, ID, (entry) => ({
      ...entry,
      sequence: entry.sequence + 4,
      declaration: { ...entry.declaration, version: '1.0.4' },
    }));
    await openAs(page, 'admin@example.com');
    await expect(menuLink(page, 'Audit Report')).toBeVisible();
    await replaceFile(testConsole.registryFile, old);
    await page.reload();
    await expect(page.getByText('mf-reports stays at version 1.0.4')).toBeVisible();
    await expect(page.getByText('its registry entry is an old one put back')).toBeVisible();
  });
});
