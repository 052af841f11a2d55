// The first hour of a new developer, in a copy of the repository and by the steps of CONTRIBUTING.md: a text, a
// command, a column, a setting, and one test. A step that CONTRIBUTING.md leaves out fails here.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readJson, readManifest, rootDir } from '../lib/paths.mjs';
import { copyRepository } from '../test-support/repository-copy.ts';

const guide = readFileSync(join(rootDir, 'CONTRIBUTING.md'), 'utf8');
let copy = '';
const at = (...parts: string[]): string => join(copy, ...parts);

function run(command: string, env: NodeJS.ProcessEnv = {}): { code: number | null; output: string } {
  const [program = '', ...args] = command.split(' ');
  const options = { cwd: copy, encoding: 'utf8' as const, env: { ...process.env, ...env } };
  const { status, stdout, stderr } = spawnSync(program, args, { ...options, maxBuffer: 100_000_000 });
  return { code: status, output: stdout + stderr };
}
function succeed(command: string, env?: NodeJS.ProcessEnv): string {
  const { code, output } = run(command, env);
  assert.equal(code, 0, `${command}:\n${output}`);
  return output;
}

function edit(file: string, from: string, to: string): void {
  const text = readFileSync(at(file), 'utf8');
  assert.equal(text.split(from).length, 2, `${file} has "${from}" once`);
  writeFileSync(
    at(file),
    text.replace(from, () => to),
  );
}
const compile = (packages: readonly string[]): void => {
  for (const name of packages) succeed(`node node_modules/typescript-7/bin/tsc -p ${name}`);
};

