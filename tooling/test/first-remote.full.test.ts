// Follows docs/first-remote.md as a team outside would, in an empty folder with an empty npm cache: from the three
// packages to the team's first screen in a browser; then a permission, a panel, a card of Home, an entry of the search,
// a row action and a service of its own; then its tests and checks. Packages come from the real registry. Prints times.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createServer } from 'node:http';
import { chromium, type Page } from 'playwright-core';
import { demoPassword } from '../bench/lib/page-load.ts';
import { findChromium, quietChromium } from '../lib/chromium.ts';
import { rootDir } from '../lib/paths.mjs';
import { pack, packageNames } from '../packing/pack.ts';

/** The limit until the screen is shown. */
const LIMIT_MS = 300_000;
const id = 'mf-warranty';
const port = '3700';
const servicePort = 3790;

const folder = mkdtempSync(join(tmpdir(), 'first-remote-'));
const servicesFile = join(folder, 'services.json');
const env = {
  ...process.env,
  npm_config_cache: join(folder, 'npm-cache'),
  PORT: port,
  SERVICES_FILE: servicesFile,
};

function run(command: string, below: string = '.'): string {
  const [program = '', ...args] = command.split(' ');
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: join(folder, below), env, encoding: 'utf8' });
  assert.equal(status, 0, `${command}:\n${stdout}${stderr}`);
  return stdout;
}

function shownManifest(): string {
  const page = readFileSync(join(rootDir, 'docs', 'first-remote.md'), 'utf8');
  const [, manifest] = /```json\n([^]*?)```/.exec(page) ?? [];
  assert.ok(manifest, 'docs/first-remote.md shows a package.json');
  return manifest;
}

/** Resolves once `npx device-console dev` says that it is ready. */
function startDev(): Promise<ChildProcess> {
  // Started directly, because npx would not forward signals.
  const program = join(folder, 'node_modules', '.bin', 'device-console');
  const dev = spawn(process.execPath, [program, 'dev', id], { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    let output = '';
    dev.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('Ctrl-C ends it.')) resolve(dev);
    });
    dev.once('exit', (code) => reject(new Error(`dev ended with ${code}:\n${output}`)));
  });
}

