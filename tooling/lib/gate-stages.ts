// The stages of `npm test`: what each runs, in their order.
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildIfChanged } from './build-if-changed.ts';
import { findChromium } from './chromium.ts';
import { findNginx, findPostgres, findSystemdAnalyze } from './programs.ts';
import { readJson, remoteIds, rootDir, toolingDir } from './paths.mjs';
import { type Task, runScripts } from './package-scripts.ts';
import { type Log, runNode } from './run-node.ts';
import { buildJobs } from './workspace.mjs';
import { remoteSettings } from './refusals/remote-settings.ts';
import { screenSizes } from './refusals/declaration-faults.ts';
import type { RemoteDocument } from './publishing/rules.ts';

export type Counts = { passed: number; failed: number; failures?: readonly string[] };

/**
 * A check: the script `id` of packages, which runs in parallel with those of other checks, one core each. `folders` are
 * the packages to run it in. Default: all that have the script.
 */
export type Check = { id: string; name: string; folders?: readonly string[] };

/** A stage that uses all cores. */
export type Stage = { id: string; name: string; work: (extent: Extent, print: Log) => Counts | Promise<Counts> };

export type Extent = 'quick' | 'whole';

const webPackages = () => ['shared-lib', 'shell', ...remoteIds()];

export const checks: readonly Check[] = [
  { id: 'typecheck', name: 'types' },
  // A single run, so that the types of all packages are read once.
  { id: 'lint', name: 'lint', folders: ['tooling'] },
  { id: 'format', name: 'format' },
  { id: 'import-rules', name: 'import rules' },
  { id: 'dead-code', name: 'dead code' },
];

/**
 * Two lanes of about the same length run in parallel, each one stage at a time: browser tests spend a third of their
 * time waiting for servers, disks and clocks. More lanes would slow each other down.
 */
export const lanes: Readonly<Record<string, readonly Stage[]>> = {
  one: [
    { id: 'build', name: 'build', work: buildAll },
    { id: 'sizes', name: 'sizes', work: checkSizes },
    { id: 'browser', name: 'browser tests', work: browserTests },
    { id: 'server', name: 'server and store tests', work: serverTests },
  ],
  two: [
    { id: 'unit', name: 'unit and component tests', work: (_, print) => packageTests(webPackages(), ['test'], print) },
    { id: 'tooling', name: 'tooling tests', work: (_, print) => packageTests(['tooling'], ['test'], print) },
  ],
};

export const quickStages = ['typecheck', 'lint', 'unit', 'server', 'build', 'browser'];

/** The cache of the first lane's tests: lanes run in parallel. */
const FIRST_LANE = 'first-lane';

/** Runs the tests of packages, one package at a time with all cores. Returns the counts, including cached results. */
async function packageTests(
  folders: readonly string[],
  scripts: readonly string[],
  print: Log,
  env: NodeJS.ProcessEnv = {},
  cache: string = 'tasks',
): Promise<Counts> {
  const reportOf = ({ folder, script }: Pick<Task, 'folder' | 'script'>): string =>
    join(rootDir, folder, '.cache', 'reports', `${script}.json`);
  for (const folder of folders) for (const script of scripts) rmSync(reportOf({ folder, script }), { force: true });
  const tasks = await runScripts({ folders, scripts, atOnce: 1, env: { ...env, TEST_REPORTS: '1' }, print, cache });
  const total: Counts & { failures: string[] } = { passed: 0, failed: 0, failures: [] };
  for (const { isOk, ...task } of tasks) {
    const counts = readJson(reportOf(task)) as Counts & { skipped: number };
    if (counts.skipped > 0)
      print(`${task.folder}: ${counts.skipped} tests were skipped; a skipped test proves nothing.`);
    total.passed += counts.passed;
    total.failures.push(...(counts.failures ?? []).map((name) => `${task.folder}/${name}`));
    total.failed += isOk ? counts.failed + counts.skipped : Math.max(counts.failed + counts.skipped, 1);
  }
  return total;
}

function serverTests(extent: Extent, print: Log): Promise<Counts> {
  const programs = { NGINX_PATH: findNginx(), SYSTEMD_ANALYZE_PATH: findSystemdAnalyze() };
  const database = extent === 'quick' ? { DATABASES: 'sqlite' } : { POSTGRES_BIN: findPostgres() };
  return packageTests(['reference-api'], ['test', 'test-documents'], print, { ...programs, ...database }, FIRST_LANE);
}

function browserTests(extent: Extent, print: Log): Promise<Counts> {
  const extra = extent === 'quick' ? { JOURNEY: '1' } : deploymentPrograms();
  return packageTests(['e2e'], ['test'], print, { CHROMIUM_PATH: findChromium(), ...extra }, FIRST_LANE);
}

const deploymentPrograms = () => ({ POSTGRES_BIN: findPostgres(), NGINX_PATH: findNginx() });

/**
 * Builds every package. Except in the quick run, also builds the host that remotes are developed under, which several
 * browser tests start.
 */
async function buildAll(extent: Extent, print: Log): Promise<Counts> {
  await buildIfChanged(buildJobs(), print);
  if (extent === 'whole') {
    const { code: status } = await runNode([join(toolingDir, 'test-support', 'build-development-host.js')], { print });
    if (status !== 0) throw new Error('The host that remotes are developed under could not be built.');
  }
  return { passed: 0, failed: 0 };
}

function checkSizes(_: Extent, print: Log): Counts {
  const tooLarge = measureSizes().filter(({ bytes, limit }) => bytes > limit);
  for (const { name, bytes, limit } of tooLarge)
    print(`The ${name} weighs ${bytes} bytes gzipped; the limit is ${limit}.`);
  const wrong = filesWithGallery();
  if (wrong.length > 0) print(`The gallery is in the host's build: ${wrong.join(', ')}.`);
  return { passed: 0, failed: tooLarge.length + wrong.length };
}

/**
 * Limits in gzipped bytes: today's size plus a little, so that growth is a decision. A remote's package.json has its
 * own limit. About 8 kB of each screen are the remote's entry with its part of the federation runtime.
 */
const limits = { loginPage: 145_000 };

const gzipped = (files: readonly string[]): number =>
  files.reduce((total, file) => total + gzipSync(readFileSync(file)).length, 0);

function loginPageFiles() {
  const dist = join(rootDir, 'shell', 'dist');
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  return [...page.matchAll(/(?:src|href)="?\/([^"\s>]+\.(?:js|css))\b/g)].map(([, file = '']) => join(dist, file));
}

/** A screen's size includes its remote's entry. */
function measureSizes() {
  const screens = remoteIds().flatMap((id) => {
    const dist = join(rootDir, id, 'dist');
    const declaration = readJson(join(dist, 'remote.json')) as RemoteDocument;
    const sizes = screenSizes(declaration, (file) => readFileSync(join(dist, file)));
    return [
      {
        name: `heaviest screen of ${id}`,
        bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
        limit: remoteSettings(join(rootDir, id)).screenLimit,
      },
    ];
  });
  return [{ name: 'login page', bytes: gzipped(loginPageFiles()), limit: limits.loginPage }, ...screens];
}

/**
 * Files of the host's build that contain gallery code, which belongs in development builds only. Found by source maps.
 */
function filesWithGallery() {
  const dist = join(rootDir, 'shell', 'dist');
  return readdirSync(dist).filter(
    (file) => file.endsWith('.map') && readFileSync(join(dist, file), 'utf8').includes('/src/gallery/'),
  );
}
