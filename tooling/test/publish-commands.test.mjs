import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { readJson, rootDir, toolingDir } from '../lib/paths.mjs';
import { listedKey } from '../lib/publishing/keys.mjs';
import { API_VERSION } from '../lib/publishing/rules.mjs';
import { serveStore } from '../lib/store-server.mjs';
import { providedModules } from '../shared-modules.mjs';
import { storeToken, teamKey, workshop, writeBuild } from '../test-support/fake-builds.mjs';

const id = 'mf-reports';
const ui = '@device-console/shared-lib/ui';
let made;
let folder;
let consoleServer;
let consoleAddress;
let deployed;

beforeEach(async () => {
  made = workshop();
  ({ folder } = made);
  deployed = { 'provides.json': { schemaVersion: 1, versions: { [ui]: '1.3.0' }, apiVersion: '1.0.0' }, 'config.json': { registryKeys: [listedKey(teamKey(folder, id), [id])] } };
  consoleServer = createServer((request, response) => {
    const document = deployed[request.url.slice(1)];
    if (document === undefined) response.writeHead(404).end('Not found');
    else response.end(JSON.stringify(document));
  }).listen(0, '127.0.0.1');
  await once(consoleServer, 'listening');
  consoleAddress = `http://127.0.0.1:${consoleServer.address().port}`;
});

afterEach(() => {
  consoleServer.close();
  made.close();
});

