// The remotes of a release, and those of the release before when a host goes back.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { readJson } from '../lib/paths.mjs';
import { prepareLocalKeys } from '../lib/publishing/keys.ts';
import { publishFormer, publishOwn, type TrustingConfig } from '../lib/publishing/own-remotes.ts';
import type { RegistryDocument } from '../lib/publishing/registry.ts';
import { publishTarget } from '../lib/publishing/targets.ts';
import { workshop, writeBuild } from '../test-support/fake-builds.ts';

let place: ReturnType<typeof workshop>;
beforeEach(() => {
  place = workshop();
  mkdirSync(at('web'));
  mkdirSync(at('store'));
  writeFileSync(at('web', 'config.json'), '{}');
});
afterEach(() => place.close());

const at = (...parts: string[]): string => join(place.folder, ...parts);

/** Puts a build of a remote into a release, as its archive has it. */
function inRelease(release: string, id: string, version: string): void {
  const folder = at(release, id, 'dist');
  mkdirSync(dirname(folder), { recursive: true });
  renameSync(writeBuild(place.folder, id, version, `${release}${id}`), folder);
}

const publication = () => ({
  ...{ web: at('web'), to: at('store'), key: at('keys'), origin: 'https://remotes.example.com/' },
  log: () => undefined,
});

async function publishAll(release: string, ids: readonly string[]): Promise<void> {
  const keys = prepareLocalKeys(at('web', 'config.json'), ids, at('keys'));
  const config = readJson(at('web', 'config.json')) as TrustingConfig;
  const buildOf = (id: string): string => at(release, id, 'dist');
  const refused = await publishOwn(ids, {
    keys,
    config,
    target: publishTarget(publication()),
    buildOf,
    log: console.log,
  });
  assert.deepEqual(refused, []);
}

function live(): Record<string, string> {
  const { remotes } = JSON.parse(readFileSync(at('store', 'registry.json'), 'utf8')) as RegistryDocument;
  return Object.fromEntries(remotes.flatMap((entry) => (entry ? [[entry.id, entry.declaration.version]] : [])));
}

test('a host that goes back takes its remotes along; what a team has published itself since stays', async () => {
  const ids = ['mf-devices', 'mf-reports'];
  for (const id of ids) {
    inRelease('first', id, '1.0.0');
    inRelease('second', id, '1.1.0');
    inRelease('patched', id, '1.1.1');
  }
  // Nothing is live: whatever is asked for has nothing to replace.
  assert.equal(await publishFormer(at('second'), at('second'), publication()), true);
  await publishAll('second', ids);
  await publishAll('patched', ['mf-devices']);
  assert.deepEqual(live(), { 'mf-devices': '1.1.1', 'mf-reports': '1.1.0' });
  assert.equal(await publishFormer(at('first'), at('second'), publication()), true);
  assert.deepEqual(live(), { 'mf-devices': '1.1.1', 'mf-reports': '1.0.0' });
});
