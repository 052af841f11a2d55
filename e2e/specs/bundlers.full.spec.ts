import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  adoptAndPublish,
  buildAndPublish,
  buildWithOwnRuntime,
  copyForBuilding,
  edit,
  publishedFolder,
  withFile,
} from '../support/builds.ts';
import { demoImeis } from '../support/demo-data.ts';
import { anyOf, fileMessages } from '../support/messages.ts';
import { menuLink } from '../support/menu.ts';
import { entryOf, keepingRegistry, readRegistry, type RegistryFile } from '../support/registry.ts';
import type { TestConsole } from '../support/test-console.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

/** A remote, and the screen by which the page shows it. */
interface Built {
  readonly id: string;
  readonly link: string;
  readonly heading: string;
  readonly screen: RegExp;
}

const builds: readonly Built[] = [
  { id: 'mf-commands', link: 'Unlock Device', heading: 'Unlock Device', screen: /^unlock$/ },
  { id: 'mf-reports', link: 'Audit Report', heading: 'Audit Report By IMEI', screen: /^audit/ },
  ...(['webpack', 'rsbuild'] as const).map((bundler) => ({
    id: { webpack: 'mf-admin', rsbuild: 'mf-devices' }[bundler],
    link: `Warranty by ${bundler}`,
    heading: 'Warranty of a former page',
    screen: /^warranty$/,
  })),
];

/** A change that would be visible on the page. */
const prepend = (text: string): string => `/**/globalThis.tampered = true;${text}`;

/** Changes a file on its way to the page while the work runs. */
async function changing(page: Page, file: string, change: (text: string) => string, work: () => Promise<void>) {
  const address = `**/${file}`;
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const body = change(await response.text());
    const headers = { ...response.headers(), 'cache-control': 'no-store' };
    await route.fulfill({ response, body, headers });
  });
  await work();
  // A file that was fetched ahead may still be on its way.
  await page.unrouteAll({ behavior: 'wait' });
}

/** The files of a screen, and one that it loads later, by kind. */
async function filesOf(testConsole: TestConsole, { id, screen }: Built) {
  const { declaration } = entryOf(await readRegistry(testConsole), id);
  const files = declaration.screens.find((one) => screen.test(one.id))?.assets.map(({ file }) => file) ?? [];
  const [entry = '', chunk = ''] = files.filter((file) => file.endsWith('.js'));
  const style = files.find((file) => file.endsWith('.css')) ?? '';
  const folder = await publishedFolder(testConsole, id);
  const texts = declaration.assets.map(async ({ file }) => [file, await readFile(join(folder, file), 'utf8')] as const);
  const later = (await Promise.all(texts)).find(([, text]) => text.includes('Covered for two years'))?.[0];
  return { entry, chunk, style, later };
}

const shows = async (page: Page, { link, heading }: Built) => {
  await menuLink(page, link).click();
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
};

async function refuses(page: Page, { link }: Built, file: string): Promise<void> {
  await menuLink(page, link).click();
  await expect(page.getByRole('alert')).toContainText('One of its files is not the one that was published');
  await expect(page.getByRole('alert')).toContainText(file);
  expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
}

/**
 * The text of registry.json with other owners of some remotes, as somebody with write access to the store could make
 * it.
 */
function withOtherOwners(text: string, ids: readonly string[]): string {
  const registry = JSON.parse(text) as RegistryFile;
  const remotes = registry.remotes.map((entry) =>
    ids.includes(entry.id) ? { ...entry, declaration: { ...entry.declaration, owner: 'Another team' } } : entry,
  );
  return JSON.stringify({ ...registry, remotes });
}

/** In one page load: none shows while one of its files is changed, the one before it stays, and then it shows. */
async function refusesFiles(
  page: Page,
  testConsole: TestConsole,
  changed: (files: Awaited<ReturnType<typeof filesOf>>) => readonly string[],
): Promise<void> {
  await page.goto('/');
  let before: Built | undefined;
  for (const build of builds) {
    for (const file of changed(await filesOf(testConsole, build)))
      await changing(page, file, prepend, async () => {
        await refuses(page, build, file);
        if (before) await shows(page, before);
        await menuLink(page, 'Home').click();
      });
    await shows(page, build);
    before = build;
  }
}

async function refusesWhatIsLoadedLater(page: Page, testConsole: TestConsole): Promise<void> {
  for (const build of builds) {
    const { later } = await filesOf(testConsole, build);
    if (later === undefined) continue;
    await changing(page, later, prepend, async () => {
      await page.goto('/');
      await refuses(page, build, later);
    });
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Covered for two years')).toBeVisible();
  }
}

