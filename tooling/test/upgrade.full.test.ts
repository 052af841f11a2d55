// A team's workspace outside the repository, with the real packages of shared-lib and the tools in two versions.
// Third-party packages are found in the folders above it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readJson, readManifest, rootDir } from '../lib/paths.mjs';
import { stageSharedLib } from '../packing/shared-lib.ts';
import { stageTooling } from '../packing/tooling.ts';

const id = 'mf-warranty';
let workspace = '';
const at = (...parts: string[]): string => join(workspace, ...parts);

function run(command: string, ...args: string[]): { code: number | null; output: string } {
  const env = { ...process.env, npm_config_offline: 'true', DATA_DIR: at('.data') };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: workspace, encoding: 'utf8', env });
  return { code: status, output: stdout + stderr };
}
const deviceConsole = (...args: string[]): { code: number | null; output: string } =>
  run(process.execPath, at('node_modules', '@device-console', 'tooling', 'device-console.mjs'), ...args);

function pack(name: string, version: string): void {
  const { name: fullName, type, bin, exports } = readManifest(at('made', name));
  // Without its dependencies, which npm would ask a registry for.
  writeFileSync(at('made', name, 'package.json'), JSON.stringify({ name: fullName, version, type, bin, exports }));
  assert.equal(run('npm', 'pack', `./made/${name}`, '--pack-destination', 'packages').code, 0);
}

const contract = (ending: string) => at('made', 'shared-lib', 'dist', 'contract', `index.${ending}`);

/** Adds a text of this name to the contract of shared-lib. */
function addName(name: string): void {
  appendFileSync(contract('js'), `\nexport const ${name} = 'Covered for two years';\n`);
  appendFileSync(contract('d.ts'), `\nexport declare const ${name}: string;\n`);
}

/** Makes the next version of shared-lib, which has one more name. */
function editSharedLib() {
  addName('warrantyTerms');
  const names = { contract: { warrantyTerms: '1.1.0' } };
  writeFileSync(at('made', 'shared-lib', 'since.json'), JSON.stringify({ first: '1.0.0', version: '1.1.0', names }));
}

before(() => {
  mkdirSync(join(rootDir, '.cache'), { recursive: true });
  workspace = mkdtempSync(join(rootDir, '.cache', 'upgrade-'));
  // A separate repository: ours would ignore the folder.
  mkdirSync(at('.git'));
  for (const [name, stage] of [
    ['shared-lib', stageSharedLib],
    ['tooling', stageTooling],
  ] as const) {
    mkdirSync(at('made', name), { recursive: true });
    stage(at('made', name));
  }
  mkdirSync(at('packages'));
  pack('shared-lib', '1.0.0');
  pack('tooling', '1.0.0');
  writeFileSync(
    at('package.json'),
    JSON.stringify({
      name: 'a-team',
      workspaces: ['mf-*'],
      dependencies: {
        '@device-console/shared-lib': 'file:packages/device-console-shared-lib-1.0.0.tgz',
        react: `file:${join(rootDir, 'node_modules', 'react')}`,
      },
      devDependencies: { '@device-console/tooling': 'file:packages/device-console-tooling-1.0.0.tgz' },
    }),
  );
  assert.deepEqual(run('npm', 'install', '--no-audit', '--no-fund').code, 0);
  const { code, output } = deviceConsole('create-remote', id);
  assert.equal(code, 0, output);
});
after(() => rmSync(workspace, { recursive: true }));

const use = (name: string): void => {
  const screen = at(id, 'src', 'warranty', 'warranty-screen.tsx');
  writeFileSync(screen, readFileSync(screen, 'utf8').replace('import { calls', `$&, ${name}`));
  appendFileSync(screen, `\nexport const with_${name} = ${name};\n`);
};
/** The versions of shared-lib's subpaths that a build asks for. */
const needed = () => {
  const { code, output } = deviceConsole('check', id);
  assert.equal(code, 0, output);
  const { contract } = readJson(at(id, 'dist', 'remote.json')) as { contract: Record<string, string> };
  return contract;
};

test('an upgrade raises package.json and the lock, and an unchanged remote still runs in consoles of 1.0.0', () => {
  editSharedLib();
  pack('shared-lib', '1.1.0');
  const { code, output } = deviceConsole('upgrade');
  assert.equal(code, 0, output);
  assert.match(output, /^Installed: @device-console\/shared-lib 1\.1\.0, @device-console\/tooling 1\.0\.0\.$/m);
  const spec = 'file:packages/device-console-shared-lib-1.1.0.tgz';
  assert.equal(readManifest(workspace).dependencies['@device-console/shared-lib'], spec);
  assert.ok(readFileSync(at('package-lock.json'), 'utf8').includes(spec));
  assert.equal(readManifest(at('node_modules', '@device-console', 'shared-lib')).version, '1.1.0');
  assert.deepEqual([...new Set(Object.values(needed()))], ['^1.0.0']);
});

test('a remote that uses a new name asks for the version that has it, of that subpath alone', () => {
  use('warrantyTerms');
  const { contract, ...others } = needed();
  assert.equal(contract, '^1.1.0');
  assert.deepEqual([...new Set(Object.values(others))], ['^1.0.0']);
});

test('a package that was packed again, and one named version, are installed; what is not there is refused', () => {
  appendFileSync(at('made', 'tooling', 'device-console.mjs'), '\n// Packed again.\n');
  pack('tooling', '1.0.0');
  assert.match(deviceConsole('upgrade', '1.0.0').output, /^Installed: .*shared-lib 1\.0\.0/m);
  assert.match(
    readFileSync(at('node_modules', '@device-console', 'tooling', 'device-console.mjs'), 'utf8'),
    /Packed again/,
  );
  assert.deepEqual(deviceConsole('upgrade', '3.0.0'), {
    code: 1,
    output:
      'Not upgraded: packages holds no @device-console/shared-lib 3.0.0, but 1.0.0, 1.1.0. Put the file from the ' +
      "console's administrator there.\n",
  });
  renameSync(at('packages'), at('elsewhere'));
  assert.match(deviceConsole('upgrade').output, /packages holds no @device-console\/shared-lib , but no file of it/);
  assert.ok(existsSync(at('elsewhere')));
});
