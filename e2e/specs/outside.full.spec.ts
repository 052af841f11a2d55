import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { menuLink } from '../support/menu.ts';
import { TEAM_REMOTE, teamOutside, trusting, withStore } from '../support/outside.ts';
import { interrupt, type Programs } from '../support/programs.ts';
import { expectShown } from '../support/shown-output.ts';
import { keepingRegistry } from '../support/registry.ts';
import { portOf } from '../support/ports.ts';
import { expect, logIn, test } from '../support/test.ts';

const id = TEAM_REMOTE;
const imei = '356938030000005';
/** Processes that npx starts. */
const program = join('node_modules', '@device-console', 'tooling', 'device-console.mjs');

let workspace: Programs;
test.beforeAll(() => {
  test.setTimeout(600_000);
  workspace = teamOutside();
});
test.afterAll(() => workspace.remove());

async function lookUp(page: Page): Promise<void> {
  await menuLink(page, 'Warranty').click();
  await expect(page.getByRole('heading', { name: 'Warranty', exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'IMEI number' }).fill(imei);
  await expect(page.getByRole('rowheader', { name: imei })).toBeVisible();
}

test(
  'a team outside the repository makes a remote by the installed packages, and its types, lint, tests and build ' +
    'pass untouched',
  () => {
    test.setTimeout(300_000);
    const { run, attempt, folder } = workspace;
    expect(existsSync(join(folder, '.github', 'workflows', `${id}.yml`))).toBe(true);
    run('npm', ['run', 'typecheck'], id);
    run('npm', ['run', 'lint'], id);
    expectShown('npm test', run('npm', ['test'], id));
    expectShown('npm run check', run('npm', ['run', 'check'], id));
    expect(existsSync(join(folder, id, 'dist', 'remote.json'))).toBe(true);
    expect(attempt('npx', ['device-console', 'create-remote', 'mf-audit-report'])).toMatchObject({
      code: 1,
      output: expect.stringContaining('/auditReport, which mf-reports has already'),
    });
  },
);

test(
  'it checks, publishes, gives to some roles first and takes back its remote under its own key, and operators ' +
    'use its screen',
  async ({ page, testConsole }) => {
    test.setTimeout(300_000);
    const { run, attemptBeside, runBeside } = workspace;
    const printed = run('npx', ['device-console', 'keys', id, '--to', 'keys']);
    expectShown('npx device-console keys', printed);
    expectShown(
      'npm run contract-check',
      await runBeside('npm', ['run', 'contract-check', '--', '--console', testConsole.address], id),
    );
    await keepingRegistry(testConsole, () =>
      withStore(testConsole, portOf('store', test.info()), async (store) => {
        const publish = [
          'run',
          'publish',
          '--',
          ...store,
          '--console',
          testConsole.address,
          '--key',
          '../keys/mf-warranty.pem',
        ];
        expect(await attemptBeside('npm', publish, id)).toMatchObject({
          code: 3,
          output: expect.stringContaining('does not list key-'),
        });
        await trusting(testConsole, printed, async () => {
          const published = await runBeside('npm', publish, id);
          expect(published).toMatch(
            /mf-warranty 1\.0\.0 is live at http:\/\/127\.0\.0\.1:\d+\/mf-warranty\/.* \(sequence 1\)/,
          );
          expectShown('npm run publish', published);
          await logIn(page, 'operator@example.com');
          await lookUp(page);

          const manage = (command: string, ...more: readonly string[]): Promise<string> =>
            runBeside(process.execPath, [program, command, ...more, ...store, '--console', testConsole.address]);
          const key = ['--key', 'keys/mf-warranty.pem'];
          const description = join(workspace.folder, id, 'package.json');
          writeFileSync(
            description,
            readFileSync(description, 'utf8').replace('"version": "1.0.0"', '"version": "1.1.0"'),
          );
          expect(await manage('canary', id, '--roles', 'ADMIN', ...key)).toContain(
            'mf-warranty 1.1.0 is the canary for ADMIN (sequence 2); 1.0.0 stays live for the others',
          );
          expect(await manage('status')).toMatch(/^mf-warranty +1\.0\.0 +2 .*1\.1\.0/m);
          expect(await manage('canary', id, '--promote', ...key)).toContain(
            'mf-warranty 1.1.0 is live for everybody (sequence 3)',
          );
          expectShown('npx device-console rollback', await manage('rollback', id, ...key));
          const status = await manage('status');
          expect(status).toMatch(/^mf-warranty +1\.0\.0 +4 /m);
          expectShown('npx device-console status', status);
        });
      }),
    );
  },
);

test('its browser test passes untouched, in a console of its own', () => {
  test.setTimeout(300_000);
  expect(
    workspace.run('env', [`PORT=${portOf('browser test outside', test.info())}`, 'npm', 'run', 'e2e'], id),
  ).toContain('1 passed');
});

test('under dev it runs under a permission of its own, in a console with demo data, and an edit shows at once', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const port = portOf('dev server outside', test.info());
  const file = join(workspace.folder, id, 'src', 'warranty', 'warranty-screen.tsx');
  const declared = join(workspace.folder, id, 'src', 'remote.ts');
  const before = readFileSync(declared, 'utf8');
  writeFileSync(declared, before.replace(/permission: '.*'/, "permission: 'Warranty'"));
  const started = await workspace.start(
    [program, 'dev', id],
    { PORT: String(port), DATA_DIR: join(workspace.folder, '.data') },
    'Ctrl-C ends it.',
  );
  expectShown('npx device-console dev', started.output);
  try {
    await logIn(page, 'operator@example.com', `http://localhost:${port}`);
    await lookUp(page);
    writeFileSync(file, readFileSync(file, 'utf8').replace("t('Find a device')", "t('Find a covered device')"));
    await expect(page.getByRole('heading', { name: 'Find a covered device' })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('rowheader', { name: imei })).toBeVisible();
    await menuLink(page, 'Device Details').click();
    await expect(page.getByRole('heading', { name: 'Device Details', exact: true })).toBeVisible();
    // Before its console goes.
    await page.close();
  } finally {
    writeFileSync(declared, before);
    expect(await interrupt(started)).toBe(0);
  }
});