/** Runs a command of the project as a team would; answers exit code and output. */
async function run(script, args, env = {}) {
  const child = spawn(process.execPath, [join(toolingDir, `${script}.mjs`), ...args], { cwd: rootDir, env: { ...process.env, DATA_DIR: join(folder, 'data'), ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => { output += chunk; });
  const [code] = await once(child, 'close');
  return { code, output };
}

const store = () => join(folder, 'store');
const place = () => ['--to', store(), '--origin', 'https://static.example.com/r', '--key', join(folder, 'keys', `${id}.pem`)];
const here = () => ['--console', consoleAddress];
const dist = (version, more) => ['--dist', writeBuild(folder, id, version, version.replaceAll('.', ''), more)];
const registry = () => readJson(join(store(), 'registry.json'));

test('publish, canary, promote, rollback and status from a terminal', async () => {
  const publish = (version) => run('publish-remote', [id, ...place(), ...here(), ...dist(version)]);
  const first = await publish('1.0.0');
  assert.equal(first.code, 0, first.output);
  assert.match(first.output, /mf-reports 1\.0\.0 is live at https:\/\/static\.example\.com\/r\/mf-reports\/1\.0\.0-[0-9a-f]{16}\/ \(sequence 1\)/);
  assert.match((await publish('1.0.0')).output, /mf-reports is unchanged/);
  assert.match((await run('canary', [id, '--share', '0.1', '--roles', 'ADMIN', ...place(), ...here(), ...dist('1.1.0')])).output, /1\.1\.0 is the canary for 10 % of operators, and for ADMIN \(sequence 2\); 1\.0\.0 stays live/);
  const status = await run('status', ['--to', store(), ...here()]);
  assert.equal(status.code, 0, status.output);
  assert.match(status.output, /mf-reports +1\.0\.0 +2 +20\S+ +1\.1\.0 \(10 %, ADMIN\) +key-\w+ +fits +whole/);
  assert.match((await run('canary', [id, '--promote', ...place(), ...here()])).output, /1\.1\.0 is live for everybody \(sequence 3\)/);
  assert.match((await run('rollback', [id, ...place(), ...here()])).output, /back at version 1\.0\.0, live at \S+ \(sequence 4\)/);
  const missing = await run('rollback', [id, '--to-version', '3.0.0', ...place(), ...here()]);
  assert.equal(missing.code, 1);
  assert.match(missing.output, /no other version 3\.0\.0 than the live one\. It knows 1\.1\.0/);
});

test('the same against a store behind HTTP, whose token comes from the environment', async () => {
  const server = await serveStore({ root: store(), port: 0, token: storeToken });
  try {
    const args = [id, '--to', server.listeningOrigin, '--key', join(folder, 'keys', `${id}.pem`), ...here(), ...dist('1.0.0')];
    const refused = await run('publish-remote', args, { STORE_TOKEN: 'wrong' });
    assert.equal(refused.code, 1);
    assert.match(refused.output, /set STORE_TOKEN/);
    const published = await run('publish-remote', args, { STORE_TOKEN: storeToken });
    assert.equal(published.code, 0, published.output);
    const { baseUrl } = registry().remotes[0];
    assert.ok(baseUrl.startsWith(`${server.listeningOrigin}/${id}/`));
    assert.equal((await fetch(`${baseUrl}remoteEntry.100.js`)).status, 200);
  } finally {
    await server.close();
  }
});

test('a build of the contract before the console\'s or of the same fits; a newer one and a major behind are refused, with who must upgrade', async () => {
  const check = (range, more = {}) => run('contract-check', [id, ...here(), ...dist('1.0.0', { contract: { ui: range }, ...more })]);
  for (const range of ['^1.2.0', '^1.3.0']) {
    const fits = await check(range);
    assert.equal(fits.code, 0, fits.output);
    assert.match(fits.output, /mf-reports 1\.0\.0 fits/);
  }
  for (const [range, more, words] of [
    ['^1.4.0', {}, 'It needs @device-console/shared-lib/ui ^1.4.0, the console provides 1.3.0. The console must be upgraded.'],
    ['^0.9.0', {}, 'It needs @device-console/shared-lib/ui ^0.9.0, the console provides 1.3.0. The remote must be rebuilt.'],
    ['^1.3.0', { apiVersion: '^1.1.0' }, 'It needs API ^1.1.0, the console provides 1.0.0. The console must be upgraded.'],
  ]) {
    const { code, output } = await check(range, more);
    assert.equal(code, 3, output);
    assert.ok(output.includes(words), output);
  }
  deployed['config.json'].apiVersion = '1.1.0';
  assert.equal((await check('^1.3.0', { apiVersion: '^1.1.0' })).code, 0);
});

test('publishing refuses what the console would refuse, and does it all the same when told', async () => {
  const newer = [id, ...place(), ...here(), ...dist('2.0.0', { contract: { ui: '^1.4.0' } })];
  const refused = await run('publish-remote', newer);
  assert.equal(refused.code, 3);
  assert.match(refused.output, /The console must be upgraded\.\nNothing was published\./);
  assert.throws(registry, /ENOENT/);
  const published = await run('publish-remote', [...newer, '--even-if-refused']);
  assert.equal(published.code, 0, published.output);
  const status = await run('status', ['--to', store(), ...here()]);
  assert.equal(status.code, 1);
  assert.match(status.output, /DOES NOT FIT[^]*mf-reports: It needs @device-console\/shared-lib\/ui \^1\.4\.0/);

  deployed['config.json'].registryKeys = [];
  const untrusted = await run('publish-remote', [id, ...place(), ...here(), ...dist('1.0.1')]);
  assert.equal(untrusted.code, 3);
  assert.match(untrusted.output, /does not list key-\w+ for mf-reports in registryKeys/);
});

test('status tells an altered entry, an altered file and an unreadable entry, and ends with 1', async () => {
  await run('publish-remote', [id, ...place(), ...here(), ...dist('1.0.0')]);
  const file = join(store(), 'registry.json');
  const good = readFileSync(file, 'utf8');
  const status = () => run('status', ['--to', store(), ...here()]);

  writeFileSync(file, good.replace('"version": "1.0.0"', '"version": "1.0.9"'));
  const altered = await status();
  assert.equal(altered.code, 1);
  assert.match(altered.output, /ALTERED[^]*mf-reports: its entry was altered after it was signed/);

  const document = JSON.parse(good);
  writeFileSync(file, JSON.stringify({ ...document, remotes: [...document.remotes, { id: 'mf-x', sequence: 'seven' }] }));
  const broken = await status();
  assert.equal(broken.code, 1);
  assert.match(broken.output, /mf-reports +1\.0\.0[^]*mf-x +cannot be read/);

  writeFileSync(file, good);
  writeFileSync(join(store(), id, JSON.parse(good).remotes[0].baseUrl.split('/').at(-2), 'remoteEntry.100.js'), 'evil');
  const tampered = await status();
  assert.equal(tampered.code, 1);
  assert.match(tampered.output, /NOT WHOLE[^]*remoteEntry\.100\.js has another content than its hash/);
});

test('status looks at what another store serves under its address', async () => {
  const elsewhere = createServer((request, response) => {
    const file = join(store(), request.url);
    if (existsSync(file)) response.end(readFileSync(file));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  try {
    const origin = `http://127.0.0.1:${elsewhere.address().port}/`;
    await run('publish-remote', [id, '--to', store(), '--origin', origin, '--key', join(folder, 'keys', `${id}.pem`), ...here(), ...dist('1.0.0')]);
    const status = () => run('status', ['--to', store(), '--origin', 'https://static.example.com/r', ...here()]);
    const whole = await status();
    assert.equal(whole.code, 0, whole.output);
    assert.match(whole.output, /mf-reports +1\.0\.0 .*whole/);
    rmSync(join(store(), id, new URL(registry().remotes[0].baseUrl).pathname.split('/').at(-2), 'remoteEntry.100.js'));
    const missing = await status();
    assert.equal(missing.code, 1);
    assert.match(missing.output, /NOT WHOLE[^]*remoteEntry\.100\.js is missing/);
  } finally {
    elsewhere.close();
  }
});

test('wrong use ends with 2 and says how it is used', async () => {
  for (const [script, args, words] of [
    ['publish-remote', ['mf-none'], 'Name the remote: mf-'],
    ['publish-remote', [id, '--keep', '0'], '--keep is a whole number of versions'],
    ['publish-remote', [id, '--nonsense'], 'nonsense'],
    ['canary', [id], 'Say who gets it'],
    ['canary', [id, '--share', '2'], '--share is a number from 0 to 1'],
    ['canary', [id, '--roles', 'KING'], 'There is no role "KING"'],
    ['rollback', [id, '--to-version', '1.0.0', '--to-sequence', '3'], 'Name one version or one sequence'],
  ]) {
    const { code, output } = await run(script, args);
    assert.equal(code, 2, output);
    assert.ok(output.includes(words) && output.includes('npm run '), output);
  }
});

test('a console that does not say what it provides is named', async () => {
  delete deployed['provides.json'];
  assert.match((await run('contract-check', [id, ...here(), ...dist('1.0.0')])).output, /The console at http:\S+ has no provides\.json/);
  assert.match((await run('contract-check', [id, '--console', 'http://127.0.0.1:9', ...dist('1.0.0')])).output, /http:\/\/127\.0\.0\.1:9\/provides\.json does not answer/);
});

test('a host built now provides every shared key at its version, and the API\'s version is the contract\'s', () => {
  const versions = providedModules();
  assert.equal(versions[ui], readJson(join(rootDir, 'shared-lib', 'package.json')).version);
  assert.equal(versions['react/jsx-runtime'], versions.react);
  assert.match(API_VERSION, /^\d+\.\d+\.\d+$/);
});
