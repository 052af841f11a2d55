import type { Page } from '@playwright/test';
import { wireClient } from '../support/api.ts';
import { chooseFile, freshImeis, startBatch } from '../support/batch-page.ts';
import { folderOf, makeLive, releaseWith, withFile } from '../support/builds.ts';
import { batchFile } from '../support/demo-data.ts';
import { lookAgain } from '../support/look-again.ts';
import { anyOf, fileMessages } from '../support/messages.ts';
import { menuLink } from '../support/menu.ts';
import { changeEntry, entryOf, keepingRegistry, readRegistry, type Release } from '../support/registry.ts';
import { useSpecifiedBatchCalls } from '../support/specified-calls.ts';
import type { TestConsole } from '../support/test-console.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { notReloaded: true }));
const isSamePage = (page: Page) => page.evaluate(() => 'notReloaded' in window);

/** A release of mf-reports whose audit screen has a different heading. */
const edition = (testConsole: TestConsole, heading: string, version: string): Promise<Release> =>
  releaseWith(testConsole, 'mf-reports', version, [[/Audit Report By IMEI/, heading]]);

test(
  'a release that is published under an open page is announced, leaves the shown screen alone, and comes with ' +
    'the next one, without a reload; it leaves behind what the one before it was the first to fetch of shared-lib',
  async ({ page, testConsole }) => {
    // The host fetches the lazy parts of shared-lib when idle; here the remote is the first to need them.
    await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await openAs(page, 'admin@example.com', '/auditReport');
    await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();
    await markPage(page);
    await keepingRegistry(testConsole, async () => {
      const [second, third] = [
        await edition(testConsole, 'Second edition', '1.1.0'),
        await edition(testConsole, 'Third edition', '1.2.0'),
      ];
      await makeLive(testConsole, 'mf-reports', second);
      await lookAgain(page);
      await expect(page.getByText('A new version of Reports is ready')).toBeVisible();
      await expect(page.getByText('1.1.0 replaces 1.0.0. It comes with the next screen that you open.')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();

      await menuLink(page, 'User Management').click();
      await expect(page.getByText('operator@example.com')).toBeVisible();
      await expect(page.getByText('A new version of Reports is ready')).toBeHidden();
      await menuLink(page, 'Audit Report').click();
      await expect(page.getByRole('heading', { name: 'Second edition' })).toBeVisible();
      expect(requested.filter((url) => url.startsWith(`${second.baseUrl}remoteEntry`))).toHaveLength(1);

      await makeLive(testConsole, 'mf-reports', third);
      await lookAgain(page);
      await page.getByLabel('IMEI').first().fill('4901');
      await page.getByRole('button', { name: 'Update now' }).click();
      await expect(page.getByText('What you have typed or chosen on this screen would be lost.')).toBeVisible();
      await page.getByRole('button', { name: 'Not now' }).click();
      await expect(page.getByRole('heading', { name: 'Second edition' })).toBeVisible();
      await page.getByRole('button', { name: 'Update now' }).click();
      await page.getByRole('button', { name: 'Update now anyway' }).click();
      await expect(page.getByRole('heading', { name: 'Third edition' })).toBeVisible();
      expect(await isSamePage(page)).toBe(true);
    });
  },
);

test('D16 a running batch keeps its screen and version; the update comes after it', async ({ page, testConsole }) => {
  const imeis = await freshImeis(await wireClient(testConsole, 'admin@example.com'), 3);
  await useSpecifiedBatchCalls(page);
  await openAs(page, 'admin@example.com', '/lockDevice');
  await markPage(page);
  const gate: { open?: () => void } = {};
  const opened = new Promise<void>((resolve) => {
    gate.open = resolve;
  });
  await page.route('**/getimeidetails.php', async (route) => {
    await opened;
    await route.continue();
  });
  await chooseFile(page, 'held.csv', batchFile(imeis));
  await startBatch(page);
  await expect(page.getByText('Please Wait while we are executing this batch')).toBeVisible();
  await keepingRegistry(testConsole, async () => {
    const before = entryOf(await readRegistry(testConsole), 'mf-commands').baseUrl;
    await changeEntry(testConsole, 'mf-commands', (entry) => ({
      ...entry,
      sequence: entry.sequence + 1,
      declaration: { ...entry.declaration, version: '1.7.0' },
    }));
    await lookAgain(page);
    await expect(
      page.getByText('1.7.0 replaces 1.0.0. It comes after the batch that uses the current version.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Update now' })).toBeHidden();
    await menuLink(page, 'User Management').click();
    await menuLink(page, 'Home').click();
    await expect(page.getByText('It comes after the batch that uses the current version.')).toBeVisible();
    await page.getByRole('link', { name: /0 of 3/ }).click();
    await expect(page.getByText('Please Wait while we are executing this batch')).toBeVisible();

    gate.open?.();
    await expect(page.getByText('The batch is complete.', { exact: true })).toBeVisible();
    await expect(page.getByText('1.7.0 replaces 1.0.0. It comes with the next screen that you open.')).toBeVisible();
    await menuLink(page, 'Home').click();
    await expect(page.getByText('A new version of Commands is ready')).toBeHidden();
    expect(entryOf(await readRegistry(testConsole), 'mf-commands').baseUrl).toBe(before);
    expect(await isSamePage(page)).toBe(true);
  });
});