/** Logs the operator in at an address, and looks at the page. */
async function inBrowser(address: string, look: (page: Page) => Promise<void>): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: quietChromium });
  try {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${port}${address}`);
    await page.getByLabel('Email or phone').fill('operator@example.com');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Log In' }).click();
    await look(page);
  } finally {
    await browser.close();
  }
}

const atWarranty = (page: Page) => page.getByRole('heading', { name: 'Warranty', exact: true }).waitFor();

const sources = {
  'claims.ts': `
import type { ServiceCall } from '@device-console/shared-lib/contract';
const fields = {
  '~standard': { validate: (value: unknown) => ({ value: Object(value) as { imei?: string; open?: number } }) },
};
export const openClaims = {
  path: 'claims', permission: 'Warranty', body: fields, answer: fields,
} satisfies ServiceCall;
`,
  'warranty/claims-panel.tsx': `
import { useCallback, useEffect, type ReactNode } from 'react';
import { failureText, useQuery, useService } from '@device-console/shared-lib/console';
import { openClaims } from '../claims.ts';
import { t } from '../t.ts';

export function Panel(): ReactNode {
  const service = useService();
  const { state, ask } = useQuery(
    useCallback((_: null, signal: AbortSignal) => service.call(openClaims, {}, { signal }), [service]),
  );
  useEffect(() => ask(null), [ask]);
  if (state.status === 'failed') return <p role="alert">{failureText(state.error)}</p>;
  return <p>{state.last ? t('{count} claims are open', { count: Number(state.last.open) }) : t('Asking')}</p>;
}
`,
  'warranty/claims-panel.test.tsx': `
import { screen } from '@testing-library/react';
import { fakeService, renderConsole } from '@device-console/shared-lib/testing';
import { openClaims } from '../claims.ts';
import { Panel } from './claims-panel.tsx';

it('shows what the service of the team answers', async () => {
  await renderConsole(<Panel />, {
    session: { userlevel: 'USER', permissions: ['Warranty'] },
    services: [fakeService(openClaims, () => ({ open: 5 }))],
  });
  expect(await screen.findByText('5 claims are open')).toBeInTheDocument();
});
`,
};

const contributions = `  serviceCalls: [openClaims],
  contributions: {
    deviceActions: [{ id: 'warranty', title: 'Show the warranty', order: 500, screen: 'warranty' }],
    devicePanels: [
      {
        id: 'warranty-device',
        title: 'Claims of this device',
        order: 500,
        permission: 'Warranty',
        load: () => import('./warranty/claims-panel.tsx'),
      },
    ],
    homePanels: [
      {
        id: 'warranty-home',
        title: 'Claims at a glance',
        order: 500,
        permission: 'Warranty',
        load: () => import('./warranty/claims-panel.tsx'),
      },
    ],
    searchCommands: [
      { id: 'warranty-open', title: 'Open the claims', order: 500, permission: 'Warranty', address: 'warranty' },
    ],
  },
});
`;

/** Gives the remote all that a team may want beside a screen. */
function addExtras(): void {
  for (const [file, text] of Object.entries(sources)) writeFileSync(join(folder, id, 'src', file), text);
  const declared = join(folder, id, 'src', 'remote.ts');
  const [start = ''] = readFileSync(declared, 'utf8').split(/^}\);/m);
  const importing = start.replace(
    "import { defineRemote } from '@device-console/shared-lib/remote';",
    "import { defineRemote } from '@device-console/shared-lib/remote';\nimport { openClaims } from './claims.ts';",
  );
  const ofWarranty = (text: string) => text.replace(/permission: '[^']*'/, "permission: 'Warranty'");
  writeFileSync(declared, ofWarranty(importing) + contributions);
  // The test of the declaration says what it is to be.
  const declarationTest = join(folder, id, 'src', 'remote.test.ts');
  writeFileSync(declarationTest, ofWarranty(readFileSync(declarationTest, 'utf8')));
}

/** The team's service, which answers that three claims are open; the API's administrator has listed it. */
async function startService() {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
  const calls = [{ path: 'claims', permission: 'Warranty' }];
  writeFileSync(servicesFile, JSON.stringify({ [id]: { url: `http://127.0.0.1:${servicePort}`, secret, calls } }));
  const server = createServer((_request, response) => response.end('{"open":3}')).listen(servicePort, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function lookAtExtras(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Claims at a glance' }).getByText('3 claims are open').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('open the cl');
  await page.getByRole('option', { name: 'Open the claims' }).click();
  await atWarranty(page);
  const sample = await (await page.request.get(`http://localhost:${port}/samples/imei.csv`)).text();
  const imei = /\d{15}/.exec(sample)?.[0] ?? '';
  await page.goto(`http://localhost:${port}/deviceDetails`);
  await page.getByLabel('IMEI number').fill(imei);
  await page.getByRole('button', { name: `Commands for ${imei}` }).click();
  await page.getByRole('menuitem', { name: 'Show the warranty' }).click();
  await atWarranty(page);
  assert.ok(page.url().endsWith(`/warranty#imei=${imei}`), page.url());
  await page.goto(`http://localhost:${port}/device#imei=${imei}`);
  await page.getByRole('region', { name: 'Claims of this device' }).getByText('3 claims are open').waitFor();
}

test('a team outside gets from an empty folder to its first screen in five minutes, and to extras', async (context) => {
  context.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'packages'));
  await pack(packageNames, join(folder, 'packages'), () => undefined);
  writeFileSync(servicesFile, '{}', { mode: 0o600 });
  const began = performance.now();
  const tell = (what: string): number => {
    const took = performance.now() - began;
    context.diagnostic(`${what} after ${(took / 1_000).toFixed(1)} s`);
    return took;
  };
  writeFileSync(join(folder, 'package.json'), shownManifest());
  run('npm install');
  tell('installed');
  run(`npx device-console create-remote ${id}`);
  const dev = await startDev();
  await inBrowser('/warranty', atWarranty).finally(() => dev.kill('SIGINT'));
  const took = tell('the first screen');
  await once(dev, 'exit');
  assert.ok(took < LIMIT_MS, `${took} ms`);

  addExtras();
  const service = await startService();
  const again = await startDev();
  await inBrowser('/', lookAtExtras).finally(() => {
    again.kill('SIGINT');
    service.close();
  });
  tell('permission, panel, card of Home, entry of the search, row action and service');
  await once(again, 'exit');
  const message = run(`npx device-console keys ${id} --to keys`);
  for (const part of [/"warranty\*"/, /add-permission "Warranty"/, /"path": "claims"/, /store-token mf-warranty/])
    assert.match(message, part);
  run('npm test', id);
  run('npm run check', id);
  tell('tested and checked');
  // The minimiser puts the name together: only the output shows it.
  const leaving = "if (typeof document === 'object') window[('loca' + 'tion') as 'location'].href = '/';\n";
  appendFileSync(join(folder, id, 'src', 'warranty', 'warranty-screen.tsx'), leaving);
  assert.throws(() => run('npm run check', id), /Refused: the page around the remote[^]*warranty-screen\.tsx:\d+: /);
});
