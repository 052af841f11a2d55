// Follows docs/first-remote.md as a team outside would, in an empty folder with an empty npm cache: from the three
// packages to the team's first screen in a browser, then tests and build. Packages come from the real registry.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { quietChromium, findChromium } from '../lib/chromium.ts';
import { rootDir } from '../lib/paths.mjs';
import { pack, packageNames } from '../packing/pack.ts';
import { demoPassword } from './lib/page-load.ts';

/** The limit until the screen is shown; tests and build come later. */
const LIMIT_SECONDS = 300;
const id = 'mf-warranty';
const port = process.env['BENCH_PORT'] ?? '3700';

const folder = mkdtempSync(join(tmpdir(), 'newcomer-'));
const env = { ...process.env, npm_config_cache: join(folder, 'npm-cache'), PORT: port };

async function timed<Result>(what: string, work: () => Result | Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  console.log(`  ${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${what}`);
  return result;
}

const run = (command: string, below: string = '.'): Promise<void> =>
  timed(command, () => {
    const [program = '', ...args] = command.split(' ');
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: join(folder, below), env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}${stderr}`);
  });

function shownManifest() {
  const page = readFileSync(join(rootDir, 'docs', 'first-remote.md'), 'utf8');
  const [, manifest] = /```json\n([^]*?)```/.exec(page) ?? [];
  if (manifest === undefined) throw new Error('docs/first-remote.md shows no package.json.');
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

async function openScreen() {
  const browser = await chromium.launch({ executablePath: findChromium(), args: quietChromium });
  try {
    const page = await browser.newPage();
    await page.goto(`http://localhost:${port}/warranty`);
    await page.getByLabel('Email or phone').fill('operator@example.com');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Log In' }).click();
    await page.getByRole('heading', { name: 'Warranty', exact: true }).waitFor();
  } finally {
    await browser.close();
  }
}

try {
  mkdirSync(join(folder, 'packages'));
  await timed('the administrator packs (not counted)', () =>
    pack(packageNames, join(folder, 'packages'), () => undefined),
  );
  const began = performance.now();
  writeFileSync(join(folder, 'package.json'), shownManifest());
  await run('npm install');
  await run(`npx device-console create-remote ${id}`);
  const dev = await timed(`npx device-console dev ${id}`, startDev);
  await timed('the screen in the browser', openScreen).finally(() => dev.kill('SIGINT'));
  const seconds = (performance.now() - began) / 1_000;
  await once(dev, 'exit');
  console.log(`  ${seconds.toFixed(1).padStart(6)} s  in all until the first screen (limit ${LIMIT_SECONDS} s)`);
  if (seconds > LIMIT_SECONDS) process.exitCode = 1;
  await run('npm test', id);
  await run('npm run check', id);
} finally {
  rmSync(folder, { recursive: true });
}
