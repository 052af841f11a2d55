import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  addAdopted,
  adoptedRemotes,
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
import { entryOf, keepingRegistry, readRegistry, withKeyFor, type RegistryFile } from '../support/registry.ts';
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
  { id: 'mf-admin', link: 'User Management', heading: 'User Management', screen: /^users$/ },
  { id: 'mf-devices', link: 'Device Details', heading: 'Device Details', screen: /^device-details$/ },
  ...adoptedRemotes.map((id) => {
    const by = id.slice('mf-by-'.length);
    const heading = by === 'react18' ? 'Warranty by React 18.3.1' : 'Warranty of a former page';
    return { id, link: `Warranty by ${by}`, heading, screen: /^warranty$/ };
  }),
];
/** Half of them, of each kind. */
const half = (which: number) => builds.filter((_, index) => index % 2 === which).map(({ id }) => id);
const [some, others] = [half(0), half(1)];

/** Takes shared-lib from the console: the session is its own. */
const ofSharedLib = {
  imports: '@device-console/shared-lib/console',
  federation: {
    shared: {
      react: { singleton: true },
      '@device-console/shared-lib/console': { singleton: true, import: false, requiredVersion: '^1.0.0' },
    },
  },
};

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

/** By a key: under a pointer that rests on the menu a remote may come, and its files would be fetched ahead. */
const follow = (page: Page, link: string) => menuLink(page, link).press('Enter');

const shows = async (page: Page, { link, heading }: Built) => {
  await follow(page, link);
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
};

async function refuses(page: Page, { link }: Built, file: string): Promise<void> {
  await follow(page, link);
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
    // Not every screen has a style.
    for (const file of changed(await filesOf(testConsole, build)).filter(Boolean))
      await changing(page, file, prepend, async () => {
        await refuses(page, build, file);
        if (before) await shows(page, before);
        await follow(page, 'Home');
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
    if (build.id === 'mf-by-rspack') await expect(page.getByText('admin@example.com', { exact: true })).toBeVisible();
  }
  const reports = entryOf(await readRegistry(testConsole), 'mf-reports');
  const files = reports.declaration.screens.find(({ id }) => id.startsWith('audit'))?.assets ?? [];
  const preloaded = page.locator(`link[rel="preload"][href^="${reports.baseUrl}"][integrity^="sha384-"]`);
  await expect(preloaded).toHaveCount(files.length);
}

/** React 18 in a root of its own has the console's session, calls, language and addresses, and can show a failure. */
async function mountsReact18(page: Page): Promise<void> {
  const link = menuLink(page, 'Warranty by react18');
  await link.click();
  await expect(page.getByText('admin@example.com, en')).toBeVisible();
  await expect(page.getByText('Users: true')).toBeVisible();
  await page.getByRole('button', { name: 'To the users' }).click();
  await expect(page.getByRole('heading', { name: 'User Management' })).toBeVisible();
  await expect(page.getByText('Covered for two years')).toHaveCount(0);
  await link.click();
  await page.getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByRole('alert')).toContainText('no terms');
  await expect(page.getByRole('alert')).toContainText('Warranty team');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Users: true')).toBeVisible();
}

test.describe('remotes by webpack and Rspack, and adopted ones by webpack, Rspack, Rsbuild and with React 18', () => {
  test.use({ expectedMessages: anyOf(fileMessages, /ChunkLoadError|no terms/) });

  test('are on one page, and of none is a registry entry, an entry, a chunk or a style taken that was changed', async ({
    page,
    testConsole,
  }) => {
    test.setTimeout(600_000);
    const withAdopted = (work: () => Promise<void>) =>
      keepingRegistry(testConsole, () => withKeyFor(testConsole, adoptedRemotes, work));
    await withAdopted(async () => {
      await buildAndPublish(testConsole, 'mf-reports', await copyForBuilding(testConsole, 'mf-reports', 'rspack'));
      for (const id of adoptedRemotes) await addAdopted(testConsole, id, id === 'mf-by-rspack' ? ofSharedLib : {});
      const requested: string[] = [];
      page.on('request', (request) => void requested.push(request.url()));
      const changingEntries = (ids: readonly string[], work: () => Promise<void>) =>
        changing(page, 'registry.json', (text) => withOtherOwners(text, ids), work);
      const links = (ids: readonly string[]) =>
        builds.filter(({ id }) => ids.includes(id)).map(({ link }) => menuLink(page, link));
      // A browser that has accepted an entry keeps using it.
      await changingEntries(some, async () => {
        await openAs(page, 'admin@example.com');
        for (const id of some) await expect(page.getByText(`Screens of ${id} are missing`)).toBeVisible();
        for (const link of links(some)) await expect(link).toBeHidden();
        for (const link of links(others)) await expect(link).toBeVisible();
      });
      await changingEntries(others, async () => {
        await page.reload();
        for (const id of others) await expect(page.getByText(`${id} stays at version`)).toBeVisible();
        await expect(page.getByText('was changed after it was signed')).toHaveCount(others.length);
        for (const link of links(some)) await expect(link).toBeVisible();
      });
      // The same page does not fetch a chunk or style twice.
      await refusesFiles(page, testConsole, ({ entry, style }) => [entry, style]);
      await refusesFiles(page, testConsole, ({ chunk }) => [chunk]);
      await refusesWhatIsLoadedLater(page, testConsole);
      await showsAll(page, testConsole);
      await mountsReact18(page);
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
