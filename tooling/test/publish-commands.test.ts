import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { ConsoleConfig } from '@device-console/shared-lib/contract';
import { readJson, readManifest, rootDir } from '../lib/paths.mjs';
import { listedKey, signatureState } from '../lib/publishing/keys.ts';
import { type EntryDocument, API_VERSION, previewProof, readPreviewLink } from '../lib/publishing/rules.ts';
import { serveStore } from '../lib/store-server.ts';
import { providedModules } from '../lib/shared-modules.ts';
import { ended, runApart, runHere } from '../test-support/run-here.ts';
import { storeToken, teamKey, workshop, writeBuild, writeTokens } from '../test-support/fake-builds.ts';
import { answering, defined } from '../test-support/values.ts';
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
let consoleServer: Awaited<ReturnType<typeof answering>>;
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
  consoleServer = await answering((request, response) => {
    if (serverDate) response.setHeader('Date', serverDate.toUTCString());
    const document = Object.entries(deployed).find(([name]) => request.url === `/${name}`)?.[1];
    if (document === undefined) response.writeHead(404).end('Not found');
    else response.end(JSON.stringify(document));
  });
  mkdirSync(store());
  writeFileSync(join(store(), 'registry.json'), '{"schemaVersion":1,"remotes":[]}');
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
const keyOf = (remote: string) => ['--key', join(folder, 'keys', `${remote}.pem`)];
const place = (remote = id) => ['--to', store(), '--origin', staticServer.listeningOrigin, ...keyOf(remote)];
const here = () => ['--console', consoleServer.address];
const dist = (version: string, more?: object): string[] => [
  '--dist',
  writeBuild(folder, id, version, version.replaceAll('.', ''), more),
];
const registry = (): RegistryDocument & { remotes: EntryDocument[] } =>
  readJson(join(store(), 'registry.json')) as ReturnType<typeof registry>;
const onlyEntry = () => defined(registry().remotes[0]);
const publish = (version: string, ...more: string[]) =>
  run('publish-remote', [id, ...place(), ...here(), ...dist(version), ...more]);
const status = (...more: string[]) => run('status', ['--to', store(), ...here(), ...more]);

test('publish, canary, promote, rollback and status from a terminal', async () => {
  ended(
    await publish('1.0.0'),
    0,
    /mf-reports 1\.0\.0 is live at http:\/\/127\.0\.0\.1:\d+\/mf-reports\/1\.0\.0-[0-9a-f]{16}\/ \(sequence 1\)/,
  );
  assert.match((await publish('1.0.0')).output, /mf-reports is unchanged/);
  assert.match(
    (await run('canary', [id, '--share', '0.1', '--roles', 'ADMIN', ...place(), ...here(), ...dist('1.1.0')])).output,
    /1\.1\.0 is the canary for 10 % of operators, and for ADMIN \(sequence 2\); 1\.0\.0 stays live/,
  );
  ended(
    await status(),
    0,
    /mf-reports +1\.0\.0 +2 +20\S+ +20\S+ +1\.1\.0 \(10 %, ADMIN\) +- +key-\w+ +whole in the store \(nobody looked\)/,
  );
  assert.match((await status('--origin', staticServer.listeningOrigin)).output, /key-\w+ +whole$/m);
  assert.match(
    (await run('canary', [id, '--promote', ...place(), ...here()])).output,
    /1\.1\.0 is live for everybody \(sequence 3\)/,
  );
  assert.match(
    (await run('rollback', [id, ...place(), ...here()])).output,
    /back at version 1\.0\.0, live at \S+ \(sequence 4\)/,
  );
  ended(
    await run('rollback', [id, '--to-version', '3.0.0', ...place(), ...here()]),
    1,
    /no other version 3\.0\.0 than the live one\. It knows 1\.1\.0/,
  );
});

