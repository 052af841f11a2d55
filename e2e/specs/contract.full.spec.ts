import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { lookAgain } from '../support/look-again.ts';
import { menuLink, openCommandOf } from '../support/menu.ts';
import { packed, trusting, withStore, workspaceOutside } from '../support/outside.ts';
import type { Programs } from '../support/programs.ts';
import { entryOf, readRegistry } from '../support/registry.ts';
import { rootDir, startTestConsole, type TestConsole } from '../support/test-console.ts';
import { portOf } from '../support/ports.ts';
import { expect, logIn, test as base } from '../support/test.ts';
import { copyWorkspace } from '../support/workspace-copy.ts';

const id = 'mf-warranty';
const imei = '356938030000005';
const compiler = join(rootDir, 'node_modules', 'typescript-7', 'bin', 'tsc');

/** A minor version of shared-lib, and what it adds to the one before. */
interface Edition {
  readonly version: string;
  readonly name: string;
  readonly text: string;
}

/** What the console of this test provides; the repository's own is 1.0.0. */
const second: Edition = { version: '1.1.0', name: 'warrantyTerms', text: 'Covered for two years' };
const third: Edition = { version: '1.2.0', name: 'warrantyDesk', text: 'Ask the warranty desk' };

function replace(file: string, from: string, to: string): void {
  const text = readFileSync(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`);
  writeFileSync(file, text.replaceAll(from, to));
}

/** Gives the package of shared-lib in `folder` its next version. */
function raise(folder: string, before: string, { version }: Edition): void {
  replace(join(folder, 'package.json'), `"version": "${before}"`, `"version": "${version}"`);
}

/** Installs the next version in a workspace: what the packer would make of sources with one more export. */
function install(workspace: Programs, before: string, edition: Edition): void {
  const folder = join(workspace.folder, 'node_modules', '@device-console', 'shared-lib');
  const contract = join(folder, 'dist', 'contract');
  raise(folder, before, edition);
  const { name, text } = edition;
  appendFileSync(join(contract, 'index.js'), `\nexport const ${name} = '${text}';\n`);
  appendFileSync(join(contract, 'index.d.ts'), `\nexport declare const ${name} = "${text}";\n`);
}

const test = base.extend<{ newer: TestConsole }>({
  newer: [
    async ({}, use) => {
      const copy = copyWorkspace();
      try {
        const sharedLib = join(copy.folder, 'shared-lib');
        raise(sharedLib, '1.0.0', second);
        const source = `/** What a device is covered by. */\nexport const ${second.name} = '${second.text}';\n`;
        appendFileSync(join(sharedLib, 'src', 'contract', 'index.ts'), source);
        copy.run(process.execPath, ['e2e/support/build-plain-host.mjs']);
        const newer = await startTestConsole(
          portOf('newer console', test.info()),
          {},
          null,
          join(copy.folder, 'shell', 'dist'),
        );
        try {
          await use(newer);
        } finally {
          await newer.close();
        }
      } finally {
        copy.remove();
      }
    },
    { timeout: 600_000 },
  ],
});

async function lookUp(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'IMEI number' }).fill(imei);
  await expect(page.getByRole('rowheader', { name: imei })).toBeVisible();
}

async function openAgain(page: Page): Promise<void> {
  await menuLink(page, 'Home').click();
  await menuLink(page, 'Warranty').click();
}

/** The remote's next version, whose code uses what its shared-lib has since. */
function edit(
  workspace: Programs,
  version: readonly [string, string],
  code: readonly (readonly [string, string])[],
): void {
  replace(join(workspace.folder, id, 'package.json'), `"version": "${version[0]}"`, `"version": "${version[1]}"`);
  for (const [from, to] of code)
    replace(join(workspace.folder, id, 'src', 'warranty', 'warranty-screen.tsx'), from, to);
}

test(
  'a remote is redeployed under a live shell: built with the shared-lib before and with the same it works, with ' +
    'the next it is refused unfetched',
  async ({ page, newer }) => {
    test.setTimeout(600_000);
    const workspace = workspaceOutside(packed(rootDir, ['shared-lib', 'tooling']));
    const { run, attempt, attemptBeside, runBeside } = workspace;
    const types = () => attempt(process.execPath, [compiler, '-p', id]);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    try {
      run('npx', ['device-console', 'create-remote', id]);
      const printed = run('npx', ['device-console', 'keys', id, '--to', 'keys']);
      await withStore(newer, portOf('store', test.info()), (store) =>
        trusting(newer, printed, async () => {
          const place = [...store, '--console', newer.address, '--key', '../keys/mf-warranty.pem'];
          const contractCheck = () =>
            attemptBeside('npm', ['run', 'contract-check', '--', '--console', newer.address], id);
          const publish = (...more: readonly string[]) =>
            attemptBeside('npm', ['run', 'publish', '--', ...place, ...more], id);

          expect(await contractCheck()).toMatchObject({
            code: 0,
            output: expect.stringContaining('mf-warranty 1.0.0 fits.'),
          });
          expect(await publish()).toMatchObject({ code: 0, output: expect.stringContaining('is live at') });
          expect(entryOf(await readRegistry(newer), id).declaration.contract['contract']).toBe('^1.0.0');
          await logIn(page, 'operator@example.com', newer.address);
          await page.evaluate(() => Object.assign(window, { notReloaded: true }));
          await menuLink(page, 'Warranty').click();
          await lookUp(page);

          install(workspace, '1.0.0', second);
          edit(
            workspace,
            ['1.0.0', '1.1.0'],
            [
              ['{ calls, ', '{ calls, warrantyTerms, '],
              ["title={t('Find a device')}", 'title={warrantyTerms}'],
            ],
          );
          expect(types()).toMatchObject({ code: 0 });
          expect(await contractCheck()).toMatchObject({
            code: 0,
            output: expect.stringContaining('mf-warranty 1.1.0 fits.'),
          });
          expect(await publish()).toMatchObject({ code: 0, output: expect.stringContaining('is live at') });
          expect(entryOf(await readRegistry(newer), id).declaration.contract['contract']).toBe('^1.1.0');
          await lookAgain(page);
          await expect(page.getByText('A new version of Warranty is ready')).toBeVisible();
          await openAgain(page);
          await expect(page.getByRole('heading', { name: 'Covered for two years' })).toBeVisible();
          await lookUp(page);

          edit(workspace, ['1.1.0', '1.2.0'], [['warrantyTerms', 'warrantyDesk']]);
          expect(types().output).toContain("has no exported member 'warrantyDesk'");
          install(workspace, '1.1.0', third);
          expect(types()).toMatchObject({ code: 0 });
          const misfit =
            'It needs @device-console/shared-lib/contract ^1.2.0, the console provides 1.1.0. The console must be ' +
            'upgraded.';
          expect(await contractCheck()).toMatchObject({ code: 3, output: expect.stringContaining(misfit) });
          expect(await publish()).toMatchObject({ code: 3, output: expect.stringContaining('Nothing was published.') });
          expect(await publish('--even-if-refused')).toMatchObject({ code: 0 });
          const { baseUrl } = entryOf(await readRegistry(newer), id);
          expect(baseUrl).toContain('/mf-warranty/1.2.0-');
          await lookAgain(page);
          await expect(page.getByText('1.2.0 replaces 1.1.0.')).toBeVisible();
          await openAgain(page);
          const panel = page.getByRole('alert');
          await expect(panel).toContainText('Warranty cannot be shown');
          await expect(panel).toContainText('It does not fit this console');
          await expect(panel).toContainText(misfit);
          await expect(panel).toContainText('Warranty team');
          await menuLink(page, 'Device Details').click();
          await page.getByRole('textbox', { name: 'IMEI number' }).fill(imei);
          await openCommandOf(page, imei, 'Lock Device');
          await page.getByRole('button', { name: 'Lock Device' }).click();
          await expect(page.getByText('Lock initiated  successfully.')).toBeVisible();
          expect(await page.evaluate(() => 'notReloaded' in window)).toBe(true);

          await page.goto(`${newer.address}/warranty`);
          await expect(panel).toContainText(misfit);
          expect(requested.filter((url) => url.startsWith(baseUrl))).toEqual([]);

          expect(
            await runBeside('npx', [
              'device-console',
              'rollback',
              id,
              ...store,
              '--console',
              newer.address,
              '--key',
              'keys/mf-warranty.pem',
            ]),
          ).toContain('mf-warranty is back at version 1.1.0');
          await page.getByRole('button', { name: 'Retry' }).click();
          await expect(page.getByRole('heading', { name: 'Covered for two years' })).toBeVisible();
          await lookUp(page);
          // Before its console goes.
          await page.close();
        }),
      );
    } finally {
      workspace.remove();
    }
  },
);
