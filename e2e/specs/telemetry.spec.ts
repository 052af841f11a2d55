import { execFileSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { buildCanary, copyForBuilding, edit, releaseWith } from '../support/builds.ts';
import { lookAgain } from '../support/look-again.ts';
import { menuLink } from '../support/menu.ts';
import { openAs } from '../support/open-as.ts';
import { changeEntry, keepingRegistry, replaceFile, writeJson } from '../support/registry.ts';
import { rootDir, runScript, type TestConsole } from '../support/test-console.ts';
import { expect, logIn, test, watchMessages } from '../support/test.ts';

const expected = /the canary cannot read|Minified React error #301|ERR_ABORTED/;
const rowOf = (page: Page, table: string, text: string | RegExp) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });

/** A screen that sets state while it is rendered, with the host's React. */
const SCREEN_WITHOUT_END = [
  /\bScreen:\(\)=>(\w+)/,
  'Screen:()=>(props)=>{const [react]=Object.values(__FEDERATION__.__INSTANCES__[0].shareScopeMap.default.react);' +
    'const [turns,turn]=react.lib().useState(0);turn(turns+1);return $1(props)}',
] as const;

/**
 * Gives everybody a canary of mf-reports whose IMEI field throws, built with source maps, and one of mf-devices whose
 * screens never stop rendering.
 */
async function publishCanaries(testConsole: TestConsole): Promise<void> {
  const reports = await copyForBuilding(testConsole, 'mf-reports');
  await edit(reports, 'package.json', '"version": "1.0.0"', '"version": "3.1.0"');
  await edit(
    reports,
    'src/audit/audit-screen.tsx',
    'onChange={change}',
    'onChange={(value) => { if (value === "9") throw new TypeError(`the canary cannot read ${value}`); ' +
      'change(value); }}',
  );
  await buildCanary(testConsole, 'mf-reports', reports);
  const canary = await releaseWith(testConsole, 'mf-devices', '3.1.0', [SCREEN_WITHOUT_END]);
  await changeEntry(testConsole, 'mf-devices', (entry) => ({
    ...entry,
    sequence: entry.sequence + 1,
    canary: { ...canary, share: 1 },
  }));
}

/** Makes the key that withdraws canaries and lists it in config.json, and the key that reads figures. */
async function makeKeys(testConsole: TestConsole): Promise<{ readonly watchKey: string; readonly figuresKey: string }> {
  const folder = join(testConsole.env['DATA_DIR'] ?? '', 'watch-keys');
  const printed = await runScript(testConsole, ['tooling/keys.js', 'canary-watch', '--withdraws', '--to', folder]);
  const config = JSON.parse(await readFile(testConsole.configFile, 'utf8')) as object;
  await writeJson(testConsole.configFile, {
    ...config,
    withdrawalKeys: [JSON.parse(printed.slice(printed.indexOf('{')))],
  });
  const said = await runScript(testConsole, [
    'reference-api/dist/cli.mjs',
    'create-figures-key',
    '--email',
    'superadmin@example.com',
    '--name',
    'watch',
  ]);
  return { watchKey: join(folder, 'canary-watch.pem'), figuresKey: said.trim().split('\n').at(-1) ?? '' };
}