test('a preview for accounts and by link is signed beside what is live, names nobody, and ends', async () => {
  const args = [...place(), ...here()];
  const to = ['--accounts', 'Tester@example.com,other@example.com', '--link', '--days', '2'];
  ended(await run('preview', [id, ...to, ...args, ...dist('1.1.0')]), 1, /Publish it first/);
  await publish('1.0.0');
  const { output } = await run('preview', [id, ...to, ...args, ...dist('1.1.0')]);
  const who = 'tester@example.com and other@example.com, and whoever opens its link';
  assert.ok(output.includes(`1.1.0 can be tried by ${who} until `), output);
  const { id: named, code } = defined(readPreviewLink(new URL(defined(output.match(/^http\S+$/m)?.[0])).hash));
  const { preview, declaration, canary } = onlyEntry();
  const { publishedAt, until, accounts, link } = defined(preview);
  assert.deepEqual([named, declaration.version, canary], [id, '1.0.0', null]);
  assert.equal(Date.parse(until) - Date.parse(publishedAt) >= 2 * 86_400_000 - 60_000, true);
  assert.equal(link, await previewProof(id, publishedAt, code));
  assert.equal(defined(accounts)[0], await previewProof(id, publishedAt, 'tester@example.com'));
  assert.doesNotMatch(JSON.stringify(registry()), /@example\.com/);
  assert.equal(signatureState(onlyEntry(), deployed['config.json'].registryKeys), 'valid');
  ended(await status(), 0, /1\.1\.0 \(2 accounts, by link, until 20\S+\)/);
  await run('canary', [id, '--share', '0.5', ...args, ...dist('1.2.0')]);
  await publish('1.3.0');
  assert.deepEqual(
    [onlyEntry().canary?.declaration.version, onlyEntry().preview?.declaration.version],
    ['1.2.0', '1.1.0'],
  );
  ended(await run('rollback', [id, ...args]), 0, /back at version 1\.0\.0/);
  ended(await run('preview', [id, '--stop', ...args]), 0, /preview of mf-reports is over; all have 1\.0\.0/);
  assert.deepEqual([onlyEntry().preview, onlyEntry().canary?.declaration.version], [undefined, '1.2.0']);
  ended(await run('preview', [id, '--stop', ...args]), 1, /has no preview/);
  await run('preview', [id, '--link', ...args, ...dist('1.4.0')]);
  await publish('1.4.0');
  assert.equal(onlyEntry().preview, undefined, 'what is live for all is no preview');
});

test('who would get a canary is told, and nothing is published', async () => {
  const who = ['--who', 'operator@example.com,viewer@example.com', ...place(), ...here()];
  const { output } = await run('canary', [id, '--share', '1', ...who]);
  assert.match(output, /operator@example\.com gets it\.\nviewer@example\.com gets it\./);
  const least = /operator@example\.com does not get it, unless it is ADMIN: a share of (0\.\d+) reaches it/;
  const few = await run('canary', [id, '--share', '0.0001', '--roles', 'ADMIN', ...who]);
  const enough = defined(few.output.match(least)?.[1]);
  assert.match((await run('canary', [id, '--share', enough, ...who])).output, /operator@example\.com gets it/);
  assert.deepEqual(registry().remotes, []);
});

test('the same against a store behind HTTP, whose token comes from the environment', async () => {
  const server = await serveStore({ root: store(), port: 0, tokensFile: writeTokens(folder, { [storeToken]: [id] }) });
  try {
    const args = [id, '--to', server.listeningOrigin, ...keyOf(id), ...here(), ...dist('1.0.0')];
    ended(await runAlone('publish-remote', args, { STORE_TOKEN: 'wrong' }), 1, /set STORE_TOKEN/);
    ended(await runAlone('publish-remote', args, { STORE_TOKEN: storeToken }), 0);
    const { baseUrl } = onlyEntry();
    assert.ok(baseUrl.startsWith(`${server.listeningOrigin}/${id}/`));
    assert.equal((await fetch(`${baseUrl}remoteEntry.100.js`)).status, 200);
  } finally {
    await server.close();
  }
});

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

test('publishing refuses what the console would refuse, and does it all the same when told', async () => {
  const newer = [id, ...place(), ...here(), ...dist('2.0.0', { contract: { ui: '^1.4.0' } })];
  const refused = await run('publish-remote', newer);
  assert.equal(refused.code, 3);
  assert.match(refused.output, /The console must be upgraded\.\nNothing was published\./);
  assert.deepEqual(registry().remotes, []);
  const published = await run('publish-remote', [...newer, '--even-if-refused']);
  assert.equal(published.code, 0, published.output);
  ended(await status(), 1, /mf-reports: It needs @device-console\/shared-lib\/ui \^1\.4\.0/);

  deployed['config.json'].registryKeys = [];
  for (const insisting of [[], ['--even-if-refused']]) {
    ended(
      await publish('1.0.1', ...insisting),
      3,
      /does not list key-\w+ for mf-reports in registryKeys[^]*Nothing was published\.\s*$/,
    );
  }
  assert.equal(onlyEntry().declaration.version, '2.0.0');
});

test('a store whose registry is gone gets no other one, unless a new one is asked for', async () => {
  rmSync(join(store(), 'registry.json'));
  ended(await publish('1.0.0'), 1, /holds no registry\.json\. Restore it from a backup[^]*Nothing was published/);
  assert.throws(registry, /ENOENT/);
  assert.equal((await publish('1.0.0', '--new-registry')).code, 0);
  assert.equal((await publish('1.0.1')).code, 0);

  deployed['config.json'].registryKeys.push(listedKey(teamKey(folder, 'mf-admin'), ['mf-admin']));
  ended(await status(), 1, /mf-admin: config\.json lists a key for it, and the registry has no entry of it\./);
});

