// An untouched Debian on this computer, with processes, files and a network of its own: what listens there is seen by
// nobody else. It has no systemd that runs. Needs root on Linux.
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { rootDir } from '../lib/paths.mjs';
import { findProgram, firstThere } from '../lib/programs.ts';

const PROXY_PORT = 3128;
const here = import.meta.dirname;

/** The files of Debian as debootstrap lays them out, made once. */
export function debian(suite: string): string {
  const cache = join(rootDir, '.cache', 'bare-host');
  const archive = join(cache, `${suite}.tar`);
  if (existsSync(archive)) return archive;
  const debootstrap = findProgram('DEBOOTSTRAP_PATH', {
    installed: () => firstThere(['/usr/sbin/debootstrap']),
    packages: ['debootstrap'],
    missing: 'The test of an installation needs debootstrap. Install it',
  });
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'debian-'));
  chmodSync(folder, 0o755);
  execFileSync(debootstrap, [suite, folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('tar', ['--create', '--file', `${archive}.new`, '--directory', folder, '.']);
  renameSync(`${archive}.new`, archive);
  rmSync(folder, { recursive: true });
  return archive;
}

/** What a program printed, both outputs together, and how it ended. */
interface Ran {
  readonly status: number | null;
  readonly output: string;
}

interface Running {
  readonly input?: string;
  readonly user?: string;
  readonly folder?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export interface BareHost {
  /** The path outside of a file of the host. */
  at(...names: string[]): string;
  /** Runs a program on the host as root and returns how it ended. */
  run(args: readonly string[], options?: Running): Ran;
  /** As `run`; throws if it fails. Returns what it printed. */
  succeed(args: readonly string[], options?: Running): string;
  /** Starts a program on the host and resolves when its output has `ready`. */
  start(args: readonly string[], options: Running & { ready: string }): Promise<ChildProcess>;
  /** How to run a program of this computer in the host's network. */
  readonly inNetwork: readonly string[];
  close(): Promise<void>;
}

/** Lets start a host with the files of a suite of Debian, such as bookworm; `names` lead to it. */
export async function startBareHost(suite: string, names: readonly string[]): Promise<BareHost> {
  const folder = mkdtempSync(join(tmpdir(), 'bare-host-'));
  chmodSync(folder, 0o755);
  const root = join(folder, 'root');
  mkdirSync(root);
  execFileSync('tar', ['--extract', '--file', debian(suite), '--directory', root]);
  appendFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost ${names.join(' ')}\n::1 localhost ${names.join(' ')}\n`);
  writeFileSync(join(root, 'etc/apt/apt.conf.d/90proxy'), `Acquire::http::Proxy "http://127.0.0.1:${PROXY_PORT}";\n`);
  const set = [
    'exec 2>&1',
    'ip link set lo up',
    // It leads nowhere; without it browsers count themselves as offline.
    'ip link add eth0 type veth peer name eth1 && ip addr add 192.0.2.10/24 dev eth0',
    'ip link set eth0 up && ip link set eth1 up',
    `mount -t proc proc ${root}/proc`,
    `mount -t tmpfs tmpfs ${root}/dev/shm`,
    `mount -t tmpfs -o mode=755 tmpfs ${root}/run`,
    `mkdir ${root}/run/lock`,
    'echo ready',
    'exec sleep infinity',
  ].join(' && ');
  const holder = spawn('unshare', ['--net', '--mount', '--uts', '--pid', '--fork', '--kill-child', 'sh', '-c', set], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await printed(holder, 'ready');
  const [first] = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim().split(' ');
  const enter = ['nsenter', '--target', first ?? '', '--net', '--mount', '--uts', '--pid'];
  const proxy = join(folder, 'proxy');
  const outside = spawn(process.execPath, [join(here, 'debian-proxy.mjs'), 'outside', proxy], piped);
  await printed(outside, 'listening');
  const inside = [...enter, process.execPath, join(here, 'debian-proxy.mjs'), 'inside', proxy, String(PROXY_PORT)];
  const [nsenter = '', ...rest] = inside;
  await printed(spawn(nsenter, rest, piped), 'listening');

  const commandLine = (args: readonly string[], { user = 'root', folder = '/root', env = {} }: Running) => {
    const variables = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', ...env };
    const set = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    const as = user === 'root' ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups'];
    return [...enter, 'chroot', root, 'env', '-i', `--chdir=${folder}`, ...set, ...as, ...args];
  };
  const run: BareHost['run'] = (args, { input = '', ...options } = {}) => {
    const [program = '', ...more] = commandLine(args, options);
    const { status, stdout, stderr, error } = spawnSync(program, more, { input, encoding: 'utf8' });
    if (error) throw error;
    return { status, output: stdout + stderr };
  };
  return {
    at: (...parts) => join(root, ...parts),
    run,
    succeed: (args, options) => {
      const { status, output } = run(args, options);
      assert.equal(status, 0, `${args.join(' ')}: ${output}`);
      return output;
    },
    start: async (args, { ready, ...options }) => {
      const [program = '', ...more] = commandLine(args, options);
      const child = spawn(program, more, piped);
      await printed(child, ready);
      return child;
    },
    inNetwork: enter.filter((part) => !['--mount', '--uts', '--pid'].includes(part)),
    close: async () => {
      const gone = [once(holder, 'exit'), once(outside, 'exit')];
      // The first process of the host; with it all others end.
      process.kill(Number(first), 'SIGKILL');
      outside.kill();
      await Promise.all(gone);
      rmSync(folder, { recursive: true });
    },
  };
}

const piped = { stdio: ['pipe', 'pipe', 'inherit'] } satisfies Parameters<typeof spawn>[2];

/** Resolves when the program has printed the text; throws if it ends before. */
async function printed(child: ChildProcess, text: string): Promise<void> {
  assert.ok(child.stdout);
  const lines = createInterface({ input: child.stdout });
  const seen: string[] = [];
  for await (const line of lines) {
    seen.push(line);
    if (!line.includes(text)) continue;
    child.stdout.resume();
    return;
  }
  throw new Error(`${child.spawnargs.join(' ')} ended before it printed ${text}:\n${seen.join('\n')}`);
}

/** Every file of a folder with its size, time and mode: two equal lists mean that nothing was changed. */
export function listing(folder: string): string {
  assert.ok(readdirSync(folder).length > 0);
  const shown = ['-xdev', '-printf', '%p %s %T@ %m\\n'];
  const found = execFileSync('find', [folder, ...shown], { encoding: 'utf8', maxBuffer: 256e6 });
  return found.split('\n').sort().join('\n');
}
