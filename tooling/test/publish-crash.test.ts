import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, test } from 'node:test';
import { toolingDir } from '../lib/paths.mjs';
import { fileProblems } from '../lib/publishing/build-files.ts';
import { readHistory } from '../lib/publishing/history.ts';
import { listedKey, signatureState } from '../lib/publishing/keys.ts';
import { readRegistryOf } from '../lib/publishing/registry.ts';
import { publishBuild } from '../lib/publishing/releases.ts';
import { withLock } from '../lib/publishing/folder-store.ts';
import {
  buildOf,
  publisherOf,
  publishUntil,
  targetKinds,
  teamKey,
  workshop,
  writeBuild,
} from '../test-support/fake-builds.ts';
import { defined } from '../test-support/values.ts';

let made: ReturnType<typeof workshop>;
let folder: string;
beforeEach(() => {
  made = workshop();
  ({ folder } = made);
});
afterEach(() => made.close());

const support = JSON.stringify(pathToFileURL(join(toolingDir, 'test-support', 'fake-builds.js')).href);
/** Starts a publisher as a separate process, which calls a function of the test support with these arguments. */
const publisher = (name: 'publishAlone' | 'publishAndDie', ...args: unknown[]): ReturnType<typeof spawn> =>
  spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `const { ${name} } = await import(${support}); await ${name}(...${JSON.stringify([folder, ...args])});`,
  ]);
const gonePid = () => spawnSync(process.execPath, ['-e', '']).pid;

async function publishCode(id: string, version: string, code: string, more: { keep?: number } = {}) {
  const { target } = await targetKinds.folder(folder);
  return publishBuild({
    target,
    id,
    build: await buildOf(folder, id, version, code),
    by: publisherOf(folder, id, more),
  });
}

test('a publisher that ends before any change of a file leaves the old or the new state, and no obstacle', async () => {
  const { target } = await targetKinds.folder(folder);
  await publishCode('mf-b', '1.0.0', 'other');
  await publishCode('mf-a', '1.0.0', 'first');
  const other = (await readRegistryOf(target.store, 'mf-b')).current;
  const seen = new Set();
  const gone = gonePid();
  let crashes = 0;
  let version = '1.0.0';
  for (let step = 1; ; step += 1) {
    const next = `2.0.${step}`;
    const distDir = writeBuild(folder, 'mf-a', next, `code${step}`);
    const isDone = await publishUntil(folder, distDir, 'mf-a', step, gone);
    const current = defined((await readRegistryOf(target.store, 'mf-a')).current);
    seen.add(current.declaration.version === next ? 'new' : 'old');
    assert.ok([version, next].includes(current.declaration.version), `after step ${step}`);
    assert.equal(signatureState(current, [listedKey(teamKey(folder, 'mf-a'), ['mf-a'])]), 'valid');
    const live = current.baseUrl.split('/').at(-2);
    assert.deepEqual(
      await fileProblems(current.declaration, (name) => target.store.readBytes(`mf-a/${live}/${name}`)),
      [],
      `after step ${step}`,
    );
    assert.deepEqual((await readRegistryOf(target.store, 'mf-b')).current, other);
    if (isDone) break;
    crashes += 1;
    version = `2.1.${step}`;
    await publishCode('mf-a', version, `next${step}`, { keep: 3 });
    const { entries } = await readHistory(target.store, 'mf-a', [listedKey(teamKey(folder, 'mf-a'), ['mf-a'])]);
    assert.deepEqual(
      entries.map(({ sequence }) => sequence),
      entries.map((_item, index) => index + 1),
      `after step ${step}`,
    );
  }
  assert.deepEqual([...seen].sort(), ['new', 'old']);
  assert.ok(crashes >= 12, `${crashes} places to crash at`);
});

test('a publisher whose process is killed holds up nobody', async () => {
  const distDir = writeBuild(folder, 'mf-a', '1.0.0', 'x');
  teamKey(folder, 'mf-a');
  const [, signal] = await once(publisher('publishAndDie', distDir, 'mf-a', 4), 'exit');
  assert.equal(signal, 'SIGKILL');
  const { changed } = await publishCode('mf-a', '1.1.0', 'y');
  assert.equal(changed, true);
});

test('publishers in processes of their own all get in', async () => {
  const ids = ['mf-a', 'mf-b', 'mf-c', 'mf-d'];
  const codes = await Promise.all(
    ids.map(async (id) => {
      teamKey(folder, id);
      const [code] = await once(publisher('publishAlone', writeBuild(folder, id, '1.0.0', 'x'), id), 'exit');
      return code;
    }),
  );
  assert.deepEqual(codes, [0, 0, 0, 0]);
  const { target } = await targetKinds.folder(folder);
  assert.deepEqual(
    (await readRegistryOf(target.store)).document.remotes.map((entry) => entry?.id),
    ids,
  );
});

const lockOf = (more: object): string =>
  JSON.stringify({ host: hostname(), pid: process.pid, since: new Date().toISOString(), token: 'held', ...more });

test("a dead publisher's lock is taken over by one at a time, also when a taker died too", async () => {
  const gone = gonePid();
  for (const dead of [{ pid: gone }, { host: 'another', since: '2026-01-01T00:00:00Z' }]) {
    const file = join(folder, '.publish.lock');
    writeFileSync(file, lockOf({ token: 'dead', ...dead }));
    writeFileSync(`${file}.dead`, lockOf({ token: 'taker', pid: gone }));
    let inside = 0;
    let most = 0;
    let done = 0;
    await Promise.all(
      Array.from({ length: 8 }, () =>
        withLock(file, async () => {
          inside += 1;
          most = Math.max(most, inside);
          await setImmediate();
          inside -= 1;
          done += 1;
        }),
      ),
    );
    assert.deepEqual({ most, done }, { most: 1, done: 8 });
    assert.deepEqual(readdirSync(folder), []);
  }
});

test("a living publisher's lock is waited for, and who holds it is told", async () => {
  const file = join(folder, '.publish.lock');
  writeFileSync(file, lockOf({}));
  await assert.rejects(
    withLock(file, () => assert.fail('was let in'), 50),
    new RegExp(`is held by process ${process.pid} on ${hostname()} since 20`),
  );
  assert.ok(existsSync(file));
});

test('one who waits behind many holders, each of them brief, gets in', async () => {
  const file = join(folder, '.publish.lock');
  writeFileSync(file, lockOf({ token: 'holder 0' }));
  let holders = 0;
  const handedOn = setInterval(() => {
    holders += 1;
    if (holders < 10) writeFileSync(file, lockOf({ token: `holder ${holders}` }));
    else rmSync(file);
    if (holders === 10) clearInterval(handedOn);
  }, 60);
  assert.equal(await withLock(file, () => holders, 400), 10);
});

test('what is no lock is said to be none', async () => {
  mkdirSync(join(folder, 'x'));
  writeFileSync(join(folder, 'x', 'lock'), '');
  await assert.rejects(
    withLock(join(folder, 'x', 'lock'), () => {}, 50),
    /is not a lock of a publisher/,
  );
});
