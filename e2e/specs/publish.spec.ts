import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  buildAndPublish,
  buildWithOwnRuntime,
  copyForBuilding,
  edit,
  publishedFolder,
  withFile,
} from '../support/builds.ts';
import { demoImeis } from '../support/demo-data.ts';
import { fileMessages } from '../support/messages.ts';
import { menuLink } from '../support/menu.ts';
import { entryOf, keepingRegistry, readRegistry, replaceFile, type RegistryFile } from '../support/registry.ts';
import { rootDir, runScript, type TestConsole } from '../support/test-console.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

/** Building remotes takes time on a busy computer. */
const BUILDING_MS = 180_000;

const others = ({ remotes }: RegistryFile): readonly object[] => remotes.filter(({ id }) => id !== 'mf-reports');

test.afterEach(async ({ testConsole }) => {
  await runScript(testConsole, ['tooling/publish-remote.mjs', 'mf-reports', '--replace']);
});

test(
  'a remote published under a live console shows on the next load, and the version before after a rollback; ' +
    'shell and other remotes are untouched',
  async ({ page, testConsole }) => {
    test.setTimeout(BUILDING_MS);
    const shellBefore = await (await fetch(testConsole.address)).text();
    const before = await readRegistry(testConsole);
    await openAs(page, 'admin@example.com', '/auditReport');
    await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();

    const source = await copyForBuilding(testConsole, 'mf-reports');
    await edit(
      source,
      'src/audit/audit-screen.tsx',
      "title={t('Audit Report By IMEI')}",
      'title="Audit Report, second edition"',
    );
    await edit(source, 'src/remote.ts', "title: 'Audit Report'", "title: 'Audit, new'");
    await buildAndPublish(testConsole, 'mf-reports', source);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Audit Report, second edition' })).toBeVisible();
    await expect(menuLink(page, 'Audit, new')).toBeVisible();
    expect(await runScript(testConsole, ['tooling/status.mjs', '--console', testConsole.address])).toMatch(
      /mf-reports .*key-\w+ +fits +whole/,
    );

    expect(await runScript(testConsole, ['tooling/rollback.mjs', 'mf-reports'])).toMatch(
      /mf-reports is back at version 1\.0\.0/,
    );
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();
    const after = await readRegistry(testConsole);
    expect(others(after)).toEqual(others(before));
    expect(entryOf(after, 'mf-reports').sequence).toBe(entryOf(before, 'mf-reports').sequence + 2);
    expect(await (await fetch(testConsole.address)).text()).toBe(shellBefore);
  },
);

test.describe('a remote with a federation runtime of its own', () => {
  test.use({ expectedMessages: fileMessages });

  test('runs in this console as others do, under the same hashes', async ({ page, testConsole }) => {
    test.setTimeout(BUILDING_MS);
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

/** A separate store on another port, behind HTTP, while `work` runs. */
async function withStore(
  testConsole: TestConsole,
  work: (address: string, token: string) => Promise<void>,
): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'store-'));
  const port = String(Number(new URL(testConsole.address).port) + 50);
  const tokens = join(root, '.tokens.json');
  const said = await runScript(testConsole, ['tooling/store-token.mjs', 'mf-reports', '--to', tokens]);
  const args = [join(rootDir, 'tooling', 'serve.mjs'), 'store', '--root', root, '--port', port, '--tokens', tokens];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(child.stdout, 'data');
    await work(`http://127.0.0.1:${port}`, said.split('\n')[1] ?? '');
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    await rm(root, { recursive: true });
  }
}

test('a console shows what was published over HTTP into a store on another origin', async ({ page, testConsole }) => {
  const config = await readFile(testConsole.configFile, 'utf8');
  await withStore(testConsole, async (address, token) => {
    const toStore: TestConsole = { ...testConsole, env: { ...testConsole.env, STORE_TOKEN: token } };
    await runScript(toStore, [
      'tooling/publish-remote.mjs',
      'mf-reports',
      '--to',
      address,
      '--console',
      testConsole.address,
      '--new-registry',
    ]);
    await replaceFile(
      testConsole.configFile,
      JSON.stringify({ ...(JSON.parse(config) as object), registryUrl: `${address}/registry.json` }),
    );
    try {
      const fetched: string[] = [];
      page.on('response', (response) => {
        if (response.url().startsWith(address))
          fetched.push(`${response.status()} ${new URL(response.url()).pathname}`);
      });
      await openAs(page, 'admin@example.com', '/auditReport');
      await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();
      expect(fetched.some((line) => /^200 \/mf-reports\/1\.0\.0-[0-9a-f]{16}\/remoteEntry\./.test(line))).toBe(true);
      await expect(menuLink(page, 'User Management')).toHaveCount(0);
    } finally {
      await replaceFile(testConsole.configFile, config);
    }
  });
});