test('a clock that is far from that of the servers dates no publication', async () => {
  for (const [days, words] of [
    [400, 'behind'],
    [-365, 'ahead of'],
  ] as [number, string][]) {
    serverDate = new Date(Date.now() + days * 86_400_000);
    const { code, output } = await publish('1.0.0');
    assert.equal(code, 1);
    const told = `The clock of this computer is ${words} that of ${consoleServer.address}, which says 20`;
    assert.ok(output.includes(told), output);
  }
  assert.deepEqual(registry().remotes, []);
  serverDate = new Date(Date.now() + 120_000);
  assert.equal((await publish('1.0.0')).code, 0);
});

test('status tells an altered entry, an altered file and an unreadable entry, and ends with 1', async () => {
  await publish('1.0.0');
  const file = join(store(), 'registry.json');
  const good = readFileSync(file, 'utf8');

  writeFileSync(file, good.replace('"version": "1.0.0"', '"version": "1.0.9"'));
  ended(await status(), 1, /\(altered\)[^]*mf-reports: its entry was altered after it was signed/);

  const document = JSON.parse(good);
  writeFileSync(
    file,
    JSON.stringify({ ...document, remotes: [...document.remotes, { id: 'mf-x', sequence: 'seven' }] }),
  );
  ended(await status(), 1, /mf-reports +1\.0\.0[^]*mf-x +cannot be read/);

  writeFileSync(file, good);
  writeFileSync(join(store(), id, JSON.parse(good).remotes[0].baseUrl.split('/').at(-2), 'remoteEntry.100.js'), 'evil');
  ended(await status(), 1, /NOT WHOLE[^]*remoteEntry\.100\.js has another content than its hash/);
});

test('nothing is announced at an address that serves something else, and the refusal says what', async () => {
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  const other = await serveStore({ root: elsewhere, port: 0 });
  try {
    const publishThere = (...more: string[]) => publish('1.0.0', '--origin', other.listeningOrigin, ...more);
    ended(
      await publishThere(),
      1,
      new RegExp(
        String.raw`http:\S+/mf-reports/1\.0\.0-\w+/ does not serve what was to be announced there: ` +
          String.raw`remote\.json answers 404\. Nothing was announced`,
      ),
    );
    const version = defined(readdirSync(join(store(), id))[0]);
    mkdirSync(join(elsewhere, id, version), { recursive: true });
    writeFileSync(join(elsewhere, id, version, 'remote.json'), JSON.stringify({ id: 'mf-admin', version: '2.0.0' }));
    assert.match((await publishThere()).output, /remote\.json is that of another build/);
    cpSync(join(store(), id), join(elsewhere, id), { recursive: true, force: true });
    writeFileSync(join(elsewhere, id, version, 'remoteEntry.100.js'), 'evil');
    assert.match((await publishThere()).output, /remoteEntry\.100\.js has another content than its hash/);
    assert.deepEqual(registry().remotes, []);
    ended(await publishThere('--without-reading-back'), 0, /Not read back from http:\S+: nobody looked\./);
  } finally {
    await other.close();
  }
});

