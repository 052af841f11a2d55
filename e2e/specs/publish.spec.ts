import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAndPublish, buildWithEnhanced, copyForBuilding, edit, publishedFolder, withFile } from '../support/builds.ts';
import { demoImeis } from '../support/demo-data.ts';
import { entryOf, keepingRegistry, readRegistry, replaceFile, type RegistryFile } from '../support/registry.ts';
import { rootDir, runScript, type TestConsole } from '../support/test-console.ts';
import { expect, logIn, test } from '../support/test.ts';

/** Building remotes takes its time on a busy computer. */
const BUILDING_MS = 180_000;

const others = ({ remotes }: RegistryFile): readonly object[] => remotes.filter(({ id }) => id !== 'mf-reports');

test.afterEach(async ({ testConsole }) => {
  await runScript(testConsole, ['tooling/publish-remote.mjs', 'mf-reports']);
});

test('a remote published under a live console shows on the next load, and the version before after a rollback; shell and other remotes are untouched', async ({ page, testConsole }) => {
  test.setTimeout(BUILDING_MS);
  const shellBefore = await (await fetch(testConsole.address)).text();
  const before = await readRegistry(testConsole);
  await logIn(page, 'admin@example.com', '/auditReport');
  await expect(page.getByRole('heading', { name: 'Audit Report', exact: true })).toBeVisible();

  const source = await copyForBuilding(testConsole, 'mf-reports');
  await edit(source, 'src/audit/audit-screen.tsx', 'title={messages.audit}', 'title="Audit Report, second edition"');
  await edit(source, 'src/remote.ts', 'title: \'Audit Report\'', 'title: \'Audit, new\'');
  await buildAndPublish(testConsole, 'mf-reports', source);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Audit Report, second edition' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Audit, new' })).toBeVisible();
  expect(await runScript(testConsole, ['tooling/status.mjs', '--console', testConsole.address])).toMatch(/mf-reports .*key-\w+ +fits +whole/);

  expect(await runScript(testConsole, ['tooling/rollback.mjs', 'mf-reports'])).toMatch(/mf-reports is back at version 1\.0\.0/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Audit Report', exact: true })).toBeVisible();
  const after = await readRegistry(testConsole);
  expect(others(after)).toEqual(others(before));
  expect(entryOf(after, 'mf-reports').sequence).toBe(entryOf(before, 'mf-reports').sequence + 2);
  expect(await (await fetch(testConsole.address)).text()).toBe(shellBefore);
});

test.describe('a remote built with @module-federation/enhanced', () => {
  test.use({ expectedMessages: /integrity/ });

  test('runs in this console as others do, under the same hashes', async ({ page, testConsole }) => {
    test.setTimeout(BUILDING_MS);
    const [imei = ''] = demoImeis(0, 1);
    await keepingRegistry(testConsole, async () => {
      const source = await copyForBuilding(testConsole, 'mf-reports');
      await edit(source, 'src/audit/audit-screen.tsx', 'title={messages.audit}', 'title="Built otherwise"');
      const { declaration } = await buildWithEnhanced(testConsole, 'mf-reports', source);
      const chunk = declaration.assets.map(({ file }) => file).find((file) => file.includes('audit-screen') && file.endsWith('.js')) ?? '';
      await withFile(await publishedFolder(testConsole, 'mf-reports'), chunk, (text) => `${text} `, async () => {
        await logIn(page, 'admin@example.com', `/auditReport#imei=${imei}`);
        await expect(page.getByText(/Audit Report cannot be shown/)).toBeVisible();
      });
      await page.getByRole('button', { name: 'Retry' }).click();
      await expect(page.getByRole('heading', { name: 'Built otherwise' })).toBeVisible();
      // What it shares with the host: the session's client, the table and the timeline.
      await expect(page.getByRole('table', { name: `Executed Commands of ${imei}` })).toBeVisible();
      await expect(page.getByRole('list', { name: `Timeline of ${imei}, newest first` })).toBeVisible();
    });
  });
});

/** A store of its own on another port, behind HTTP, for as long as `work` takes. */
async function withStore(testConsole: TestConsole, work: (address: string) => Promise<void>): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'store-'));
  const port = String(Number(new URL(testConsole.address).port) + 50);
  const args = [join(rootDir, 'tooling', 'serve.mjs'), 'store', '--root', root, '--port', port];
  const child = spawn(process.execPath, args, { env: { ...process.env, STORE_TOKEN: 'token-of-the-browser-tests' }, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(child.stdout, 'data');
    await work(`http://127.0.0.1:${port}`);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(root, { recursive: true });
  }
}

test('a console shows what was published over HTTP into a store on another origin', async ({ page, testConsole }) => {
  const config = await readFile(testConsole.configFile, 'utf8');
  await withStore(testConsole, async (address) => {
    const toStore: TestConsole = { ...testConsole, env: { ...testConsole.env, STORE_TOKEN: 'token-of-the-browser-tests' } };
    await runScript(toStore, ['tooling/publish-remote.mjs', 'mf-reports', '--to', address, '--console', testConsole.address]);
    await replaceFile(testConsole.configFile, JSON.stringify({ ...(JSON.parse(config) as object), registryUrl: `${address}/registry.json` }));
    try {
      const fetched: string[] = [];
      page.on('response', (response) => { if (response.url().startsWith(address)) fetched.push(`${response.status()} ${new URL(response.url()).pathname}`); });
      await logIn(page, 'admin@example.com', '/auditReport');
      await expect(page.getByRole('heading', { name: 'Audit Report', exact: true })).toBeVisible();
      expect(fetched.some((line) => /^200 \/mf-reports\/1\.0\.0-[0-9a-f]{16}\/remoteEntry\./.test(line))).toBe(true);
      await expect(page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'User Management' })).toHaveCount(0);
    } finally {
      await replaceFile(testConsole.configFile, config);
    }
  });
});
