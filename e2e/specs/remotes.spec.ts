import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootDir, runScript, type TestConsole } from '../support/test-console.ts';
import { expect, logIn, test } from '../support/test.ts';

interface RegistryFile {
  readonly remotes: { id: string; baseUrl: string; declaration: { contract: Record<string, string>; entry: { file: string } } }[];
}

const readRegistry = async ({ registryFile }: TestConsole): Promise<RegistryFile> => JSON.parse(await readFile(registryFile, 'utf8')) as RegistryFile;

/** Changes the registry for one test and puts it back afterwards. */
async function withRegistry(testConsole: TestConsole, change: (text: string) => Promise<string> | string, work: () => Promise<void>): Promise<void> {
  const before = await readFile(testConsole.registryFile, 'utf8');
  await writeFile(testConsole.registryFile, await change(before));
  try {
    await work();
  } finally {
    await writeFile(testConsole.registryFile, before);
  }
}

test.describe('when a remote\'s server is stopped', () => {
  test.use({ expectedMessages: /ERR_CONNECTION_REFUSED|RUNTIME-008|already registered/ });

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

test('a remote rebuilt with a visible change and published shows on the next load, the shell untouched', async ({ page, testConsole }) => {
  const workshop = join(rootDir, '.cache', 'e2e', `port-${new URL(testConsole.address).port}`);
  const source = join(workshop, 'mf-reports');
  await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { recursive: true });
  await cp(join(rootDir, 'mf-reports'), source, { recursive: true, filter: (path) => !/\/(dist|node_modules)$/.test(path) });
  await cp(join(rootDir, 'tsconfig.base.json'), join(workshop, 'tsconfig.base.json'));
  const shellBefore = await (await fetch(testConsole.address)).text();
  const registryBefore = await readRegistry(testConsole);

  await logIn(page, 'admin@example.com', '/auditReport');
  await expect(page.getByRole('heading', { name: 'Audit Report', exact: true })).toBeVisible();

  for (const [file, from, to] of [['src/audit/audit-screen.tsx', 'title={messages.audit}', 'title="Audit Report, second edition"'], ['src/remote.ts', "title: 'Audit Report'", "title: 'Audit, new'"]] as const) {
    const path = join(source, file);
    const text = await readFile(path, 'utf8');
    expect(text).toContain(from);
    await writeFile(path, text.replace(from, to));
  }
  await withRegistry(testConsole, (text) => text, async () => {
    await runScript({ ...testConsole }, ['--input-type=module', '-e', `process.chdir(${JSON.stringify(source)}); await import(${JSON.stringify(join(rootDir, 'tooling/build.mjs'))});`]);
    await runScript(testConsole, ['tooling/publish-remote.mjs', 'mf-reports', '--dist', join(source, 'dist')]);
    const others = (registry: RegistryFile) => registry.remotes.filter(({ id }) => id !== 'mf-reports');
    expect(others(await readRegistry(testConsole))).toEqual(others(registryBefore));
    expect(registryBefore.remotes.map(({ id }) => id)).toEqual(expect.arrayContaining(['mf-admin', 'mf-commands', 'mf-devices']));

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Audit Report, second edition' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Audit, new' })).toBeVisible();
    expect(await (await fetch(testConsole.address)).text()).toBe(shellBefore);
  });
  await rm(workshop, { recursive: true });
});

test('a remote of an incompatible contract is refused before any byte of it, and the panel says who must upgrade', async ({ page, testConsole }) => {
  const registry = await readRegistry(testConsole);
  const entry = registry.remotes.find(({ id }) => id === 'mf-reports');
  if (!entry) throw new Error('mf-reports is not in the registry');
  const origin = new URL(entry.baseUrl).origin;
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(origin)) fetched.push(request.url());
  });
  await logIn(page, 'admin@example.com');
  entry.declaration.contract['ui'] = '^9.0.0';
  await withRegistry(testConsole, () => JSON.stringify(registry), async () => {
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
  const registry = await readRegistry(testConsole);
  const broken = { ...registry, remotes: registry.remotes.map((entry) => (entry.id === 'mf-reports' ? { id: 'mf-reports', sequence: 'seven' } : entry)) };
  await withRegistry(testConsole, () => JSON.stringify(broken), async () => {
    await page.reload();
    await expect(page.getByText('Screens of mf-reports are missing')).toBeVisible();
    await page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'User Management' }).click();
    await expect(page.getByText('operator@example.com')).toBeVisible();
  });
});
