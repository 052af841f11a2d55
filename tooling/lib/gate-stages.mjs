// The stages of `npm test`: what each runs, in their order.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfChanged } from './build-if-changed.mjs';
import { findChromium } from './chromium.mjs';
import { findNginx, findPostgres, findSystemdAnalyze } from './programs.mjs';
import { nativeCompiler, readJson, remoteIds, rootDir } from './paths.mjs';
import { checkPublicTypes } from './public-types.mjs';
import { buildJobs } from './workspace.mjs';
import { measureSizes } from './sizes.mjs';

/** @typedef {{ passed: number, failed: number }} Counts */
/**
 * One stage; `unit` marks those of `npm run test:unit`, `beside` those of one program on one core, which run two at a
 * time.
 * @typedef {{ name: string, unit: boolean, beside?: boolean, work: () => unknown }} Stage
 */

/** @param {string} name */
const bin = (name) => join(rootDir, 'node_modules', '.bin', name);

/**
 * Runs a program and shows its output when it ends; rejects when it fails.
 * @type {(command: string, args: readonly string[]) => Promise<void>}
 */
function run(command, args) {
  return new Promise((/** @type {(value: void) => void} */ done, failed) => {
    const child = spawn(command, args, { cwd: rootDir, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
      });
    child.once('error', failed);
    child.once('close', (status) => {
      // Others may have begun meanwhile, so the output says whose it is.
      if (output.trim() !== '') console.log(`--- ${command.split('/').pop()} ${args.join(' ')}\n${output.trimEnd()}`);
      if (status === 0) done();
      else failed(new Error(`${command.split('/').pop()} ${args.join(' ')} ended with ${status}`));
    });
  });
}

/**
 * Runs jest over some packages, on every core; returns how many tests passed and failed.
 * @type {(packages: readonly string[], env?: NodeJS.ProcessEnv) => Counts}
 */
