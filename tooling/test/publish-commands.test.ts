import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Server, createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { readJson, readManifest, rootDir } from '../lib/paths.mjs';
import { listedKey } from '../lib/publishing/keys.ts';
import { type EntryDocument, API_VERSION } from '../lib/publishing/rules.ts';
import { serveStore } from '../lib/store-server.ts';
import { providedModules } from '../lib/shared-modules.ts';
import { runApart, runHere } from '../test-support/run-here.ts';
import { storeToken, teamKey, workshop, writeBuild, writeTokens } from '../test-support/fake-builds.ts';
import { defined, portOf } from '../test-support/values.ts';
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import type { RegistryDocument } from '../lib/publishing/registry.ts';

const id = 'mf-reports';
const ui = '@device-console/shared-lib/ui';
/** The documents that the console of these tests serves, by name. */
type Deployed = {
  'provides.json'?: object;
  'config.json': Partial<ConsoleConfig> & Pick<ConsoleConfig, 'registryKeys'> & { apiVersion?: string };
  'registry.json'?: RegistryDocument;
};

let made: ReturnType<typeof workshop>;
let folder: string;
let consoleServer: Server;
let consoleAddress: string;
let staticServer: Awaited<ReturnType<typeof serveStore>>;
let deployed: Deployed;
/** The time that the console's server reports. Null: this computer's time. */
let serverDate: Date | null;

beforeEach(async () => {
  made = workshop();
  ({ folder } = made);
  deployed = {
    'provides.json': { schemaVersion: 1, versions: { [ui]: '1.3.0' }, apiVersion: '1.0.0' },
    'config.json': { registryKeys: [listedKey(teamKey(folder, id), [id])] },
  };
  serverDate = null;
  consoleServer = createServer((request, response) => {
    if (serverDate) response.setHeader('Date', serverDate.toUTCString());
    const document = Object.entries(deployed).find(([name]) => request.url === `/${name}`)?.[1];
    if (document === undefined) response.writeHead(404).end('Not found');
    else response.end(JSON.stringify(document));
  }).listen(0, '127.0.0.1');
  await once(consoleServer, 'listening');
  consoleAddress = `http://127.0.0.1:${portOf(consoleServer)}`;
  mkdirSync(store());
  staticServer = await serveStore({ root: store(), port: 0 });
});

afterEach(async () => {
  consoleServer.close();
  await staticServer.close();
  made.close();
});

const run = (script: string, args: string[], env: Record<string, string> = {}): ReturnType<typeof runHere> =>
  runHere(script, args, { DATA_DIR: join(folder, 'data'), ...env });
const runAlone: typeof run = (script, args, env) => runApart(script, args, { DATA_DIR: join(folder, 'data'), ...env });

const store = () => join(folder, 'store');
const place = (origin = staticServer.listeningOrigin) => [
  '--to',
  store(),
  '--origin',
  origin,
  '--key',
  join(folder, 'keys', `${id}.pem`),
];
const here = () => ['--console', consoleAddress];
const dist = (version: string, more?: object): string[] => [
  '--dist',
  writeBuild(folder, id, version, version.replaceAll('.', ''), more),
];
const registry = (): RegistryDocument & { remotes: EntryDocument[] } =>
  readJson(join(store(), 'registry.json')) as ReturnType<typeof registry>;
const onlyEntry = () => defined(registry().remotes[0]);