/** Follows CONTRIBUTING.md after a change of text: updates the catalogues, and fills in the new translations. */
function translate() {
  const said = succeed('npm run translations');
  const files = [...said.matchAll(/^(\S+): texts without a translation/gm)].map(([, file = '']) => file);
  for (const file of files)
    writeFileSync(at(file), readFileSync(at(file), 'utf8').replaceAll(/": ""(,?)$/gm, '": "अनुवाद"$1'));
  succeed('node --test --test-name-pattern=every.text tooling/test/translations.test.js');
  return files;
}

type Ran = Record<'status' | 'fullName', string>;

/** A test of jest that ran. */

/** Runs the tests of a package's folder. Returns the names of those that fail. */
function failedTests(packageName: string, folder: string): Set<string> {
  const file = at('.cache', 'result.json');
  mkdirSync(at('.cache'), { recursive: true });
  run(`npm test -w ${packageName} -- --json --outputFile=${file} ${folder}`, { DATABASES: 'sqlite' });
  const { numTotalTests, testResults } = readJson(file) as {
    numTotalTests: number;
    testResults: { assertionResults: Ran[] }[];
  };
  assert.ok(numTotalTests > 0, `${packageName} ${folder} has tests`);
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  return new Set(failed);
}

before(() => {
  copy = copyRepository();
});
after(() => rmSync(copy, { recursive: true }));

test('a text: the first task changes it, and one command says which catalogue lacks it', () => {
  const [, file = '', text = ''] = /In `([^`]+)` change the text\s+`([^`]+)`/.exec(guide) ?? [];
  edit(file, `t('${text}')`, "t('Look up a phone')");
  assert.deepEqual(translate(), ['mf-devices/src/locales/hi.json']);
});

test('a command: its row is enough, and of the tests those that the guide names ask for the specification', () => {
  const [, file = '', sample = ''] = /one row in `([^`]+)`:\n\n```ts\n([^]*?)```/.exec(guide) ?? [];
  const row = sample
    .replaceAll('Restore App', 'Dim Screen')
    .replaceAll('restoreApp', 'dimScreen')
    .replaceAll('restoreapp', 'dimscreen')
    .replaceAll('UNGREYAPP', 'DIMSCREEN')
    .replace('bulkUngreyCopy', 'bulkDimCopy')
    .replace('order: 80', 'order: 81')
    .replace(/ {2}inverse: .*\n/, '');
  edit(file, 'commandTable({\n', `commandTable({\n${row.replaceAll(/^/gm, '  ').trimEnd()}\n`);
  edit('shared-lib/src/contract/permissions.ts', "  'Audit Report',\n]", "  'Audit Report',\n  'Dim Screen',\n]");
  edit(
    'shared-lib/src/contract/reports.ts',
    "  { report: 'deviceaction'",
    "  { report: 'dimscreen', title: 'Dim Screen History', kind: 'commands' },\n  { report: 'deviceaction'",
  );
  assert.deepEqual(
    translate(),
    ['shared-lib', 'mf-commands'].map((name) => `${name}/src/locales/hi.json`),
  );
  compile(['shared-lib', 'shell', 'mf-commands', 'mf-reports', 'reference-api']);
  const declared = JSON.parse(succeed('node tooling/list-declarations.js')) as {
    id: string;
    screens: { path: string }[];
  }[];
  assert.ok(declared.some(({ screens }) => screens.some(({ path }) => path === 'dimScreen')));
  const named = [...(/The tests of ([^]*?) that now\s+fail/.exec(guide)?.[1]?.matchAll(/[A-Z]\d+/g) ?? [])].map(
    ([id]) => id,
  );
  const failed = [
    ['shared-lib', 'src/contract'],
    ['shell', 'src/navigation src/frame'],
    ['mf-commands', 'src/remote.test.ts'],
    ['mf-reports', 'src/reports'],
    ['reference-api', 'src/core/calls/access'],
  ].flatMap(([name = '', folder = '']) => [...failedTests(name, folder)]);
  const isOf =
    (id: string): ((name: string) => boolean) =>
    (name) =>
      new RegExp(`\\b${id}\\b`).test(name);
  const expected = [...named, 'docs/requirements.md'];
  assert.deepEqual(
    failed.filter((name) => !expected.some((id) => isOf(id)(name))),
    [],
  );
  assert.deepEqual(
    expected.filter((id) => !failed.some(isOf(id))),
    [],
  );
});

test('a column: one entry beside the screen shows it', () => {
  edit(
    'mf-reports/src/reports/report-columns.tsx',
    "  wordColumn('manufacturer',",
    "  wordColumn('maker', t('Made by'), (row) => row.Manufacturer, 130),\n  wordColumn('manufacturer',",
  );
  assert.deepEqual(translate(), ['mf-reports/src/locales/hi.json']);
  compile(['mf-reports']);
  const shown = `import { openReport, tableOf } from '../testing/open-report.tsx';
it('shows who made a device', async () => {
  const { submit, press } = await openReport('register');
  await submit();
  await press('View');
  expect((await tableOf('Registrations')).header).toContain('Made by');
});\n`;
  writeFileSync(at('mf-reports', 'src', 'reports', 'made-by.test.tsx'), shown);
  succeed('npm test -w mf-reports -- src/reports/made-by');
});

test('a setting: a row of the variables, and the table of the README that a test compares', () => {
  const compare = () =>
    run('npx jest -c reference-api/jest.documents.mjs -w 1 -t variable.of.the.environment', { DATABASES: 'sqlite' });
  edit(
    'reference-api/src/app/configuration/core-variables.ts',
    '  SESSION_IDLE_MINUTES:',
    '  TEA_MINUTES: numeric(4, 1, 60),\n  SESSION_IDLE_MINUTES:',
  );
  assert.equal(compare().code, 1);
  edit(
    'reference-api/README.md',
    '| `SESSION_IDLE_MINUTES` |',
    '| `TEA_MINUTES` | number from 1 to 60 | minutes that tea is left | 4 |\n| `SESSION_IDLE_MINUTES` |',
  );
  const { code, output } = compare();
  assert.equal(code, 0, output);
  compile(['reference-api']);
});

test('one folder of tests runs by the command that the guide shows', () => {
  const [command = ''] = /npm test -w shared-lib -- [\w/-]+/.exec(guide) ?? [];
  assert.match(succeed(command), /Tests: +\d+ passed/);
  assert.ok(readManifest(copy).scripts['release']);
});