function jest(packages, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'gate-'));
  const report = join(folder, 'jest.json');
  try {
    const result = spawnSync(
      bin('jest'),
      [
        '--selectProjects',
        ...packages.flatMap((name) => [`${name} node`, `${name} dom`]),
        '--maxWorkers',
        '100%',
        '--json',
        '--outputFile',
        report,
      ],
      {
        cwd: rootDir,
        stdio: 'inherit',
        env: { ...process.env, ...env },
      },
    );
    const { numPassedTests, numFailedTests, numPendingTests, numFailedTestSuites } =
      /** @type {Record<'numPassedTests' | 'numFailedTests' | 'numPendingTests' | 'numFailedTestSuites', number>} */ (
        readJson(report)
      );
    if (numPendingTests > 0) throw new Error(`${numPendingTests} tests were skipped; a skipped test proves nothing.`);
    if (result.status !== 0)
      return { passed: numPassedTests, failed: Math.max(numFailedTests, numFailedTestSuites, 1) };
    return { passed: numPassedTests, failed: 0 };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The tests of the tooling that take longest begin, so that no core waits at the end for one of them. */
const longestTests = [
  'publish-commands',
  'command-line',
  'public-types',
  'publish-crash',
  'refusals-build',
  'refusals',
];

/**
 * Files, not their folder: Node 22 takes a folder for a module.
 * @returns {readonly string[]}
 */
function toolingTestFiles() {
  const files = readdirSync(join(rootDir, 'tooling', 'test')).filter((name) => name.endsWith('.test.mjs'));
  const first = longestTests.map((name) => `${name}.test.mjs`);
  return [...first, ...files.filter((name) => !first.includes(name))].map((name) => join('tooling', 'test', name));
}

/**
 * Runs the tests of the tooling itself with Node's own runner, on every core.
 * @returns {Counts}
 */
function toolingTests() {
  const folder = mkdtempSync(join(tmpdir(), 'gate-'));
  const report = join(folder, 'tooling.tap');
  const reporters = ['spec', 'stdout', 'tap', report].flatMap((value, index) => [
    index % 2 === 0 ? '--test-reporter' : '--test-reporter-destination',
    value,
  ]);
  try {
    const result = spawnSync(
      process.execPath,
      ['--test', `--test-concurrency=${availableParallelism()}`, ...reporters, ...toolingTestFiles()],
      { cwd: rootDir, stdio: 'inherit' },
    );
    /** @param {string} what */
    const count = (what) => Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(readFileSync(report, 'utf8'))?.[1] ?? 0);
    const failed = count('fail') + count('cancelled') + count('skipped') + count('todo');
    return { passed: count('pass'), failed: result.status === 0 ? failed : Math.max(failed, 1) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @type {(programs: NodeJS.ProcessEnv) => Counts} */
function browserTests(programs) {
  const folder = mkdtempSync(join(tmpdir(), 'gate-'));
  const report = join(folder, 'playwright.json');
  try {
    const result = spawnSync(bin('playwright'), ['test', '-c', 'e2e/playwright.config.ts'], {
      cwd: rootDir,
      stdio: 'inherit',
      env: { ...process.env, ...programs, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    });
    const { expected, unexpected, flaky, skipped } = JSON.parse(readFileSync(report, 'utf8')).stats;
    const failed = unexpected + flaky + skipped;
    return { passed: expected, failed: result.status === 0 ? failed : Math.max(failed, 1) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Every package, and the host that remotes are developed under, which several of the browser's tests start. */
function buildAll() {
  /** @param {string} line */
  const log = (line) => console.log(`  ${line}`);
  return Promise.all([
    buildIfChanged(buildJobs(), log),
    run(process.execPath, [join('tooling', 'test-support', 'build-development-host.mjs')]),
  ]);
}

function checkSizes() {
  const tooLarge = measureSizes().filter(({ bytes, limit }) => bytes > limit);
  if (tooLarge.length > 0)
    throw new Error(
      tooLarge
        .map(({ name, bytes, limit }) => `The ${name} weighs ${bytes} bytes gzipped; the limit is ${limit}.`)
        .join('\n'),
    );
}

async function typeCheck() {
  const projects = [
    'shared-lib',
    'shared-lib/tsconfig.headless.json',
    'shell',
    ...remoteIds(),
    'reference-api',
    'e2e',
    'tooling',
  ];
  for (const project of projects) await run(nativeCompiler, ['-p', project]);
}

const webPackages = () => ['shared-lib', 'shell', ...remoteIds()];

/**
 * Every stage by name.
 * @returns {readonly Stage[]}
 */
export function stages() {
  return [
    { name: 'types', unit: true, beside: true, work: typeCheck },
    {
      name: 'lint',
      unit: true,
      beside: true,
      work: () => run(bin('eslint'), ['.', '-c', 'tooling/test-support/eslint-gate.mjs', '--max-warnings', '0']),
    },
    {
      name: 'format',
      unit: true,
      beside: true,
      work: () => run(bin('prettier'), ['--check', '.', '--log-level', 'warn']),
    },
    {
      name: 'import rules',
      unit: true,
      beside: true,
      work: () =>
        run(bin('depcruise'), [
          '--config',
          '.dependency-cruiser.cjs',
          ...webPackages().map((name) => `${name}/src`),
          'reference-api/src',
          'e2e',
          'tooling',
        ]),
    },
    { name: 'dead code', unit: true, beside: true, work: () => run(bin('knip'), []) },
    { name: 'public types', unit: true, beside: true, work: checkPublicTypes },
    { name: 'unit and component tests', unit: true, work: () => jest(webPackages()) },
    { name: 'tooling tests', unit: true, work: toolingTests },
    {
      name: 'server and store tests',
      unit: false,
      work: () =>
        jest(['reference-api'], {
          POSTGRES_BIN: findPostgres(),
          NGINX_PATH: findNginx(),
          SYSTEMD_ANALYZE_PATH: findSystemdAnalyze(),
        }),
    },
    { name: 'build', unit: false, work: buildAll },
    { name: 'sizes', unit: false, work: checkSizes },
    {
      name: 'browser tests',
      unit: false,
      work: () =>
        browserTests({ CHROMIUM_PATH: findChromium(), POSTGRES_BIN: findPostgres(), NGINX_PATH: findNginx() }),
    },
  ];
}