test('publish, canary, promote, rollback and status from a terminal', async () => {
  const publish = (version: string): ReturnType<typeof run> =>
    run('publish-remote', [id, ...place(), ...here(), ...dist(version)]);
  const first = await publish('1.0.0');
  assert.equal(first.code, 0, first.output);
  assert.match(
    first.output,
    /mf-reports 1\.0\.0 is live at http:\/\/127\.0\.0\.1:\d+\/mf-reports\/1\.0\.0-[0-9a-f]{16}\/ \(sequence 1\)/,
  );
  assert.match((await publish('1.0.0')).output, /mf-reports is unchanged/);
  assert.match(
    (await run('canary', [id, '--share', '0.1', '--roles', 'ADMIN', ...place(), ...here(), ...dist('1.1.0')])).output,
    /1\.1\.0 is the canary for 10 % of operators, and for ADMIN \(sequence 2\); 1\.0\.0 stays live/,
  );
  const status = await run('status', ['--to', store(), ...here()]);
  assert.equal(status.code, 0, status.output);
  assert.match(
    status.output,
    /mf-reports +1\.0\.0 +2 +20\S+ +20\S+ +1\.1\.0 \(10 %, ADMIN\) +key-\w+ +fits +whole +nobody looked/,
  );
  assert.match(
    (await run('status', ['--to', store(), '--origin', staticServer.listeningOrigin, ...here()])).output,
    /fits +whole +yes/,
  );
  assert.match(
    (await run('canary', [id, '--promote', ...place(), ...here()])).output,
    /1\.1\.0 is live for everybody \(sequence 3\)/,
  );
  assert.match(
    (await run('rollback', [id, ...place(), ...here()])).output,
    /back at version 1\.0\.0, live at \S+ \(sequence 4\)/,
  );
  const missing = await run('rollback', [id, '--to-version', '3.0.0', ...place(), ...here()]);
  assert.equal(missing.code, 1);
  assert.match(missing.output, /no other version 3\.0\.0 than the live one\. It knows 1\.1\.0/);
});

test('the same against a store behind HTTP, whose token comes from the environment', async () => {
  const server = await serveStore({ root: store(), port: 0, tokensFile: writeTokens(folder, { [storeToken]: [id] }) });
  try {
    const args = [
      id,
      '--to',
      server.listeningOrigin,
      '--key',
      join(folder, 'keys', `${id}.pem`),
      ...here(),
      ...dist('1.0.0'),
    ];
    const refused = await runAlone('publish-remote', args, { STORE_TOKEN: 'wrong' });
    assert.equal(refused.code, 1);
    assert.match(refused.output, /set STORE_TOKEN/);
    const published = await runAlone('publish-remote', args, { STORE_TOKEN: storeToken });
    assert.equal(published.code, 0, published.output);
    const { baseUrl } = onlyEntry();
    assert.ok(baseUrl.startsWith(`${server.listeningOrigin}/${id}/`));
    assert.equal((await fetch(`${baseUrl}remoteEntry.100.js`)).status, 200);
  } finally {
    await server.close();
  }
});

test(
  "a build of the contract before the console's or of the same fits; a newer one and a major behind are " +
    'refused, with who must upgrade',
  async () => {
    const check = (range: string, more: object = {}): ReturnType<typeof run> =>
      run('contract-check', [id, ...here(), ...dist('1.0.0', { contract: { ui: range }, ...more })]);
    for (const range of ['^1.2.0', '^1.3.0']) {
      const fits = await check(range);
      assert.equal(fits.code, 0, fits.output);
      assert.match(fits.output, /mf-reports 1\.0\.0 fits/);
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
  },
);

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
  for (const insisting of [[], ['--even-if-refused']]) {
    const untrusted = await run('publish-remote', [id, ...place(), ...here(), ...dist('1.0.1'), ...insisting]);
    assert.equal(untrusted.code, 3);
    assert.match(
      untrusted.output,
      /does not list key-\w+ for mf-reports in registryKeys[^]*Nothing was published\.\s*$/,
    );
  }
  assert.equal(onlyEntry().declaration.version, '2.0.0');
});

test('a store whose registry is gone gets no other one, unless a new one is asked for', async () => {
  const publish = (version: string, ...more: string[]): ReturnType<typeof run> =>
    run('publish-remote', [id, ...place(), ...dist(version), ...more]);
  assert.equal((await publish('1.0.0')).code, 0);
  rmSync(join(store(), 'registry.json'));
  const lost = await publish('1.0.1');
  assert.equal(lost.code, 1);
  assert.match(
    lost.output,
    /holds no registry\.json, although its histories tell of publications of mf-reports\. Restore/,
  );

  rmSync(join(store(), 'history'), { recursive: true });
  const other = teamKey(folder, 'mf-admin');
  deployed['config.json'].registryKeys.push(listedKey(other, ['mf-admin']));
  const foreign = await publish('1.0.1', ...here());
  assert.match(foreign.output, /holds no registry\.json, although config\.json has keys for mf-admin\. Restore/);
  assert.throws(registry, /ENOENT/);
  assert.equal((await publish('1.0.1', ...here(), '--new-registry')).code, 0);
  assert.equal((await publish('1.0.2', ...here())).code, 0);

  const status = await run('status', ['--to', store(), ...here()]);
  assert.equal(status.code, 1);
  assert.match(status.output, /mf-admin: config\.json lists a key for it, and the registry has no entry of it\./);
});

