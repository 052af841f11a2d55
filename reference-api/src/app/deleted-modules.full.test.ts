import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ApiModule } from '../core/module.ts';
import { modules } from './modules.ts';

jest.setTimeout(600_000);

/*
 * Each module is deleted once, in a copy of this package: its folder and its line of the list. All other sources
 * compile then, and so do the helpers in src/testing. Of the tests go those that no longer compile, because they show
 * the module together with something else, those that make one of its calls, and those listed below. Of the rest,
 * those of sessions, commands, chunks of batches, keys and reports run, on SQLite: the specification's calls, which
 * need no module.
 */
const TESTS = 'src/core/(accounts/sessions|batches/batch-items|commands|keys|reports/report-pages)';

const PACKAGE = resolve(__dirname, '..', '..');
const REPOSITORY = resolve(PACKAGE, '..');
const CACHE = join(REPOSITORY, '.cache');
const program = (name: string) => join(REPOSITORY, 'node_modules', name);

/** Tests of the core that read by the module what they prove, or count what it adds. */
const READ_BY: Readonly<Record<string, readonly string[]>> = {
  'batch-runs': ['batches/batch-items.test.ts'],
  budgets: ['commands/statements.test.ts', 'keys/keys.test.ts'],
  operations: ['commands/statements.test.ts'],
  'operator-audit': ['accounts/sessions.test.ts', 'keys/keys.test.ts'],
  retention: ['batches/batch-items.test.ts'],
};

let scratch = '';
const inCopy = (file: string) => join(scratch, 'reference-api', file);
beforeEach(() => {
  mkdirSync(CACHE, { recursive: true });
  // Within the repository, where packages are found.
  scratch = mkdtempSync(join(CACHE, 'deleted-module-'));
  mkdirSync(inCopy(''));
  for (const name of ['tsconfig.json', 'package.json', 'build.mjs', 'jest.config.mjs', 'schema', 'src'])
    cpSync(join(PACKAGE, name), inCopy(name), { recursive: true });
  symlinkSync(join(PACKAGE, 'node_modules'), inCopy('node_modules'));
  for (const name of ['tsconfig.base.json', 'deploy', 'docs', 'shell'])
    symlinkSync(join(REPOSITORY, name), join(scratch, name));
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

function run(...args: readonly string[]) {
  const env = { ...process.env, DATABASES: 'sqlite', FULL: '', TEST_REPORTS: '' };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: inCopy(''), encoding: 'utf8', env });
  return { status, output: `${stdout}${stderr}` };
}

/** What does not compile. */
function faultyFiles(): readonly string[] {
  const { output } = run(program('typescript-7/bin/tsc'), '--singleThreaded', '-p', '.', '--noEmit');
  return [...new Set(Array.from(output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm), ([, file = '']) => file))];
}

/** A test, or what a module alone has for its tests. */
const isOfTests = (file: string) => /\.test(-d)?\.ts$|\/modules\/[^/]+\/testing\//.test(file);

/** Deletes tests until the rest compiles; returns what does not compile and is no test. */
function deleteFaultyTests(): readonly string[] {
  for (;;) {
    const faulty = faultyFiles();
    const tests = faulty.filter(isOfTests);
    if (tests.length === 0 || tests.length < faulty.length) return faulty;
    for (const file of tests) rmSync(inCopy(file));
  }
}

function deleteModule(name: string): void {
  const list = inCopy('src/app/modules.ts');
  const text = readFileSync(list, 'utf8');
  const [line, constant] = new RegExp(`import \\{ (\\w+) \\} from '../modules/${name}/index.ts';\n`).exec(text) ?? [];
  if (line === undefined) throw new Error(`The list has no line of ${name}.`);
  writeFileSync(list, text.replace(line, '').replace(`  ${constant},\n`, ''));
  rmSync(inCopy(`src/modules/${name}`), { recursive: true });
}

function deleteTestsOf(module: ApiModule): void {
  const names = Object.keys({ ...module.calls, ...module.anonymousCalls });
  for (const file of readdirSync(inCopy('src/core'), { recursive: true, encoding: 'utf8' })) {
    const path = inCopy(join('src/core', file));
    if (!isOfTests(path)) continue;
    const text = readFileSync(path, 'utf8');
    if (names.some((name) => text.includes(`'${name}'`))) rmSync(path);
  }
  for (const file of READ_BY[module.name] ?? []) rmSync(inCopy(join('src/core', file)), { force: true });
}

const [core, ...others]: readonly ApiModule[] = modules;

it('every folder of modules has its line, after the core', () => {
  expect(core?.name).toBe('core');
  const folders = readdirSync(join(PACKAGE, 'src', 'modules'));
  expect(others.map(({ name }) => name).toSorted()).toEqual(folders.toSorted());
});

it.each(others.map((module) => [module.name, module] as const))('nothing needs the module %s', (name, module) => {
  deleteModule(name);
  expect(deleteFaultyTests()).toEqual([]);
  deleteTestsOf(module);
  const { status, output } = run(program('jest/bin/jest.js'), TESTS);
  expect(status === 0 ? '' : output).toBe('');
});
