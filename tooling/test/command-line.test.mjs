import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { helpOf, usageOf } from '../lib/command-line.mjs';
import { commands, optionsOf } from '../lib/commands.mjs';
import { readManifest, rootDir, toolingDir } from '../lib/paths.mjs';
import { runApart, runHere } from '../test-support/run-here.mjs';

/** What is imported and not called; and the command line outside, which calls the others. */
const noCommands = ['device-console', 'eslint-preset', 'jest-preset', 'rspack-config', 'webpack-config'];

/** @type {string} */
let folder;
const names = /** @type {(keyof typeof commands)[]} */ (Object.keys(commands));
const whereItBegan = process.cwd();
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-line-'));
  // Help names scripts that npm does not call by their way from here.
  process.chdir(folder);
});
after(() => {
  process.chdir(whereItBegan);
  rmSync(folder, { recursive: true });
});

const env = () => ({ DATA_DIR: join(folder, 'data') });

test('every script of the tools is in the table of commands, and every command is a script', () => {
  const scripts = readdirSync(toolingDir)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => name.slice(0, -'.mjs'.length));
  assert.deepEqual(scripts.filter((name) => !noCommands.includes(name)).sort(), Object.keys(commands).sort());
  const called = Object.values(readManifest(rootDir).scripts).flatMap(
    (line) => /^node tooling\/(.+?)\.mjs/.exec(line)?.[1] ?? [],
  );
  assert.deepEqual(
    called.filter((name) => !Object.hasOwn(commands, name)),
    [],
  );
});

test('every option of a command has a meaning', () => {
  for (const script of names) {
    for (const [name, option] of Object.entries(optionsOf(script))) assert.ok(option?.[1], `${script} --${name}`);
  }
});

for (const script of names) {
  test(`${script} --help says what it does, ends with 0 and does nothing; what is unknown ends with 2`, async () => {
    const { code, stdout, stderr } = await runHere(script, ['--help'], env());
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: `${helpOf(script)}\n`, stderr: '' });
    const wrong = await runHere(script, ['--nonsense'], env());
    assert.equal(wrong.code, 2, wrong.stderr);
    assert.match(wrong.stderr, /nonsense[^]*--help says more\./);
    assert.deepEqual([wrong.stdout, existsSync(join(folder, 'data'))], ['', false]);
  });
}

test('-h is help too, wherever it stands', async () => {
  const { code, stdout, stderr } = await runApart('rollback', ['mf-reports', '-h'], env());
  assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: `${helpOf('rollback')}\n`, stderr: '' });
});

test('help names every argument and option with its meaning', () => {
  const help = helpOf('canary');
  assert.ok(help.startsWith('Gives a build to some operators first.\n\n  npx device-console canary [<remote>] '), help);
  for (const row of [
    /^ {2}--share <number> +give the canary to this part of the operators, from 0 to 1$/m,
    /^ {2}--promote +make the canary live for everybody$/m,
  ])
    assert.match(help, row);
  assert.ok(usageOf('keys').endsWith('<remote> [--to <folder>] [--name <name>] [--withdraws]'));
});

test('the command line lists its commands', async () => {
  const { code, stdout } = await runApart('device-console', ['--help'], env());
  assert.equal(code, 0);
  for (const { outside, what } of Object.values(commands).filter((command) => command.outside))
    assert.match(stdout, new RegExp(`^ +${outside} +${what}$`, 'm'));
});