test('a clock that is far from that of the servers dates no publication', async () => {
  for (const [days, words] of [
    [400, '400 days behind'],
    [-365, '365 days ahead of'],
  ] as [number, string][]) {
    serverDate = new Date(Date.now() + days * 86_400_000);
    const { code, output } = await run('publish-remote', [id, ...place(), ...here(), ...dist('1.0.0')]);
    assert.equal(code, 1);
    assert.ok(output.includes(`The clock of this computer is ${words} that of ${consoleAddress}`), output);
  }
  assert.throws(registry, /ENOENT/);
  serverDate = new Date(Date.now() + 120_000);
  assert.equal((await run('publish-remote', [id, ...place(), ...here(), ...dist('1.0.0')])).code, 0);
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
  writeFileSync(
    file,
    JSON.stringify({ ...document, remotes: [...document.remotes, { id: 'mf-x', sequence: 'seven' }] }),
  );
  const broken = await status();
  assert.equal(broken.code, 1);
  assert.match(broken.output, /mf-reports +1\.0\.0[^]*mf-x +cannot be read/);

  writeFileSync(file, good);
  writeFileSync(join(store(), id, JSON.parse(good).remotes[0].baseUrl.split('/').at(-2), 'remoteEntry.100.js'), 'evil');
  const tampered = await status();
  assert.equal(tampered.code, 1);
  assert.match(tampered.output, /NOT WHOLE[^]*remoteEntry\.100\.js has another content than its hash/);
  assert.match(tampered.output, /remoteEntry\.100\.js does not ask for the hashes of what it loads\./);
});

test('nothing is announced at an address that serves something else, and the refusal says what', async () => {
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  const other = await serveStore({ root: elsewhere, port: 0 });
  try {
    const publish = (...more: string[]): ReturnType<typeof run> =>
      run('publish-remote', [id, ...place(other.listeningOrigin), ...here(), ...dist('1.0.0'), ...more]);
    const missing = await publish();
    assert.equal(missing.code, 1, missing.output);
    assert.match(
      missing.output,
      new RegExp(
        String.raw`http:\S+/mf-reports/1\.0\.0-\w+/ does not serve what was to be announced there: ` +
          String.raw`remote\.json answers 404\. Nothing was announced`,
      ),
    );
    const version = defined(readdirSync(join(store(), id))[0]);
    mkdirSync(join(elsewhere, id, version), { recursive: true });
    writeFileSync(join(elsewhere, id, version, 'remote.json'), JSON.stringify({ id: 'mf-admin', version: '2.0.0' }));
    assert.match((await publish()).output, /remote\.json is that of mf-admin 2\.0\.0, not of mf-reports 1\.0\.0/);
    cpSync(join(store(), id), join(elsewhere, id), { recursive: true, force: true });
    writeFileSync(join(elsewhere, id, version, 'remoteEntry.100.js'), 'evil');
    assert.match((await publish()).output, /remoteEntry\.100\.js has another content than its hash/);
    assert.throws(registry, /ENOENT/);
    const unseen = await publish('--without-reading-back');
    assert.equal(unseen.code, 0, unseen.output);
    assert.match(unseen.output, /Not read back from http:\S+: nobody looked\./);
  } finally {
    await other.close();
  }
});

test('an address that does not answer, or lets no page of the console in, is named', async () => {
  const silent = await run('publish-remote', [id, ...place('http://127.0.0.1:9'), ...here(), ...dist('1.0.0')]);
  assert.equal(silent.code, 1, silent.output);
  assert.match(
    silent.output,
    /http:\/\/127\.0\.0\.1:9\/mf-reports\/\S+ does not answer[^]*--without-reading-back announces it unseen/,
  );
  const closed = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/plain');
    response.end(readFileSync(join(store(), defined(request.url))));
  }).listen(0, '127.0.0.1');
  await once(closed, 'listening');
  try {
    const { code, output } = await run('publish-remote', [
      id,
      ...place(`http://127.0.0.1:${portOf(closed)}`),
      ...here(),
      ...dist('1.0.0'),
    ]);
    assert.equal(code, 1, output);
    assert.match(output, /remoteEntry\.100\.js is sent as text\/plain, which browsers refuse/);
    assert.match(
      output,
      new RegExp(
        String.raw`remoteEntry\.100\.js is sent without Access-Control-Allow-Origin for ` +
          String.raw`http://127\.0\.0\.1:\d+, so its pages may not load it`,
      ),
    );
  } finally {
    closed.close();
  }
});