/** One page load shows all of them, with their styles; the files of the first are fetched with the page. */
async function showsAll(page: Page, testConsole: TestConsole): Promise<void> {
  await page.goto('/auditReport');
  for (const build of builds) {
    await shows(page, build);
    if (build.screen.test('warranty'))
      await expect(page.getByText('Covered for two years')).toHaveCSS('color', 'rgb(1, 2, 3)');
  }
  const reports = entryOf(await readRegistry(testConsole), 'mf-reports');
  const files = reports.declaration.screens.find(({ id }) => id.startsWith('audit'))?.assets ?? [];
  const preloaded = page.locator(`link[rel="preload"][href^="${reports.baseUrl}"][integrity^="sha384-"]`);
  await expect(preloaded).toHaveCount(files.length);
}

test.describe('remotes by webpack and by Rspack, and plain builds by webpack and by Rsbuild that were adopted', () => {
  test.use({ expectedMessages: anyOf(fileMessages, /ChunkLoadError/) });

  test('are on one page, and of none is a registry entry, an entry, a chunk or a style taken that was changed', async ({
    page,
    testConsole,
  }) => {
    test.setTimeout(300_000);
    await keepingRegistry(testConsole, async () => {
      await buildAndPublish(testConsole, 'mf-reports', await copyForBuilding(testConsole, 'mf-reports', 'rspack'));
      await adoptAndPublish(testConsole, 'mf-admin', 'webpack');
      await adoptAndPublish(testConsole, 'mf-devices', 'rsbuild');
      const requested: string[] = [];
      page.on('request', (request) => void requested.push(request.url()));
      const changingEntries = (ids: readonly string[], work: () => Promise<void>) =>
        changing(page, 'registry.json', (text) => withOtherOwners(text, ids), work);
      // A browser that has accepted an entry keeps using it.
      await changingEntries(['mf-commands', 'mf-reports'], async () => {
        await openAs(page, 'admin@example.com');
        for (const id of ['mf-commands', 'mf-reports'])
          await expect(page.getByText(`Screens of ${id} are missing`)).toBeVisible();
        await expect(menuLink(page, 'Unlock Device')).toBeHidden();
        for (const bundler of ['webpack', 'rsbuild'])
          await expect(menuLink(page, `Warranty by ${bundler}`)).toBeVisible();
      });
      await changingEntries(['mf-admin', 'mf-devices'], async () => {
        await page.reload();
        for (const id of ['mf-admin', 'mf-devices'])
          await expect(page.getByText(`${id} stays at version 2.0.0`)).toBeVisible();
        await expect(page.getByText('was changed after it was signed')).toHaveCount(2);
        await expect(menuLink(page, 'Unlock Device')).toBeVisible();
      });
      // The same page does not fetch a chunk or style twice.
      await refusesFiles(page, testConsole, ({ entry, style }) => [entry, style]);
      await refusesFiles(page, testConsole, ({ chunk }) => [chunk]);
      await refusesWhatIsLoadedLater(page, testConsole);
      await showsAll(page, testConsole);
      expect(requested.filter((url) => /mf-manifest|remote\.json/.test(url))).toEqual([]);
    });
  });
});

test.describe('a remote with a federation runtime of its own', () => {
  test.use({ expectedMessages: fileMessages });

  test('runs in this console as others do, under the same hashes', async ({ page, testConsole }) => {
    test.setTimeout(180_000);
    const [imei = ''] = demoImeis(0, 1);
    await keepingRegistry(testConsole, async () => {
      const source = await copyForBuilding(testConsole, 'mf-reports', 'webpack');
      await edit(source, 'src/audit/audit-screen.tsx', "title={t('Audit Report By IMEI')}", 'title="Built otherwise"');
      // Its own runtime weighs more than this remote's screens may.
      await edit(source, 'package.json', '"screenLimit": 18000', '"screenLimit": 60000');
      const { declaration } = await buildWithOwnRuntime(testConsole, 'mf-reports', source);
      const chunk =
        declaration.assets
          .map(({ file }) => file)
          .find((file) => file.includes('audit-screen') && file.endsWith('.js')) ?? '';
      await withFile(
        await publishedFolder(testConsole, 'mf-reports'),
        chunk,
        (text) => `${text} `,
        async () => {
          await openAs(page, 'admin@example.com', `/auditReport#imei=${imei}`);
          await expect(page.getByRole('heading', { name: 'Audit Report cannot be shown' })).toBeVisible();
        },
      );
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { name: 'Built otherwise' })).toBeVisible();
      // What it shares with the host: the session's client, the table and the timeline.
      await expect(page.getByRole('table', { name: `Executed Commands of ${imei}` })).toBeVisible();
      await expect(page.getByRole('list', { name: `Timeline of ${imei}, newest first` })).toBeVisible();
    });
  });
});
