// The image of a release, built and run by buildah without a daemon. Nothing here runs compose.yaml.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { rootDir } from '../lib/paths.mjs';
import { findProgram, firstThere } from '../lib/programs.ts';
import { packRelease } from '../packing/release.ts';
import { debian, listing } from '../test-support/bare-host.ts';

/** The user of the image. */
const USER = 10_001;
const volumes = ['data', 'config', 'store'];

interface ImageConfig {
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly User: string;
  readonly StopSignal: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

const program = findProgram('BUILDAH_PATH', {
  installed: () => firstThere(['/usr/bin/buildah']),
  packages: ['buildah'],
  missing: 'The test of the image needs buildah. Install it',
});
let folder = '';
let container = '';
let port = 0;
let config: ImageConfig;
let api: ChildProcess | undefined;
const at = (...parts: string[]): string => join(folder, ...parts);

/** Images and containers of this test lie in its own folder. */
const places = (): readonly string[] => ['--storage-driver', 'vfs', '--root', at('images'), '--runroot', at('run')];
const buildah = (...args: string[]): string =>
  execFileSync(program, [...places(), ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

before(
  async () => {
    folder = mkdtempSync(join(tmpdir(), 'image-'));
    mkdirSync(at('context'));
    const archive = await packRelease({ to: at('context'), log: () => undefined });
    const base = buildah('from', 'scratch');
    buildah('add', base, debian('bookworm'), '/');
    buildah('commit', '--rm', base, 'localhost/base');
    const file = join(rootDir, 'deploy', 'container', 'Containerfile');
    const given = ['BASE=localhost/base', `RELEASE=${basename(archive)}`].flatMap((one) => ['--build-arg', one]);
    const how = ['--isolation', 'chroot', '--format', 'docker', '--file', file, ...given];
    buildah('build', ...how, '--tag', 'localhost/device-console', at('context'));
    container = buildah('from', 'localhost/device-console');
    const inspected = JSON.parse(buildah('inspect', 'localhost/device-console')) as { Docker: { config: ImageConfig } };
    config = inspected.Docker.config;
    for (const name of volumes) {
      mkdirSync(at(name));
      chownSync(at(name), USER, USER);
    }
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
    await once(server.close(), 'close');
  },
  { timeout: 600_000 },
);
after(async () => {
  if (api && api.exitCode === null && api.signalCode === null) {
    const exit = once(api, 'exit');
    api.kill();
    await exit;
  }
  buildah('rm', container);
  rmSync(folder, { recursive: true });
});

/** The arguments with which buildah runs a command in the container. */
function running(command: readonly string[], env: Readonly<Record<string, string>> = {}): readonly string[] {
  const mounted = volumes.flatMap((name) => ['--volume', `${at(name)}:/${name}`]);
  const set = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  return ['run', '--isolation', 'chroot', ...mounted, ...set, container, '--', ...command];
}
const run = (command: readonly string[], env?: Readonly<Record<string, string>>): string =>
  buildah(...running(command, env));

const settings = (): Record<string, string> => ({
  HOST: '127.0.0.1',
  PORT: String(port),
  GATEWAY: 'simulator',
  SHARED_KEY_FILE: '/config/credentials/shared-key',
  TOKENS_FILE: '/config/tokens.json',
  REMOTES_URL: 'https://remotes.example.com/',
  FIRST_SUPERADMIN: 'owner@example.com',
  FIRST_PHONE: '9000000001',
});

test('it is not root, and may write to its volumes and to /tmp alone', () => {
  assert.equal(config.User, `${USER}:${USER}`);
  assert.match(run(['id']), new RegExp(`^uid=${USER} gid=${USER}`));
  const writable = ['find', '/', '-xdev', '-not', '-type', 'l', '-writable', '-not', '-path', '/proc/*'];
  const found = run(['sh', '-c', `${writable.join(' ')} -not -path '/dev/*' 2>/dev/null || true`]).split('\n');
  const allowed = /^\/(tmp|var\/tmp|run\/lock|var\/lock)(\/|$)/;
  assert.deepEqual(
    found.filter((path) => path !== '' && !allowed.test(path)),
    [],
  );
});

test(
  'it serves, its healthcheck says so, and SIGTERM ends it; nothing but its volumes is changed',
  {
    timeout: 180_000,
  },
  async () => {
    const files = buildah('mount', container);
    const state = (): string => ['etc', 'opt', 'usr', 'var'].map((name) => listing(join(files, name))).join('\n');
    const before = state();
    assert.match(
      run([...config.Entrypoint, 'first-run'], settings()),
      /Open \/invitation\/\S{20,} within 72 hours: there owner@example\.com chooses a password/,
    );
    const command = [...config.Entrypoint, ...config.Cmd];
    const started = spawn(program, [...places(), ...running(command, settings())], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    api = started;
    const lines: string[] = [];
    for await (const line of createInterface({ input: started.stdout })) {
      lines.push(line);
      if (line.includes('Device Console API on')) break;
    }
    started.stdout.resume();
    assert.ok(lines.length > 0);
    const [kind, ...check] = config.Healthcheck.Test;
    assert.equal(kind, 'CMD');
    const checked = check.map((word) => word.replace(':3100/', `:${port}/`));
    run(checked);
    const exit = once(started, 'exit');
    assert.equal(config.StopSignal, 'SIGTERM');
    process.kill(firstProcess(started), 'SIGTERM');
    const [code] = (await exit) as [number];
    assert.equal(code, 0);
    assert.throws(() => run(checked));
    assert.equal(state(), before);
  },
);

/** The process of a container that an engine sends its signals to: the first one that is the image's own. */
function firstProcess({ pid = 0 }: ChildProcess): number {
  const children = (parent: number): number[] =>
    readdirSync(`/proc/${parent}/task`)
      .flatMap((task) => readFileSync(`/proc/${parent}/task/${task}/children`, 'utf8').split(' '))
      .flatMap((child) => (child === '' ? [] : [Number(child)]));
  for (let [next] = children(pid); next !== undefined; [next] = children(next))
    if (readFileSync(`/proc/${next}/cmdline`, 'utf8').startsWith('/opt/device-console')) return next;
  throw new Error('No process of the image runs.');
}