test('a console of this machine gets what is published into its store, at whatever PORT it was started', async () => {
  const data = join(folder, 'data');
  mkdirSync(join(data, 'store'), { recursive: true });
  const own = await serveStore({ root: join(data, 'store'), port: 0 });
  const port = Number(new URL(own.listeningOrigin).port);
  const startedAt = (started: number): void =>
    writeFileSync(join(data, 'console.json'), JSON.stringify({ host: '127.0.0.1', port: started }));
  const key = ['--key', join(folder, 'keys', `${id}.pem`)];
  const publish = () => run('publish-remote', [id, ...here(), ...key, ...dist('1.0.0')], { PORT: '9' });
  const status = () => run('status', here());
  const elsewhere = await serveStore({ root: store(), port: 0 });
  try {
    startedAt(Number(new URL(elsewhere.listeningOrigin).port) - 1);
    assert.match((await publish()).output, /remote\.json answers 404/);
    assert.ok(!existsSync(join(data, 'store', 'registry.json')));
    startedAt(port - 1);
    const { code, output } = await publish();
    assert.equal(code, 0, output);
    assert.match(output, new RegExp(`is live at http://127\\.0\\.0\\.1:${port}/mf-reports/1\\.0\\.0-`));
    assert.match((await status()).output, /mf-reports .* whole +yes/);
    await own.close();
    assert.match((await status()).output, /mf-reports .* whole +the console does not run/);
    startedAt(portOf(consoleServer));
    const silent = await status();
    assert.equal(silent.code, 1);
    assert.match(silent.output, /mf-reports .* whole +NO ANSWER[^]*does not answer[^]*Start the console again/);
  } finally {
    await own.close();
    await elsewhere.close();
  }
});

test('while the console of this machine does not run, publishing says that nothing was read back', async () => {
  const data = join(folder, 'data');
  mkdirSync(data);
  writeFileSync(join(data, 'console.json'), JSON.stringify({ host: '127.0.0.1', port: 9 }));
  const key = ['--key', join(folder, 'keys', `${id}.pem`)];
  const published = await run('publish-remote', [id, ...here(), ...key, ...dist('1.0.0')]);
  assert.match(
    published.output,
    /Not read back from http:\/\/127\.0\.0\.1:10\/mf-reports\/\S+: the console does not run\./,
  );
});

test('status looks at the announced address too, and says of a release that lies in another store', async () => {
  await run('publish-remote', [id, ...place(), ...here(), ...dist('1.0.0')]);
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  cpSync(join(store(), 'registry.json'), join(elsewhere, 'registry.json'));
  const status = () => run('status', ['--to', elsewhere, '--origin', 'http://127.0.0.1:9/', ...here()]);
  const whole = await status();
  assert.equal(whole.code, 0, whole.output);
  assert.match(whole.output, /mf-reports +1\.0\.0 .*in another store +yes/);
  const release = defined(new URL(onlyEntry().baseUrl).pathname.split('/').at(-2));
  rmSync(join(store(), id, release, 'remoteEntry.100.js'));
  const missing = await status();
  assert.equal(missing.code, 1);
  assert.match(missing.output, /OTHERWISE[^]*does not serve what was published: remoteEntry\.100\.js is missing/);
});

test(
  'a build that the table of refusals names is not published, nor given to some first, and contract-check says ' +
    'the same',
  async () => {
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
        const { code, output } = await run(script, [id, ...more, '--dist', distDir]);
        assert.equal(code, 1, output);
        assert.match(output, refusal);
      }
    }
    write('deviceConsoleIntegrity;fetch(x)');
    const { code, output } = await run('check', [id, '--dist', distDir]);
    assert.equal(code, 0, output);
    assert.match(
      output,
      /Not looked at, because only sources show it: types, [^]*remoteEntry\.100\.js: fetch \[own-req/,
    );
    assert.throws(registry, /ENOENT/);
  },
);

