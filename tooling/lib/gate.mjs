// The stages of `npm test`: what each runs, in which order, and how it is reported.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfChanged } from './build-if-changed.mjs';
import { findChromium } from './chromium.mjs';
import { findPostgres } from './postgres.mjs';
import { readJson, remoteIds, rootDir } from './paths.mjs';
import { checkPublicTypes } from './public-types.mjs';
import { buildJobs } from './workspace.mjs';
import { measureSizes } from './sizes.mjs';

const bin = (name) => join(rootDir, 'node_modules', '.bin', name);

/** Runs a program with its output on this terminal; throws when it fails. */
function run(command, args, env = {}) {
  const result = spawnSync(command, args, { cwd: rootDir, stdio: 'inherit', env: { ...process.env, ...env } });
  if (result.error) throw result.error;
  if (result.status !== 0) throw new Error(`${command.split('/').pop()} ${args.join(' ')} ended with ${result.status}`);
}

/** Runs jest over some packages; answers how many tests passed and failed. */
function jest(packages, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gate-'));
  const report = join(folder, 'jest.json');
  try {
    const result = spawnSync(bin('jest'), ['--selectProjects', ...packages.flatMap((name) => [`${name} node`, `${name} dom`]), '--json', '--outputFile', report], {
      cwd: rootDir, stdio: 'inherit', env: { ...process.env, ...env },
    });
    const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } = readJson(report);
    if (numPendingTests > 0) throw new Error(`${numPendingTests} tests were skipped; a skipped test proves nothing.`);
    if (result.status !== 0) return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites, 1) };
    return { passed: numPassedTests, failed: 0 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs the tests of the tooling itself with Node's own runner. */
function toolingTests() {
  const folder = mkdtempSync(join(tmpdir(), 'gate-'));
  const report = join(folder, 'tooling.tap');
  const reporters = ['spec', 'stdout', 'tap', report].flatMap((value, index) => [index % 2 === 0 ? '--test-reporter' : '--test-reporter-destination', value]);
  try {
    const result = spawnSync(process.execPath, ['--test', ...reporters, 'tooling/test/'], { cwd: rootDir, stdio: 'inherit' });
    const count = (what) => Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(readFileSync(report, 'utf8'))?.[1] ?? 0);
    const failed = count('fail') + count('cancelled') + count('skipped') + count('todo');
    return { passed: count('pass'), failed: result.status === 0 ? failed : Math.max(failed, 1) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function browserTests(chromium) {
  const folder = mkdtempSync(join(tmpdir(), 'gate-'));
  const report = join(folder, 'playwright.json');
  try {
    const result = spawnSync(bin('playwright'), ['test', '-c', 'e2e/playwright.config.ts'], {
      cwd: rootDir, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    });
    const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(report, 'utf8')).stats;
    const failed = unexpected + flaky + skipped;
    return { passed: expected, failed: result.status === 0 ? failed : Math.max(failed, 1) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const buildAll = () => buildIfChanged(buildJobs(), (line) => console.log(`  ${line}`));

function checkSizes() {
  const tooLarge = measureSizes().filter(({ bytes, limit }) => bytes > limit);
  if (tooLarge.length > 0) throw new Error(tooLarge.map(({ name, bytes, limit }) => `The ${name} weighs ${bytes} bytes gzipped; the limit is ${limit}.`).join('\n'));
}

function typeCheck() {
  const projects = ['shared-lib', 'shared-lib/tsconfig.headless.json', 'shell', ...remoteIds(), 'reference-api', 'e2e'];
  for (const project of projects) run(bin('tsc'), ['-p', project]);
}

const webPackages = () => ['shared-lib', 'shell', ...remoteIds()];

/** Every stage by name; `unit` marks those of `npm run test:unit`. */
function stages() {
  return [
    { name: 'types', unit: true, work: typeCheck },
    { name: 'lint', unit: true, work: () => run(bin('eslint'), ['.', '--max-warnings', '0']) },
    { name: 'import rules', unit: true, work: () => run(bin('depcruise'), ['--config', '.dependency-cruiser.cjs', ...webPackages().map((name) => `${name}/src`), 'reference-api/src', 'e2e']) },
    { name: 'dead code', unit: true, work: () => run(bin('knip'), []) },
    { name: 'public types', unit: true, work: checkPublicTypes },
    { name: 'unit and component tests', unit: true, work: () => jest(webPackages()) },
    { name: 'tooling tests', unit: true, work: toolingTests },
    { name: 'server and store tests', unit: false, work: () => jest(['reference-api'], { POSTGRES_BIN: findPostgres() }) },
    { name: 'build', unit: false, work: buildAll },
    { name: 'sizes', unit: false, work: checkSizes },
    { name: 'browser tests', unit: false, work: () => browserTests(findChromium()) },
  ];
}

/**
 * Runs the gate; answers the exit code. `unit` leaves out what needs a build, a database or a browser, `browser` runs the browser tests
 * alone, `full` adds the long runs.
 */
export async function runGate([extent]) {
  if (extent === 'full') process.env.FULL = '1';
  const chosen = stages().filter(({ name, unit }) => (extent === 'browser' ? /^(build|browser)/.test(name) : extent !== 'unit' || unit));
  const times = [];
  let passed = 0;
  let failed = 0;
  for (const { name, work } of chosen) {
    const started = performance.now();
    console.log(`\n=== ${name}`);
    let outcome = 'ok';
    try {
      const counts = await work();
      passed += counts?.passed ?? 0;
      failed += counts?.failed ?? 0;
      if (counts?.failed) outcome = 'FAILED';
    } catch (error) {
      console.error(error.message);
      failed += 1;
      outcome = 'FAILED';
    }
    times.push(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${name}${outcome === 'ok' ? '' : `  ${outcome}`}`);
  }
  console.log(`\n${times.join('\n')}\n`);
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}