test('a release at an origin that this page may not load from asks for a reload, and comes with it', async ({
  page,
  testConsole,
}) => {
  await openAs(page, 'admin@example.com');
  await keepingRegistry(testConsole, async () => {
    await changeEntry(testConsole, 'mf-reports', (entry) => ({
      ...entry,
      sequence: entry.sequence + 1,
      baseUrl: entry.baseUrl.replace('localhost', '127.0.0.1'),
      declaration: { ...entry.declaration, version: '1.3.0' },
    }));
    await lookAgain(page);
    await expect(
      page.getByText('1.3.0 replaces 1.0.0. It is at a new address, which this page can use after a reload.'),
    ).toBeVisible();
    await menuLink(page, 'Audit Report').click();
    await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect(page.getByText('A new version of Reports is ready')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();
  });
});

test('host first, then the remote that needs it: an open page keeps what it has, and gets both with a reload', async ({
  page,
  testConsole,
}) => {
  await openAs(page, 'admin@example.com', '/auditReport');
  await markPage(page);
  await keepingRegistry(testConsole, async () => {
    const before = entryOf(await readRegistry(testConsole), 'mf-reports').declaration;
    const next = (version: string, ui: string) =>
      changeEntry(testConsole, 'mf-reports', (entry) => ({
        ...entry,
        sequence: entry.sequence + 1,
        declaration: { ...before, version, contract: { ...before.contract, ui } },
      }));
    // As a host that was upgraded serves it: files of other names.
    const upgraded = (html: string) => html.replace(/src="\/boot\.\w+\.js"/, 'src="/boot.0123456789ab.js"');
    await page.route('/', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: upgraded(await response.text()) });
    });
    await next('1.1.0', '^9.0.0');
    await lookAgain(page);
    const notice = 'The console itself has another version now';
    await expect(page.getByText(notice)).toBeVisible();
    const waiting = '1.1.0 replaces 1.0.0. It needs a newer version of the console and comes with it.';
    await expect(page.getByText(waiting)).toBeVisible();
    await menuLink(page, 'User Management').click();
    await menuLink(page, 'Audit Report').click();
    await page.getByLabel('IMEI').first().fill('4901');
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await expect(page.getByText('What you have typed or chosen on this screen would be lost.')).toBeVisible();
    await page.getByRole('button', { name: 'Not now' }).click();
    expect(await isSamePage(page)).toBe(true);

    await page.unroute('/');
    // Stands for the newer host, which provides what the release needs.
    await next('1.1.0', '^1.0.0');
    await page.getByRole('button', { name: 'Reload the page' }).click();
    await page.getByRole('button', { name: 'Reload the page anyway' }).click();
    await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();
    await expect(page.getByText(notice)).toBeHidden();
    await expect(page.getByText(/failed; showing|replaces 1\.0\.0/)).toBeHidden();
    expect(await isSamePage(page)).toBe(false);
  });
});

test.describe('a canary that fails', () => {
  test.use({ expectedMessages: anyOf(fileMessages, /preload/) });

  test('once puts this browser back to the live release by itself, visibly, and can be tried again', async ({
    page,
    testConsole,
  }) => {
    const canary = await edition(testConsole, 'Canary edition', '1.9.0');
    await keepingRegistry(testConsole, async () => {
      await changeEntry(testConsole, 'mf-reports', (entry) => ({
        ...entry,
        sequence: entry.sequence + 1,
        canary: { ...canary, share: 1 },
      }));
      const file = canary.declaration.assets.find((asset) => /audit-screen.*\.js$/.test(asset.file))?.file ?? '';
      await withFile(
        folderOf(testConsole, canary.baseUrl),
        file,
        () => null,
        async () => {
          await openAs(page, 'admin@example.com', '/auditReport');
          await expect(page.getByText('mf-reports 1.9.0 failed; showing 1.0.0')).toBeVisible();
          await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();
        },
      );
      await page.reload();
      await expect(page.getByText('mf-reports 1.9.0 failed; showing 1.0.0')).toBeVisible();

      await page.getByRole('button', { name: 'Try the new one' }).click();
      await expect(page.getByRole('heading', { name: 'Canary edition' })).toBeVisible();
      await expect(page.getByText('failed; showing')).toBeHidden();
    });
  });
});