test('an address that does not answer, or lets no page of the console in, is named', async () => {
  ended(
    await publish('1.0.0', '--origin', 'http://127.0.0.1:9'),
    1,
    /http:\/\/127\.0\.0\.1:9\/mf-reports\/\S+ does not answer[^]*--without-reading-back announces it unseen/,
  );
  const closed = await answering((request, response) => {
    response.setHeader('Content-Type', 'text/plain');
    response.end(readFileSync(join(store(), defined(request.url))));
  });
  try {
    ended(
      await publish('1.0.0', '--origin', closed.address),
      1,
      /remoteEntry\.100\.js is sent as text\/plain, which browsers refuse/,
      /remoteEntry\.100\.js is sent without Access-Control-Allow-Origin for http:\S+:\d+, so its pages may not load it/,
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
  const publishHere = () =>
    run('publish-remote', [id, ...here(), ...keyOf(id), ...dist('1.0.0'), '--new-registry'], { PORT: '9' });
  const statusHere = () => run('status', here());
  const elsewhere = await serveStore({ root: store(), port: 0 });
  try {
    startedAt(Number(new URL(elsewhere.listeningOrigin).port) - 1);
    assert.match((await publishHere()).output, /remote\.json answers 404/);
    assert.ok(!existsSync(join(data, 'store', 'registry.json')));
    startedAt(port - 1);
    const { code, output } = await publishHere();
    assert.equal(code, 0, output);
    assert.match(output, new RegExp(`is live at http://127\\.0\\.0\\.1:${port}/mf-reports/1\\.0\\.0-`));
    assert.match((await statusHere()).output, /mf-reports .* whole$/m);
    await own.close();
    assert.match((await statusHere()).output, /mf-reports .* whole in the store \(the console does not run\)/);
  } finally {
    await own.close();
    await elsewhere.close();
  }
});

test('while the console of this machine does not run, publishing says that nothing was read back', async () => {
  const data = join(folder, 'data');
  mkdirSync(data);
  writeFileSync(join(data, 'console.json'), JSON.stringify({ host: '127.0.0.1', port: 9 }));
  const published = await run('publish-remote', [id, ...here(), ...keyOf(id), ...dist('1.0.0'), '--new-registry']);
  assert.match(
    published.output,
    /Not read back from http:\/\/127\.0\.0\.1:10\/mf-reports\/\S+: the console does not run\./,
  );
});

test('status looks at the announced address too, and says of a release that lies in another store', async () => {
  await publish('1.0.0');
  const elsewhere = join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  cpSync(join(store(), 'registry.json'), join(elsewhere, 'registry.json'));
  const statusElsewhere = () => status('--to', elsewhere, '--origin', 'http://127.0.0.1:9/');
  ended(await statusElsewhere(), 0, /mf-reports +1\.0\.0 .* whole$/m);
  ended(await status('--to', elsewhere), 0, /mf-reports +1\.0\.0 .*not read: nobody looked/);
  const release = defined(new URL(onlyEntry().baseUrl).pathname.split('/').at(-2));
  rmSync(join(store(), id, release, 'remoteEntry.100.js'));
  ended(await statusElsewhere(), 1, /NOT WHOLE[^]*does not serve what was published: remoteEntry\.100\.js is missing/);
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

test('wrong use ends with 2 and says how it is used', async () => {
  const wrong: [string, string[], string][] = [
    ['publish-remote', ['mf-none'], 'Name the remote: mf-'],
    ['publish-remote', [id, '--keep', '0'], '--keep is a whole number from 1'],
    ['renew', [id, '--valid-for', '4000'], '--valid-for is a whole number from 1 to 1095, not "4000"'],
    ['renew', [id, '--valid-for', 'long'], '--valid-for is a whole number from 1'],
    ['renew', [id, 'more'], '"more" is one argument too many'],
    ['publish-remote', [id, '--nonsense'], 'nonsense'],
    ['canary', [id], 'Say who gets it'],
    ['watch-canaries', [], 'Name the console and the key that withdraws'],
    ['watch-canaries', ['--console', 'http://localhost:9', '--key', 'x.pem'], 'FIGURES_KEY is not set'],
    ['stack', [], 'Name <remote>: whose stack it is, or shell'],
    ['canary', [id, '--share', '2'], '--share is a number from 0 to 1'],
    ['canary', [id, '--share', '1', '--who', 'me'], '"me" is no e-mail address'],
    ['preview', [id], 'Say who tries it, or that it ends'],
    ['preview', [id, '--link', '--stop'], 'Say who tries it, or that it ends'],
    ['preview', [id, '--accounts', 'me'], '"me" is no e-mail address'],
    ['preview', [id, '--link', '--days', '15'], '--days is a whole number from 1 to 14'],
    ['canary', [id, '--roles', 'KING'], 'There is no role "KING"'],
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

test('status tells of another epoch and a near date; --replace publishes a version with other content', async () => {
  assert.equal((await publish('1.0.0')).code, 0);
  const other = ['--dist', writeBuild(folder, id, '1.0.0', 'other')];
  ended(
    await publish('1.0.0', ...other),
    1,
    /mf-reports 1\.0\.0 was published with another content \(sequence 1, .*say --replace/,
  );
  assert.equal((await publish('1.0.0', ...other, '--replace')).code, 0);
  deployed['config.json'].registryEpoch = 3;
  assert.match(
    (await status()).output,
    /mf-reports: its entry is of epoch 1, and config\.json names 3\. Publish it again\./,
  );
  const soon = await run('renew', [id, ...place(), ...here(), '--valid-for', '20']);
  assert.match(soon.output, /mf-reports 1\.0\.0 counts until 20\S+ \(sequence 3\)/);
  const told = await status();
  assert.equal(told.code, 1);
  assert.match(told.output, /mf-reports: its entry expires on 20\S+\. Renew it: npx device-console renew mf-reports\./);
  assert.doesNotMatch(told.output, /epoch/);
  assert.equal((await run('renew', [id, ...place(), ...here()])).code, 0);
  assert.equal((await status()).code, 0);
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
