// An administrator takes the archive of a release to a computer without the repository and without a registry.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { packRelease } from '../packing/release.ts';
import { readManifest, rootDir } from '../lib/paths.mjs';

const email = 'owner@example.com';
const programs: ChildProcess[] = [];
let folder = '';
let release = '';
const at = (...parts: string[]): string => join(folder, ...parts);

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  writeFileSync(at('release.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }));
  writeFileSync(at('release.pub'), publicKey.export({ type: 'spki', format: 'pem' }));
  const archive = await packRelease({ to: at('out'), key: at('release.pem'), log: () => undefined });
  execFileSync('tar', ['-xzf', archive, '-C', folder]);
  release = at(`device-console-${readManifest(join(rootDir, 'shell')).version}`);
});
after(async () => {
  for (const program of programs) {
    const exit = once(program, 'exit');
    program.kill();
    await exit;
  }
  rmSync(folder, { recursive: true });
});

/** The environment of a computer that knows nothing of the repository. */
const env = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], HOME: folder, ...more });
const command = (): string => join(release, 'bin', 'device-console');
const run = (args: string[], { input = '', ...more }: NodeJS.ProcessEnv & { input?: string } = {}): string =>
  execFileSync(command(), args, { cwd: folder, env: env(more), input, encoding: 'utf8' });

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}

/** Starts a program of the release, and resolves when it says that it listens. */
async function start(args: string[], more: NodeJS.ProcessEnv = {}): Promise<void> {
  const program = spawn(command(), args, { cwd: folder, env: env(more), stdio: ['ignore', 'pipe', 'inherit'] });
  programs.push(program);
  for await (const line of createInterface({ input: program.stdout }))
    if (/^listening on|^Device Console API on/.test(line)) return;
  throw new Error(`${args.join(' ')} ended before it listened.`);
}

test('its checksums are those of its files, and signed', () => {
  const check = (): string =>
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: release, stdio: 'pipe' }).toString();
  assert.equal(check(), '');
  const verify = ['dgst', '-sha256', '-verify', at('release.pub'), '-signature', 'SHA256SUMS.sig', 'SHA256SUMS'];
  assert.match(execFileSync('openssl', verify, { cwd: release, encoding: 'utf8' }), /Verified OK/);
  const file = join(release, 'README.md');
  const text = readFileSync(file);
  appendFileSync(file, ' ');
  assert.throws(check, /1 computed checksum did NOT match/);
  writeFileSync(file, text);
});

test('it says its version, and lists only commands that it has', () => {
  const { version } = readManifest(join(rootDir, 'shell'));
  assert.match(
    run(['--version']),
    new RegExp(`^${version} \\([0-9a-f]{12}, ${process.platform}-${process.arch}\\)\\n$`),
  );
  const listed = [...run(['--help']).matchAll(/^ {2}([a-z-]+) {2,}/gm)].map(([, name]) => name);
  assert.deepEqual(
    ['publish', 'publish-own', 'serve', 'status'].filter((name) => !listed.includes(name)),
    [],
  );
  assert.deepEqual(
    listed.filter((name) => ['dev', 'test', 'build', 'pack-release'].includes(name ?? '')),
    [],
  );
});

test('it holds a bill of materials for each part, no test and no package of the build', () => {
  for (const part of ['shell', 'reference-api']) assert.ok(existsSync(join(release, part, 'sbom.cdx.json')));
  const packages = readdirSync(join(release, 'node_modules'));
  assert.deepEqual(
    packages.filter((name) => ['webpack', 'jest', 'typescript', 'eslint', 'playwright-core'].includes(name)),
    [],
  );
  const files = readdirSync(release, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.includes('node_modules'),
  );
  assert.deepEqual(
    files.filter((name) => /\.(test|spec)\.tsx?$/.test(name)),
    [],
  );
});

test(
  'from the archive to a console: an account, its remotes live, page and API answer',
  { timeout: 120_000 },
  async () => {
    const [api, page, store] = [await freePort(), await freePort(), await freePort()];
    const settings = {
      CONFIG_DIR: at('config'),
      STORE_DIR: at('store'),
      DATA_DIR: at('data'),
      TOKENS_FILE: at('tokens.json'),
      REMOTES_URL: `http://127.0.0.1:${store}/`,
      FIRST_SUPERADMIN: email,
      FIRST_PHONE: '9000000001',
      GATEWAY: 'simulator',
      SHARED_KEY_FILE: at('config', 'credentials', 'shared-key'),
    };
    for (const name of ['store', 'data']) mkdirSync(at(name));
    const firstRun = (): string => run(['first-run'], settings);
    assert.match(firstRun(), /Open \/invitation\/\S{20,} within 72 hours: there owner@[^]*are live at/);
    const made = (): string =>
      ['config/web/config.json', 'store/registry.json'].map((name) => readFileSync(at(name), 'utf8')).join('');
    const first = made();
    assert.doesNotMatch(firstRun(), /invitation|was made/);
    assert.equal(made(), first);

    await start(['api'], { ...settings, PORT: String(api) });
    await start(['serve', 'store', '--root', at('store'), '--tokens', at('tokens.json'), '--port', String(store)]);
    const folders = ['--root', join(release, 'shell/dist'), '--web', at('config', 'web'), '--store', at('store')];
    await start(['serve', 'host', ...folders, '--api', `http://127.0.0.1:${api}`, '--port', String(page)]);
    const get = async (url: string): Promise<string> => {
      const response = await fetch(url);
      assert.equal(response.status, 200, url);
      return response.text();
    };
    assert.match(await get(`http://127.0.0.1:${api}/readyz`), /"message":"ready"/);
    assert.match(await get(`http://127.0.0.1:${page}/superadmin/login`), /<title>Device Console<\/title>/);
    const registry = JSON.parse(await get(`http://127.0.0.1:${page}/registry.json`)) as {
      remotes: { baseUrl: string }[];
    };
    assert.equal(registry.remotes.length, 4);
    for (const { baseUrl } of registry.remotes) assert.match(await get(`${baseUrl}remote.json`), /"screens"/);
  },
);
