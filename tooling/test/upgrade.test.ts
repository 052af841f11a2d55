import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { wantedPackages } from '../lib/upgrade.ts';

const sharedLib = '@device-console/shared-lib';
let workspace = '';
const at = (...parts: string[]): string => join(workspace, ...parts);
const file = (version: string): string => `packages/device-console-shared-lib-${version}.tgz`;
const name = (named: string): void =>
  writeFileSync(at('package.json'), JSON.stringify({ dependencies: { [sharedLib]: named } }));

before(() => {
  workspace = mkdtempSync(join(tmpdir(), 'upgrade-'));
  mkdirSync(at('packages'));
  for (const version of ['1.2.0', '1.10.0', '1.0.0']) writeFileSync(at(file(version)), version);
});
after(() => rmSync(workspace, { recursive: true }));

test('the newest file beside the one that package.json names is wanted, or the named version', () => {
  name(`file:${file('1.0.0')}`);
  assert.deepEqual(wantedPackages(workspace), [{ name: sharedLib, version: '1.10.0', file: file('1.10.0') }]);
  assert.deepEqual(wantedPackages(workspace, '1.2.0'), [{ name: sharedLib, version: '1.2.0', file: file('1.2.0') }]);
  assert.throws(() => wantedPackages(workspace, '3.0.0'), /holds no .* 3\.0\.0, but 1\.0\.0, 1\.2\.0, 1\.10\.0/);
});

test('a package of a registry is raised by npm, and a workspace without packages of ours is told so', () => {
  name('1.0.0');
  assert.throws(() => wantedPackages(workspace), /by no file: npm install/);
  writeFileSync(at('package.json'), '{}');
  assert.throws(() => wantedPackages(workspace), /names no package of @device-console\//);
});