/** A team's webhook receiver, and what it received. */
async function startReceiver() {
  const told: { event: string; remote: string; version: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += String(chunk);
    });
    request.on('end', () => {
      told.push(JSON.parse(body) as (typeof told)[number]);
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const list = JSON.stringify([{ url: `http://127.0.0.1:${port}/hook`, secret: 'sixteen letters!' }]);
  return { told, list, close: () => new Promise((done) => server.close(done)) };
}

/** Causes both faults as an operator would, and waits until the page has reported them. */
async function meetFaults(page: Page, email: string): Promise<void> {
  await logIn(page, email, '/auditReport');
  const told = page.waitForResponse(
    async (response) => response.url().endsWith('/platformReport.php') && response.ok(),
  );
  await page.getByLabel('IMEI').first().fill('9');
  await menuLink(page, 'Device Details').click();
  await expect(page.getByText('mf-devices 3.1.0 failed; showing 1.0.0')).toBeVisible();
  await told;
}

/** The canaries go while the page is open: the shown one with a notice, the other at the next screen. */
async function expectWithdrawn(page: Page): Promise<void> {
  await lookAgain(page);
  await expect(page.getByText('mf-devices 3.1.0 was withdrawn; showing 1.0.0')).toBeVisible();
  await expect(page.getByText('Reports 3.1.0 was withdrawn')).toBeVisible();
  await menuLink(page, 'Audit Report').click();
  await expect(page.getByText('mf-reports 3.1.0 was withdrawn; showing 1.0.0')).toBeVisible();
  await page.getByLabel('IMEI').first().fill('9');
  await expect(page.getByLabel('IMEI').first()).toHaveValue('9');
}

test.describe('errors of remotes', () => {
  test.use({ expectedMessages: expected });

  test(
    "reach their team from all operators' browsers, and canaries that fail too often are withdrawn for " + 'everybody',
    async ({ page, browser, testConsole }) => {
      test.setTimeout(400_000);
      const configBefore = await readFile(testConsole.configFile, 'utf8');
      try {
        await keepingRegistry(testConsole, async () => {
          await publishCanaries(testConsole);
          const { watchKey, figuresKey } = await makeKeys(testConsole);
          const other = await (await browser.newContext({ baseURL: testConsole.address })).newPage();
          const messages = watchMessages(other);
          await Promise.all([meetFaults(page, 'admin@example.com'), meetFaults(other, 'operator@example.com')]);

          const chief = await (await browser.newContext({ baseURL: testConsole.address })).newPage();
          await openAs(chief, 'superadmin@example.com', '/superadmin');
          await menuLink(chief, 'Platform').click();
          // Loads, their median and 95th percentile, failures, operators.
          await expect(rowOf(chief, 'Builds of all operators', 'mf-reports3.1.0Canary')).toContainText(
            /Canary\d\d+ ms\d+ ms223\.1\.0-/,
          );
          await expect(rowOf(chief, 'Builds of all operators', 'mf-devices3.1.0Canary')).toContainText(
            /Canary\d\d+ ms\d+ ms223\.1\.0-/,
          );
          await expect(rowOf(chief, 'Failures of all operators', 'the canary cannot read 9')).toContainText(
            'One of its errors was not caught',
          );
          await expect(rowOf(chief, 'Failures of all operators', /mf-devices.*3\.1\.0/)).toContainText(
            'It was rendered again and again without end',
          );
          await chief
            .getByLabel('Failure', { exact: true })
            .selectOption('mf-reports 3.1.0: TypeError: the canary cannot read 9');
          const stack = await chief.getByRole('definition').filter({ hasText: /^at / }).innerText();
          await chief.context().close();
          expect(stack).not.toContain('.tsx');
          const input = {
            cwd: rootDir,
            input: stack,
            encoding: 'utf8',
            env: { ...process.env, ...testConsole.env },
          } as const;
          expect(execFileSync(process.execPath, ['tooling/stack.js', 'mf-reports'], input)).toMatch(
            /src\/audit\/audit-screen\.tsx:\d+:\d+/,
          );

          const watch = [
            'tooling/watch-canaries.js',
            '--console',
            testConsole.address,
            '--key',
            watchKey,
            '--operators',
            '2',
          ];
          const team = await startReceiver();
          const withKey = { ...testConsole, env: { ...testConsole.env, FIGURES_KEY: figuresKey, WEBHOOKS: team.list } };
          expect(await runScript(withKey, [...watch, '--failures', '100'])).toContain(
            'mf-reports 3.1.0 stays. It failed 2 times for 2 operators',
          );
          const done = await runScript(withKey, [...watch, '--failures', '2']);
          for (const id of ['mf-reports', 'mf-devices']) expect(done).toContain(`${id} 3.1.0 is withdrawn.`);
          expect(await runScript(withKey, watch)).toContain('No canary is out.');
          await team.close();
          expect(team.told).toMatchObject(
            ['mf-devices', 'mf-reports'].map((remote) => ({ event: 'canary-withdrawn', remote, version: '3.1.0' })),
          );

          await Promise.all([expectWithdrawn(page), expectWithdrawn(other)]);
          expect(messages.filter((text) => !expected.test(text))).toEqual([]);
          await other.context().close();
        });
      } finally {
        await replaceFile(testConsole.configFile, configBefore);
        await rm(join(testConsole.env['DATA_DIR'] ?? '', 'watch-keys'), { recursive: true, force: true });
      }
    },
  );
});
