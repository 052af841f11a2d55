// The stages of `npm test`: what each runs, in their order.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildIfChanged } from './build-if-changed.ts';
import { findChromium } from './chromium.ts';
import { findPrograms } from './programs.ts';
import { readJson, remoteIds, rootDir } from './paths.mjs';
import { runScripts } from './package-scripts.ts';
import { buildJobs, developmentHostJobs } from './workspace.mjs';
import { remoteSettings } from './refusals/remote-settings.ts';
import { screenSizes } from './refusals/declaration-faults.ts';
import type { RemoteDocument } from './publishing/rules.ts';
import type { Log } from './run-node.ts';

export type Counts = { passed: number; failed: number; failures?: readonly string[] };

/** A script of all packages that have it, which runs in parallel with those of other checks, one core each. */
export type Check = { id: string; name: string; script: string };

/** A stage that uses all cores. */
export type Stage = { id: string; name: string; work: (extent: Extent, print: Log) => Counts | Promise<Counts> };

export type Extent = 'quick' | 'whole';

export const checks: readonly Check[] = [
  { id: 'typecheck', name: 'types', script: 'typecheck' },
  // A single run, so that the types of all packages are read once.
  { id: 'lint', name: 'lint', script: 'lint-all' },
  { id: 'format', name: 'format', script: 'format' },
  { id: 'import-rules', name: 'import rules', script: 'import-rules' },
  { id: 'dead-code', name: 'dead code', script: 'dead-code' },
];

/**
 * Two lanes of about the same length run in parallel, each one stage at a time: browser tests spend a third of their
 * time waiting for servers, disks and clocks. More lanes would slow each other down.
 */
export const lanes: Readonly<Record<string, readonly Stage[]>> = {
  one: [
    { id: 'build', name: 'build', work: buildAll },
    { id: 'sizes', name: 'sizes', work: checkSizes },
    { id: 'browsers', name: 'built for the browsers', work: checkBrowsers },
    { id: 'browser', name: 'browser tests', work: browserTests },
    { id: 'server', name: 'server and store tests', work: serverTests },
  ],
  two: [
    { id: 'unit', name: 'unit and component tests', work: (_, print) => packageTests(webPackages(), print) },
    { id: 'tooling', name: 'tooling tests', work: (_, print) => packageTests(['tooling'], print) },
  ],
};

export const quickStages = ['typecheck', 'lint', 'unit', 'server', 'build', 'browser'];

const webPackages = () => ['shared-lib', 'shell', ...remoteIds()];

/** The cache of the first lane's tests: lanes run in parallel. */
const firstLane = { cache: 'first-lane' };

/** Runs the tests of packages, one package at a time with all cores. Returns the counts, including cached results. */
async function packageTests(
  folders: readonly string[],
  print: Log,
  {
    scripts = ['test'],
    env = {},
    cache = 'tasks',
  }: { scripts?: string[]; env?: NodeJS.ProcessEnv; cache?: string } = {},
): Promise<Counts> {
  const reportOf = (folder: string, script: string): string =>
    join(rootDir, folder, '.cache', 'reports', `${script}.json`);
  for (const folder of folders) for (const script of scripts) rmSync(reportOf(folder, script), { force: true });
  const tasks = await runScripts({ folders, scripts, atOnce: 1, env: { ...env, TEST_REPORTS: '1' }, print, cache });
  const total = { passed: 0, failed: 0, failures: [] as string[] };
  for (const { folder, script, isOk } of tasks) {
    const counts = readJson(reportOf(folder, script)) as Required<Counts> & { skipped: number };
    if (counts.skipped > 0) print(`${folder}: ${counts.skipped} tests were skipped; a skipped test proves nothing.`);
    total.passed += counts.passed;
    total.failed += Math.max(counts.failed + counts.skipped, isOk ? 0 : 1);
    total.failures.push(...counts.failures.map((name) => `${folder}/${name}`));
  }
  return total;
}

function serverTests(extent: Extent, print: Log): Promise<Counts> {
  const database = extent === 'quick' ? { DATABASES: 'sqlite' } : findPrograms('POSTGRES_BIN');
  const env = { ...findPrograms('NGINX_PATH', 'SYSTEMD_ANALYZE_PATH'), ...database };
  return packageTests(['reference-api'], print, { scripts: ['test', 'test-documents'], env, ...firstLane });
}

const OTHER_ENGINES = ['FIREFOX_PATH', 'WEBKIT_DRIVER_PATH', 'MINIBROWSER_PATH', 'XVFB_PATH'] as const;

function browserTests(extent: Extent, print: Log): Promise<Counts> {
  const extra = extent === 'quick' ? { JOURNEY: '1' } : findPrograms('POSTGRES_BIN', 'NGINX_PATH', ...OTHER_ENGINES);
  return packageTests(['e2e'], print, { env: { CHROMIUM_PATH: findChromium(), ...extra }, ...firstLane });
}

/**
 * Builds every package. Except in the quick run, also builds the host that remotes are developed under, which several
 * browser tests start.
 */
async function buildAll(extent: Extent, print: Log): Promise<Counts> {
  await buildIfChanged(buildJobs(), print);
  if (extent === 'whole') await buildIfChanged(developmentHostJobs(), print);
  return { passed: 0, failed: 0 };
}

/**
 * A limit in gzipped bytes: today's size plus a little, so that growth is a decision. A remote's package.json has its
 * own limit. About 8 kB of each screen are the remote's entry with its part of the federation runtime.
 */
const LOGIN_PAGE_BYTES = 148_500;

function checkSizes(_: Extent, print: Log): Counts {
  const faults = [loginPage(), ...remoteIds().map(heaviestScreen)]
    .filter(({ bytes, limit }) => bytes > limit)
    .map(({ name, bytes, limit }) => `The ${name} weighs ${bytes} bytes gzipped; the limit is ${limit}.`);
  for (const fault of faults) print(fault);
  return { passed: 0, failed: faults.length };
}

async function checkBrowsers(_: Extent, print: Log): Promise<Counts> {
  const { tooNewFor } = await import('./built-for-browsers.ts');
  const files = ['shell', ...remoteIds()].flatMap((name) => [`${name}/dist/*.js`, `${name}/dist/*.css`]);
  const faults = await tooNewFor(files);
  for (const fault of faults) print(fault);
  return { passed: 0, failed: faults.length };
}

function loginPage() {
  const dist = join(rootDir, 'shell', 'dist');
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="?\/([^"\s>]+\.(?:js|css))\b/g)].map(([, file = '']) => file);
  const bytes = files.reduce((total, file) => total + gzipSync(readFileSync(join(dist, file))).length, 0);
  return { name: 'login page', bytes, limit: LOGIN_PAGE_BYTES };
}

/** Includes the remote's entry. */
function heaviestScreen(id: string) {
  const dist = join(rootDir, id, 'dist');
  const declaration = readJson(join(dist, 'remote.json')) as RemoteDocument;
  const sizes = screenSizes(declaration, (file) => readFileSync(join(dist, file)));
  const bytes = Math.max(...sizes.map((screen) => screen.bytes));
  return { name: `heaviest screen of ${id}`, bytes, limit: remoteSettings(join(rootDir, id)).screenLimit };
}
