import type { Page } from '@playwright/test';
import { rename } from 'node:fs/promises';
import { makeLive, publishedFolder, releaseWith, withCode } from '../support/builds.ts';
import { anyOf, fileMessages } from '../support/messages.ts';
import { menuLink } from '../support/menu.ts';
import { entryOf, keepingRegistry, readRegistry } from '../support/registry.ts';
import type { TestConsole } from '../support/test-console.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

// Incompatible: remotes.spec.ts. Changed, without hash, without style: integrity.spec.ts and bundlers.full.spec.ts.

const ID = 'mf-reports';
/** A screen that throws while rendering, until the address has a mark. */
const SCREEN_THAT_THROWS = [
  /\bScreen:\(\)=>(\w+)/,
  "Screen:()=>(props)=>{if(location.hash!=='#mended')throw new Error('rows is undefined');return $1(props)}",
] as const;
/** A screen whose effect sets state after each render, with the host's React. */
const SCREEN_WITHOUT_END = [
  /\bScreen:\(\)=>(\w+)/,
  'Screen:()=>(props)=>{const [react]=Object.values(__FEDERATION__.__INSTANCES__[0].shareScopeMap.default.react);' +
    'const {useState,useEffect}=react.lib();const [count,set]=useState(0);useEffect(()=>set(count+1),[count]);' +
    'return $1(props)}',
] as const;
const auditHeading = (page: Page) => page.getByRole('heading', { name: 'Audit Report By IMEI' });

const panelOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'Audit Report cannot be shown' });

async function expectPanel(page: Page, reason: string): Promise<void> {
  const panel = panelOf(page);
  for (const text of [reason, ID, 'Reporting team']) await expect(panel).toContainText(text);
  await menuLink(page, 'User Management').click();
  await expect(page.getByText('operator@example.com')).toBeVisible();
  await menuLink(page, 'Audit Report').click();
  await expect(panel).toBeVisible();
}

async function expectRecovery(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { notReloaded: true }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(auditHeading(page)).toBeVisible();
  expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
}

async function screenFile(testConsole: TestConsole): Promise<string> {
  const { declaration } = entryOf(await readRegistry(testConsole), ID);
  const file = declaration.assets.find((asset) => /audit-screen.*\.js$/.test(asset.file))?.file;
  if (!file) throw new Error(`${ID} has no code of its screen`);
  return file;
}

test.describe('a remote', () => {
  test.use({ expectedMessages: anyOf(fileMessages, /boom|rows is undefined/) });

  test('whose part of shared-lib does not come is named with that file, and Retry brings both', async ({
    page,
    testConsole,
  }) => {
    const part = /\/part-ui-table\.\w+\.js$/;
    await page.route(part, (route) => route.abort());
    await openAs(page, 'admin@example.com');
    await menuLink(page, 'Audit Report').click();
    const panel = panelOf(page);
    await expect(panel).toContainText(part.source.slice(2, 15));
    await expect(panel).toContainText(testConsole.address);
    await page.unroute(part);
    await expectRecovery(page);
  });

  test('whose screen throws while it is loaded is named so, and Retry brings it once it is mended', async ({
    page,
    testConsole,
  }) => {
    const screen = await screenFile(testConsole);
    await withCode(testConsole, ID, screen, 'throw new Error("boom");', async () => {
      await openAs(page, 'admin@example.com');
      await menuLink(page, 'Audit Report').click();
      await expectPanel(page, 'Its code failed while loading');
    });
    await expectRecovery(page);
  });

  test(
    'whose files went away under an open page is named so, and Retry brings the release that took their ' + 'place',
    async ({ page, testConsole }) => {
      test.setTimeout(180_000);
      await openAs(page, 'admin@example.com');
      await expect(menuLink(page, 'Audit Report')).toBeVisible();
      const folder = await publishedFolder(testConsole, ID);
      const next = await releaseWith(testConsole, ID, '1.0.1', []);
      await rename(folder, `${folder}.away`);
      try {
        await menuLink(page, 'Audit Report').click();
        await expectPanel(page, 'One of its files is missing');
        await keepingRegistry(testConsole, async () => {
          await makeLive(testConsole, ID, next);
          await expectRecovery(page);
        });
      } finally {
        await rename(`${folder}.away`, folder);
      }
    },
  );

  test(
    'that throws while rendering stays in its place; after three failures the last good version is shown, ' +
      'visibly, and the new one can be tried',
    async ({ page, testConsole }) => {
      test.setTimeout(180_000);
      await openAs(page, 'admin@example.com', '/auditReport');
      await expect(auditHeading(page)).toBeVisible();
      await keepingRegistry(testConsole, async () => {
        await makeLive(testConsole, ID, await releaseWith(testConsole, ID, '1.2.0', [SCREEN_THAT_THROWS]));
        await page.reload();
        const panel = panelOf(page);
        await expect(panel).toContainText('It failed while being shown');
        await expect(panel).toContainText('rows is undefined');
        await page.getByRole('button', { name: 'Retry' }).click();
        await expect(page.getByRole('button', { name: 'Reload the page' })).toBeVisible();
        await page.getByRole('button', { name: 'Retry' }).click();
        await expect(page.getByText('mf-reports 1.2.0 failed; showing 1.0.0')).toBeVisible();
        await expect(auditHeading(page)).toBeVisible();
        await page.evaluate(() => {
          location.hash = 'mended';
        });
        await page.getByRole('button', { name: 'Try the new one' }).click();
        await expect(page.getByText('failed; showing')).toBeHidden();
        await expect(auditHeading(page)).toBeVisible();
      });
    },
  );

  test('whose effects never end loses to every navigation', async ({ page, testConsole }) => {
    await keepingRegistry(testConsole, async () => {
      await makeLive(testConsole, ID, await releaseWith(testConsole, ID, '1.2.1', [SCREEN_WITHOUT_END]));
      await page.clock.install();
      await openAs(page, 'admin@example.com');
      await expect(menuLink(page, 'Audit Report')).toBeVisible();
      // The host's watch uses the clock: while it stands still, only the navigation ends the screen.
      await page.clock.pauseAt(Date.now() + 60_000);
      await menuLink(page, 'Audit Report').click();
      await expect(auditHeading(page)).toBeVisible();
      await menuLink(page, 'User Management').click();
      await expect(page.getByText('operator@example.com')).toBeVisible();
      await expect(auditHeading(page)).toBeHidden();
    });
  });

  test('whose effects never end is taken away', async ({ page, testConsole }) => {
    await keepingRegistry(testConsole, async () => {
      await makeLive(testConsole, ID, await releaseWith(testConsole, ID, '1.2.2', [SCREEN_WITHOUT_END]));
      await openAs(page, 'admin@example.com');
      await menuLink(page, 'Audit Report').click();
      await expect(panelOf(page)).toContainText('It was rendered again and again without end');
    });
  });
});
