import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readManifest, rootDir } from '../lib/paths.mjs';
import { listedKey } from '../lib/publishing/keys.ts';
import { API_VERSION } from '../lib/publishing/rules.ts';
import { providedModules } from '../lib/shared-modules.ts';
import { teamKey, writeBuild } from '../test-support/fake-builds.ts';
import { deployed, dist, folder, here, id, place, registry, run, status, ui } from '../test-support/publishing.ts';
import { ended } from '../test-support/run-here.ts';

test("a build of the console's contract or the one before fits; of others it is said who must upgrade", async () => {
  const check = (range: string, more: object = {}): ReturnType<typeof run> =>
    run('contract-check', [id, ...here(), ...dist('1.0.0', { contract: { ui: range }, ...more })]);
  for (const range of ['^1.2.0', '^1.3.0']) {
    ended(await check(range), 0, /mf-reports 1\.0\.0 fits/);
  }
  const ofTeam = await check('^1.3.0', { serviceCalls: [{ path: 'claims', permission: 'Reports' }] });
  assert.match(ofTeam.output, /adds to SERVICES_FILE[^]*"mf-reports": \{[^]*"path": "claims"/);
  const refused: [string, object, string][] = [
    [
      '^1.4.0',
      {},
      'It needs @device-console/shared-lib/ui ^1.4.0, the console provides 1.3.0. The console must be upgraded.',
    ],
    [
      '^0.9.0',
      {},
      'It needs @device-console/shared-lib/ui ^0.9.0, the console provides 1.3.0. The remote must be rebuilt.',
    ],
    [
      '^1.3.0',
      { apiVersion: '^1.1.0' },
      'It needs API ^1.1.0, the console provides 1.0.0. The console must be upgraded.',
    ],
  ];
  for (const [range, more, words] of refused) {
    const { code, output } = await check(range, more);
    assert.equal(code, 3, output);
    assert.ok(output.includes(words), output);
  }
  deployed['config.json'].apiVersion = '1.1.0';
  assert.equal((await check('^1.3.0', { apiVersion: '^1.1.0' })).code, 0);
});

test('a build that the table of refusals names is neither published nor given to some, and does not fit', async () => {
  const distDir = writeBuild(folder, id, '1.0.0', '100');
  const [entry, declaration] = [join(distDir, 'remoteEntry.100.js'), join(distDir, 'remote.json')];
  const write = (code: string): void => {
    const hashOf = (text: string): string => createHash('sha384').update(text).digest('base64');
    const before = hashOf(readFileSync(entry, 'utf8'));
    writeFileSync(entry, code);
    writeFileSync(declaration, readFileSync(declaration, 'utf8').replaceAll(before, hashOf(code)));
  };
  const commands: [string, string[]][] = [
    ['publish-remote', ['--even-if-refused', ...place(), ...here()]],
    ['canary', ['--share', '0.1', ...place(), ...here()]],
    ['contract-check', here()],
    ['check', []],
  ];
  const codes: [string, RegExp][] = [
    [
      `deviceConsoleIntegrity;/*${randomBytes(30_000).toString('base64')}*/`,
      new RegExp(
        String.raw`Refused: a screen or panel of more than 50 kB[^]*the screen "mf-reports": \d+ ` +
          String.raw`bytes; the limit is 18000[^]*Instead: an import\(\)`,
      ),
    ],
    ['import("./screen.js")', /remoteEntry\.100\.js: it does not ask for the hashes.*\nInstead: remotePlugin\(\)/],
    ['deviceConsoleIntegrity;new Worker(x)', /remoteEntry\.100\.js: Worker\nInstead:/],
  ];
  for (const [text, refusal] of codes) {
    write(text);
    for (const [script, more] of commands) {
      ended(await run(script, [id, ...more, '--dist', distDir]), 1, refusal);
    }
  }
  write('deviceConsoleIntegrity;fetch(x)');
  ended(
    await run('check', [id, '--dist', distDir]),
    0,
    /Not looked at, because only sources show it: types, [^]*remoteEntry\.100\.js: fetch \[own-req/,
  );
  assert.deepEqual(registry().remotes, []);
});

const screen = (path: string, more: object = {}): object => ({
  id: path,
  path,
  title: 'A screen',
  audiences: ['standard'],
  assets: [],
  ...more,
});

test('D25 contract-check, publish and status say what the console would leave out, and whose it is', async () => {
  const other = 'mf-devices';
  const theirs = teamKey(folder, other);
  const names = { addresses: ['ledger'], permissions: [], actions: [], contributions: [] };
  deployed['config.json'].registryKeys.push(listedKey(theirs, [other], names));
  const distOf = (remote: string, version: string, ...screens: object[]): string[] => [
    '--dist',
    writeBuild(folder, remote, version, version.replaceAll('.', ''), { screens }),
  ];
  const built = distOf(other, '1.0.0', screen('ledger'));
  ended(await run('publish-remote', [other, ...place(other), ...here(), ...built]), 0);
  deployed['registry.json'] = registry();
  const taken: [object, string][] = [
    [screen('Ledger'), 'the address "Ledger" belongs to mf-devices by registryKeys of config.json.'],
    [screen('lockDevice'), 'at "lockDevice" it must ask for the permission "Lock Device", as the specification says.'],
    [screen('logout'), 'the address "logout" is the console\'s own. Choose another.'],
  ];
  for (const [declared, words] of taken) {
    const build = distOf(id, '1.0.0', declared, screen('own'));
    const commands: [string, string[]][] = [
      ['contract-check', [id, ...here()]],
      ['publish-remote', [id, ...place(), ...here()]],
      ['canary', [id, '--share', '1', ...place(), ...here()]],
    ];
    for (const [script, args] of commands) {
      const { code, output } = await run(script, [...args, ...build]);
      assert.equal(code, 3, output);
      assert.ok(output.includes(`The screen "A screen" is not shown: ${words}`), output);
    }
  }
  const build = distOf(id, '1.0.0', screen('lockDevice'), screen('own'));
  ended(await run('publish-remote', [id, ...place(), ...here(), ...build, '--even-if-refused']), 0);
  ended(await status(), 1, /mf-reports: The screen "A screen" is not shown: at "lockDevice" it must ask/);
});

test('a console that does not say what it provides is named', async () => {
  delete deployed['provides.json'];
  assert.match(
    (await run('contract-check', [id, ...here(), ...dist('1.0.0')])).output,
    /The console at http:\S+ has no provides\.json/,
  );
  assert.match(
    (await run('contract-check', [id, '--console', 'http://127.0.0.1:9', ...dist('1.0.0')])).output,
    /http:\/\/127\.0\.0\.1:9\/provides\.json does not answer/,
  );
});

test("a host built now provides every shared key at its version, and the API's version is the contract's", () => {
  const versions = providedModules();
  assert.equal(versions[ui], readManifest(join(rootDir, 'shared-lib')).version);
  assert.equal(versions['react/jsx-runtime'], versions['react']);
  assert.match(API_VERSION, /^\d+\.\d+\.\d+$/);
});
