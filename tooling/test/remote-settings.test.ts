import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readManifest, rootDir } from '../lib/paths.mjs';
import { remoteSettings } from '../lib/refusals/remote-settings.ts';
import { smallRemote } from '../test-support/small-remote.ts';

function settingsIn(manifest: object, declared = {}) {
  const made = smallRemote({}, manifest);
  try {
    return remoteSettings(made.packageDir, declared);
  } finally {
    made.close();
  }
}

test('package.json: the usual limit, one of its own, and words for what it cannot say', () => {
  const settings = (deviceConsole?: object) =>
    settingsIn({ dependencies: { valibot: '1.5.0' }, ...(deviceConsole && { deviceConsole }) });
  const usual = { packages: ['valibot'], bundler: 'webpack', screenLimit: 50_000, accepted: {} };
  assert.deepEqual(settings(), usual);
  assert.deepEqual(settings({ bundler: 'rspack', screenLimit: 9, accepted: { 'a-chart': ['workers'] } }), {
    packages: ['valibot'],
    bundler: 'rspack',
    screenLimit: 9,
    accepted: { 'a-chart': ['workers'] },
  });
  assert.throws(() => settings({ screenLimit: 50_000_000 }), /"deviceConsole\.screenLimit" is at most 200000/);
  assert.throws(() => settings({ screenLimit: '9' }), /"deviceConsole\.screenLimit" is a number of bytes/);
  assert.throws(() => settings({ bundler: 'vite' }), /"deviceConsole\.bundler" is one of webpack, rspack/);
  assert.throws(() => settings({ sizeLimit: 9 }), /knows "bundler", "screenLimit" and "accepted", not "sizeLimit"/);
  assert.throws(
    () => settings({ accepted: { 'a-chart': ['storage'] } }),
    /names, by package, some of written-styles, workers, wasm/,
  );
});

test('package.json: a range of versions is refused, because the next build would hold another', () => {
  for (const valibot of ['^1.5.0', '~1.5.0', '>=1', '1.x', '*', 'latest', '1 || 2'])
    assert.throws(() => settingsIn({ dependencies: { valibot } }), /has valibot as ".+"\. Name one exact version\./);
});

test('package.json: a version of react that the console cannot stand in for is refused, an older one is not', () => {
  const settings = (react: string) => settingsIn({ dependencies: { react } });
  const { version } = readManifest(join(rootDir, 'node_modules', 'react'));
  for (const fine of [version, '19.0.0']) assert.deepEqual(settings(fine).packages, ['react']);
  for (const other of ['18.3.1', '19.99.0', '20.0.0'])
    assert.throws(() => settings(other), new RegExp(`has react ${other}, but the console provides ${version} in its`));
});

test('package.json: a remote whose parts mount themselves has a react of its own', () => {
  const dependencies = { react: '18.3.1' };
  assert.deepEqual(settingsIn({ dependencies }, { mounts: true }).packages, ['react']);
  assert.throws(() => settingsIn({ dependencies }, { mounts: false }), /has react 18\.3\.1/);
});
