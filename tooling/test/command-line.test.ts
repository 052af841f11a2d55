import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import { helpOf, usageOf } from '../lib/command-line.mjs';
import { commands } from '../lib/commands.mjs';
import { readManifest, rootDir, toolingDir } from '../lib/paths.mjs';
import { runApart, runHere } from '../test-support/run-here.ts';

/** Modules that are only imported, and the command line, which runs the other scripts. */
const noCommands = ['device-console', 'rspack-config', 'webpack-config'];

let folder: string;
const names = Object.keys(commands) as (keyof typeof commands)[];
const whereItBegan = process.cwd();
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-line-'));
  // The commands must also work outside the repository's folder.
  process.chdir(folder);
});
after(() => {
  process.chdir(whereItBegan);
  rmSync(folder, { recursive: true });
});

const env = () => ({ DATA_DIR: join(folder, 'data') });

test('every script of the tools is in the table of commands, and every command is a script', () => {
  const scripts = readdirSync(toolingDir)
    .filter((name) => /^[\w-]+\.ts$/.test(name))
    .map((name) => name.slice(0, -'.ts'.length));
  assert.deepEqual(scripts.filter((name) => !noCommands.includes(name)).sort(), Object.keys(commands).sort());
  const called = Object.values(readManifest(rootDir).scripts).flatMap(
    (line) => /^node tooling\/device-console\.mjs (\S+)/.exec(line)?.[1] ?? [],
  );
  assert.ok(called.includes('start'));
  assert.deepEqual(
    called.filter((name) => !Object.hasOwn(commands, name)),
    [],
  );
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

/**
 * Runs the command line in a fresh clone, where no package is installed and npm only prints its arguments and fails.
 */
function inFreshClone(...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const clone = join(folder, 'clone');
  if (!existsSync(clone)) {
    const isLeft = new Set(['node_modules', 'test', '.cache']);
    cpSync(toolingDir, join(clone, 'tooling'), { recursive: true, filter: (path) => !isLeft.has(basename(path)) });
    cpSync(join(rootDir, 'package.json'), join(clone, 'package.json'));
    mkdirSync(join(clone, 'bin'));
    writeFileSync(join(clone, 'bin', 'npm'), '#!/bin/sh\necho "npm $*"\nexit 1\n', { mode: 0o755 });
  }
  return spawnSync(process.execPath, ['tooling/device-console.mjs', ...args], {
    cwd: clone,
    encoding: 'utf8',
    env: { ...process.env, PATH: join(clone, 'bin') },
  });
}

// The command line prints help before it loads what a command needs.
test('help needs no package, of a command that is light as of one that is not', () => {
  for (const script of ['status', 'check', 'create-remote'] as const) {
    const { status, stdout, stderr } = inFreshClone(commands[script].outside ?? script, '--help');
    assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: `${helpOf(script)}\n`, stderr: '' });
  }
});

test('a command installs what it needs, and says so', () => {
  const failed = 'npm install failed; its output above says why.\n';
  const whole = inFreshClone('check', 'mf-reports');
  assert.deepEqual([whole.status, whole.stderr], [1, failed]);
  assert.equal(whole.stdout, 'Installing all packages…\nnpm install --no-audit --no-fund\n');
  const light = inFreshClone('status');
  assert.deepEqual([light.status, light.stderr], [1, failed]);
  assert.match(light.stdout, /^Installing the packages that build and run the console…\nnpm install .* --omit=dev\n$/);
});

test('what needs no compiler begins without the packages of tests and lint', async () => {
  const { devDependencies } = readManifest(rootDir);
  const light = names.filter((script) => commands[script].isLight);
  const runtime = readManifest(toolingDir).dependencies;
  const { metafile } = await build({
    entryPoints: light.map((script) => join(toolingDir, `${script}.ts`)),
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    outdir: folder,
    logLevel: 'silent',
  });
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  assert.ok(imported.includes('webpack'));
  assert.deepEqual(
    imported.filter((path) => path in devDependencies && !(path in runtime)),
    [],
  );
});
