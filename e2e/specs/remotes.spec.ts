import { readFile } from 'node:fs/promises';
import { entryOf, readRegistry, replaceFile } from '../support/registry.ts';
import type { TestConsole } from '../support/test-console.ts';
import { expect, logIn, test } from '../support/test.ts';

/** Changes the registry for one test and puts it back afterwards. */
async function withRegistry(testConsole: TestConsole, change: (text: string) => Promise<string> | string, work: () => Promise<void>): Promise<void> {
  const before = await readFile(testConsole.registryFile, 'utf8');
  await replaceFile(testConsole.registryFile, await change(before));
  try {
    await work();
  } finally {
    await replaceFile(testConsole.registryFile, before);
  }
}

test.describe('when a remote\'s server is stopped', () => {
  test.use({ expectedMessages: /ERR_CONNECTION_REFUSED/ });

  test('its screens show the panel with reason, remote, version and owner, the rest works, and Retry brings it back without reloading', async ({ page, testConsole }) => {
    await testConsole.stop('mf-reports');
    try {
      await logIn(page, 'admin@example.com');
      const menu = page.getByRole('navigation', { name: 'Console' });
      await menu.getByRole('link', { name: 'Audit Report' }).click();
      const panel = page.getByRole('alert');
      await expect(panel).toContainText('Audit Report cannot be shown');
      await expect(panel).toContainText('Its server does not answer');
      await expect(panel).toContainText('mf-reports');
      await expect(panel).toContainText('1.0.0');
      await expect(panel).toContainText('Reporting team');

      await menu.getByRole('link', { name: 'User Management' }).click();
      await expect(page.getByText('operator@example.com')).toBeVisible();

      await menu.getByRole('link', { name: 'Audit Report' }).click();
      await expect(panel).toContainText('Audit Report cannot be shown');
      await page.evaluate(() => Object.assign(window, { notReloaded: true }));
      await testConsole.start('mf-reports');
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { name: 'Audit Report' })).toBeVisible();
      expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);
    } finally {
      if (!testConsole.isRunning('mf-reports')) await testConsole.start('mf-reports');
    }
  });
});

test('a remote of an incompatible contract is refused before any byte of it, and the panel says who must upgrade', async ({ page, testConsole }) => {
  const registry = await readRegistry(testConsole);
  const entry = entryOf(registry, 'mf-reports');
  const origin = new URL(entry.baseUrl).origin;
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(origin)) fetched.push(request.url());
  });
  await logIn(page, 'admin@example.com');
  entry.declaration.contract['ui'] = '^9.0.0';
  const changed = { ...registry, remotes: registry.remotes.map((other) => (other === entry ? testConsole.key.sign(entry) : other)) };
  await withRegistry(testConsole, () => JSON.stringify(changed), async () => {
    await page.reload();
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Audit Report' }).click();
    const panel = page.getByRole('alert');
    await expect(panel).toContainText('It does not fit this console');
    await expect(panel).toContainText('It needs @device-console/shared-lib/ui ^9.0.0, the console provides 1.0.0. The console must be upgraded.');
    expect(fetched).toEqual([]);
  });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Audit Report', exact: true })).toBeVisible();
});

test('a malformed registry leaves login and Home working, says what is wrong, and Retry recovers', async ({ page, testConsole }) => {
  await logIn(page, 'admin@example.com');
  await withRegistry(testConsole, () => '{"schemaVersion": 1, "remo', async () => {
    await page.goto('/auditReport');
    await expect(page.getByRole('alert')).toContainText('The list of screens could not be loaded');
  });
  await withRegistry(testConsole, () => '{"remotes": "none"}', async () => {
    await page.goto('/auditReport');
    await expect(page.getByRole('alert')).toContainText('registry.json is not a registry');
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { name: 'Home' })).toBeVisible();
    await page.goBack();
  });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Audit Report', exact: true })).toBeVisible();
});

test('one broken entry of the registry is a notice about that remote; the others work', async ({ page, testConsole }) => {
  await logIn(page, 'admin@example.com');
  // This browser knows the remote once its screens are in the menu.
  await expect(page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Audit Report' })).toBeVisible();
  const registry = await readRegistry(testConsole);
  const broken = { ...registry, remotes: registry.remotes.map((entry) => (entry.id === 'mf-reports' ? { id: 'mf-reports', sequence: 'seven' } : entry)) };
  await withRegistry(testConsole, () => JSON.stringify(broken), async () => {
    await page.reload();
    await expect(page.getByText('mf-reports stays at version 1.0.0')).toBeVisible();
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Audit Report' }).click();
    await expect(page.getByRole('heading', { name: 'Audit Report', exact: true })).toBeVisible();
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'User Management' }).click();
    await expect(page.getByText('operator@example.com')).toBeVisible();
  });
});