test('wrong use ends with 2 and says how it is used', async () => {
  const wrong: [string, string[], string][] = [
    ['publish-remote', ['mf-none'], 'Name the remote: mf-'],
    ['publish-remote', [id, '--keep', '0'], '--keep is a whole number from 1'],
    ['renew', [id, '--valid-for', '4000'], '--valid-for is at most 1095 days'],
    ['renew', [id, '--valid-for', 'long'], '--valid-for is a whole number from 1'],
    ['publish-remote', [id, '--nonsense'], 'nonsense'],
    ['canary', [id], 'Say who gets it'],
    ['watch-canaries', [], 'Name the console and the key that withdraws'],
    ['watch-canaries', ['--console', 'http://localhost:9', '--key', 'x.pem'], 'FIGURES_KEY is not set'],
    ['stack', [], 'Name the remote whose stack it is'],
    ['canary', [id, '--share', '2'], '--share is a number from 0 to 1'],
    ['canary', [id, '--roles', 'KING'], 'There is no role "KING"'],
    ['rollback', [id, '--to-version', '1.0.0', '--to-sequence', '3'], 'Name one version or one sequence'],
  ];
  for (const [script, args, words] of wrong) {
    const { code, output } = await run(script, args);
    assert.equal(code, 2, output);
    assert.ok(output.includes(words) && output.includes('npx device-console '), output);
  }
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
  const placeOf = (remote: string): string[] => [
    '--to',
    store(),
    '--origin',
    staticServer.listeningOrigin,
    '--key',
    join(folder, 'keys', `${remote}.pem`),
  ];
  const distOf = (remote: string, version: string, ...screens: object[]): string[] => [
    '--dist',
    writeBuild(folder, remote, version, version.replaceAll('.', ''), { screens }),
  ];
  const first = await run('publish-remote', [
    other,
    ...placeOf(other),
    ...here(),
    ...distOf(other, '1.0.0', screen('ledger')),
    '--new-registry',
  ]);
  assert.equal(first.code, 0, first.output);
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
  assert.equal(
    (
      await run('publish-remote', [
        id,
        ...place(),
        ...here(),
        ...distOf(id, '1.0.0', screen('lockDevice'), screen('own')),
        '--even-if-refused',
      ])
    ).code,
    0,
  );
  const status = await run('status', ['--to', store(), ...here()]);
  assert.equal(status.code, 1);
  assert.match(status.output, /mf-reports: The screen "A screen" is not shown: at "lockDevice" it must ask/);
});

test(
  'the same version with other content is published when it is said, and another epoch and a near date are told ' +
    'by status',
  async () => {
    const publish = (...more: string[]): ReturnType<typeof run> =>
      run('publish-remote', [id, ...place(), ...here(), ...more]);
    assert.equal((await publish(...dist('1.0.0'))).code, 0);
    const other = ['--dist', writeBuild(folder, id, '1.0.0', 'other')];
    const refused = await publish(...other);
    assert.equal(refused.code, 1);
    assert.match(refused.output, /mf-reports 1\.0\.0 was published with another content \(sequence 1, .*say --replace/);
    assert.equal((await publish(...other, '--replace')).code, 0);
    deployed['config.json'].registryEpoch = 3;
    const status = () => run('status', ['--to', store(), ...here()]);
    assert.match(
      (await status()).output,
      /mf-reports: its entry is of epoch 1, and config\.json names 3\. Publish it again\./,
    );
    const soon = await run('renew', [id, ...place(), ...here(), '--valid-for', '20']);
    assert.match(soon.output, /mf-reports 1\.0\.0 counts until 20\S+ \(sequence 3\)/);
    const told = await status();
    assert.equal(told.code, 1);
    assert.match(
      told.output,
      /mf-reports: its entry expires on 20\S+\. Renew it: npx device-console renew mf-reports\./,
    );
    assert.doesNotMatch(told.output, /epoch/);
    assert.equal((await run('renew', [id, ...place(), ...here()])).code, 0);
    assert.equal((await status()).code, 0);
  },
);

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
