import { readFile } from 'node:fs/promises';
import { buildAndPublish, copyForBuilding, edit } from '../support/builds.ts';
import { menuLink } from '../support/menu.ts';
import {
  entryOf,
  keepingRegistry,
  readRegistry,
  replaceFile,
  writeJson,
  type RegistryFile,
} from '../support/registry.ts';
import { runScript } from '../support/test-console.ts';
import { openAs } from '../support/open-as.ts';
import { expect, test } from '../support/test.ts';

/** Building remotes takes time on a busy computer. */
const BUILDING_MS = 180_000;

const others = ({ remotes }: RegistryFile): readonly object[] => remotes.filter(({ id }) => id !== 'mf-reports');

test(
  'a remote published under a live console shows on the next load, and the version before after a rollback; ' +
    'shell and other remotes are untouched',
  async ({ page, testConsole }) => {
    test.setTimeout(BUILDING_MS);
    const shellBefore = await (await fetch(testConsole.address)).text();
    const before = await readRegistry(testConsole);
    await openAs(page, 'admin@example.com', '/auditReport');
    await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();

    await keepingRegistry(testConsole, async () => {
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
      expect(await runScript(testConsole, ['tooling/status.js', '--console', testConsole.address])).toMatch(
        /mf-reports .*key-\w+ +whole/,
      );

      expect(await runScript(testConsole, ['tooling/rollback.js', 'mf-reports'])).toMatch(
        /mf-reports is back at version 1\.0\.0/,
      );
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();
      const after = await readRegistry(testConsole);
      expect(others(after)).toEqual(others(before));
      expect(entryOf(after, 'mf-reports').sequence).toBe(entryOf(before, 'mf-reports').sequence + 2);
      expect(await (await fetch(testConsole.address)).text()).toBe(shellBefore);
    });
  },
);

test('a console takes its registry from another origin where config.json names one', async ({ page, testConsole }) => {
  const config = await readFile(testConsole.configFile, 'utf8');
  const { baseUrl } = entryOf(await readRegistry(testConsole), 'mf-reports');
  const registryUrl = new URL('/registry.json', baseUrl).href;
  expect(registryUrl).not.toContain(testConsole.address);
  await writeJson(testConsole.configFile, { ...(JSON.parse(config) as object), registryUrl });
  try {
    const read = page.waitForResponse(registryUrl);
    await openAs(page, 'admin@example.com', '/auditReport');
    expect((await read).status()).toBe(200);
    await expect(page.getByRole('heading', { name: 'Audit Report By IMEI' })).toBeVisible();
  } finally {
    await replaceFile(testConsole.configFile, config);
  }
});
