import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { rootDir } from '../lib/paths.mjs';
import { sinceTable } from '../lib/since.ts';
import { lazySubpaths, providedModules, sharedModules } from '../lib/shared-modules.ts';
import { notOfHost } from '../webpack-config.ts';

const sharedLib = '@device-console/shared-lib/';
const importsOf = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(join(rootDir, 'shell', 'src', file), 'utf8').matchAll(pattern)].map(([, name = '']) => name);

test('the host provides every shared module, and no other', () => {
  const early = importsOf('remotes/provided-modules.ts', /^import \* as \w+ from '([^']+)';$/gm);
  const lazy = importsOf('common/lazy-parts.ts', /import\([^)]*'([^']+)'\)/g);
  assert.deepEqual(lazy.toSorted(), lazySubpaths.map((subpath) => sharedLib + subpath).toSorted());
  assert.deepEqual([...early, ...lazy].toSorted(), Object.keys(sharedModules()).toSorted());
});

test('another host provides the same by shared-lib/host', () => {
  const file = join(rootDir, 'shared-lib', 'src', 'host', 'shared-modules.ts');
  const provided = [...readFileSync(file, 'utf8').matchAll(/^ {2}'?([\w/-]+)'?: (present|fetched)\(/gm)];
  const keys = provided.map(([, name = '']) => (name.startsWith('react') ? name : sharedLib + name));
  assert.deepEqual(keys.toSorted(), Object.keys(sharedModules()).toSorted());
  const lazy = provided.filter(([, , how]) => how === 'fetched').map(([, name]) => name);
  assert.deepEqual(lazy.toSorted(), lazySubpaths.toSorted());
});

test('remotes bring no copy of a shared module, and ask for the first that may do', () => {
  for (const [key, options] of Object.entries(sharedModules())) {
    assert.equal(options.import, false);
    const first = key.startsWith(sharedLib) ? sinceTable()?.first : providedModules()[key];
    assert.equal(options.requiredVersion, `^${first}`);
  }
});

test('what the host leaves out of the federation runtime is what the runtime imports by these names', () => {
  const { resolve } = createRequire(import.meta.url);
  const runtime = dirname(
    resolve('@module-federation/runtime-core', { paths: [resolve('@module-federation/enhanced')] }),
  );
  const source = readFileSync(join(runtime, 'remote', 'index.js'), 'utf8');
  const left = [...source.matchAll(/from "([^"]+)"/g)]
    .map(([, name = '']) => name)
    .filter((name) => notOfHost.test(name));
  assert.deepEqual(left, ['../utils/preload.js', '../plugins/snapshot/SnapshotHandler.js']);
});
