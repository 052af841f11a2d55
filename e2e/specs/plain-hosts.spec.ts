import { join } from 'node:path';
import { executedLocks, wireClient } from '../support/api.ts';
import { freshImeis } from '../support/batch-page.ts';
import { buildConsoleHost, buildPlainHosts } from '../support/builds.ts';
import { entryOf, readRegistry } from '../support/registry.ts';
import { expect, password, test } from '../support/test.ts';

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

test('a plain host with shared-lib/host shows a look-up of mf-devices, and one lock goes out', async ({
  page,
  testConsole,
}) => {
  test.setTimeout(180_000);
  const registry = await readRegistry(testConsole);
  const manifestOf = (id: string) => `${entryOf(registry, id).baseUrl}mf-manifest.json`;
  const config: object = await (await page.request.get('/config.json')).json();
  const folder = await buildConsoleHost(testConsole, {
    remotes: { devices: manifestOf('mf-devices'), commands: manifestOf('mf-commands') },
    config,
  });
  const admin = await wireClient(testConsole, 'admin@example.com');
  const [imei = ''] = await freshImeis(admin, 1);
  // Its pages are another host's; only the API behind them is the console's.
  await page.route(`${testConsole.address}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith('/api/')) await route.fulfill({ response: await route.fetch() });
    else if (pathname.startsWith('/other-host/')) await route.fulfill({ path: join(folder, pathname.slice(12)) });
    else
      await route.fulfill({
        contentType: 'text/html',
        body:
          '<!doctype html><link rel="stylesheet" href="/other-host/host.css"><body>' +
          '<script src="/other-host/host.js"></script>',
      });
  });
  // Chromium asks before a page of another address reaches this computer.
  await page.route(`${new URL(manifestOf('mf-devices')).origin}/**`, async (route) =>
    route.fulfill({ response: await route.fetch() }),
  );
  await page.goto('/look-up');
  await page.getByLabel('E-mail').fill('operator@example.com');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Enter' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Device Details' })).toBeVisible();
  await page.getByLabel('IMEI number').fill(imei);
  const row = page.getByRole('row').filter({ hasText: imei });
  await row.getByRole('button', { name: `Commands for ${imei}` }).click();
  await page.getByRole('menuitem', { name: 'Lock Device' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Lock Device' })).toBeVisible();
  await expect(page.getByLabel('IMEI number')).toHaveValue(imei);
  await page.getByRole('button', { name: 'Lock Device' }).click();
  await expect(page.getByText('Lock initiated  successfully.')).toBeVisible();
  expect((await executedLocks(admin)).filter(({ imei1 }) => imei1 === imei)).toHaveLength(1);
  // The page still waits for changes.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
