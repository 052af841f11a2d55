// What systemd does of the console's units, on a host where it does not run: starts them with their user, settings,
// secrets as files and folder of state; holds their sockets; answers `systemctl`. Not what it denies a service.
import assert from 'node:assert/strict';
import { type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BareHost } from './bare-host.ts';

/** Holds a socket and runs the commands of its input on it, one after the other; `stop` ends the running one. */
const holder = `
use Socket; use POSIX qw(dup2);
$| = 1; $^F = 10;
socket(my $held, PF_INET, SOCK_STREAM, 0); setsockopt($held, SOL_SOCKET, SO_REUSEADDR, pack("l", 1));
bind($held, sockaddr_in(shift, inet_aton("127.0.0.1"))) or die $!; listen($held, 512);
my $pid; print "held\\n";
while (my $command = <STDIN>) {
  chomp $command;
  if ($command eq "stop") { kill TERM => $pid; waitpid $pid, 0; print "stopped\\n"; next }
  $pid = fork; next if $pid;
  dup2(fileno($held), 3); exec "sh", "-c", $command;
}`;

/** How to run a unit. */
interface Started {
  readonly user: string;
  readonly folder: string;
  readonly env: Record<string, string>;
  readonly command: readonly string[];
  readonly ready: string;
}

interface Running {
  stop(): Promise<void>;
  signal?(name: NodeJS.Signals): void;
}

export interface SmallSystemd {
  restart(unit: string): Promise<void>;
  /** Lets the host's own `systemctl` reach this; then the host counts as one that systemd runs. */
  takeOver(): Promise<void>;
  close(): Promise<void>;
}

/** Starts nothing yet. */
export function smallSystemd(host: BareHost): SmallSystemd {
  const services = new Map<string, Running>();
  const sockets = new Map<string, ChildProcess>();
  const stop = async (unit: string): Promise<undefined> => {
    await services.get(unit)?.stop();
    services.delete(unit);
  };
  const start = async (unit: string): Promise<undefined> => {
    const [name = '', kind] = unit.split('.');
    if (kind === 'timer') return undefined;
    if (kind === 'socket') {
      sockets.set(name, await holdSocket(host, name));
      return undefined;
    }
    const unitFile = host.at('etc/systemd/system', `${name}.socket`);
    if (existsSync(unitFile) && !sockets.has(name)) await start(`${name}.socket`);
    const socket = sockets.get(name);
    const started = readUnit(host, name);
    services.set(name, await (socket ? startOn(socket, started) : startAlone(host, started)));
  };
  const restart = async (unit: string): Promise<undefined> => {
    await stop(unit);
    await start(unit);
  };
  const verbs: Readonly<Record<string, (unit: string) => Promise<string | undefined>>> = {
    'daemon-reload': async () => undefined,
    enable: async () => undefined,
    start,
    stop,
    restart,
    'is-active': async (unit) => {
      const [name = '', kind] = unit.split('.');
      if (kind === 'timer') return;
      assert.ok(kind === 'socket' ? sockets.has(name) : services.has(name), `${unit} is not active`);
    },
    kill: async (unit) => {
      services.get(unit)?.signal?.('SIGURG');
      return undefined;
    },
    status: async () => void host.succeed(['test', '-e', '/run/nginx.pid']),
    // What `service` asks before it reloads one.
    show: async () => 'CanReload=yes\n',
    reload: async () => void host.succeed(['nginx', '-s', 'reload']),
  };
  const server = createServer((request, reply) => {
    const words = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split(' ');
    const at = words.findIndex((word) => word in verbs);
    const work = verbs[words[at] ?? ''] ?? (() => Promise.reject(new Error(`systemctl ${words.join(' ')} is unknown`)));
    const unit = words.slice(at + 1).find((word) => !word.startsWith('-'));
    work(unit ?? '').then(
      (said) => reply.end(said),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    );
  });
  return {
    restart,
    takeOver: async () => {
      server.listen(host.at('root/systemd'));
      await once(server, 'listening');
      const program = host.at('usr/bin/systemctl');
      host.succeed(['rm', '/usr/bin/systemctl']);
      writeFileSync(program, systemctl);
      chmodSync(program, 0o755);
      host.succeed(['mkdir', '-p', '/run/systemd/system']);
    },
    close: async () => {
      for (const unit of services.keys()) await stop(unit);
      for (const socket of sockets.values()) socket.kill();
      if (server.listening) await once(server.close(), 'close');
    },
  };
}

const systemctl = `#!/opt/device-console/bin/node
const { request } = require('node:http');
const path = '/' + encodeURIComponent(process.argv.slice(2).join(' '));
request({ socketPath: '/root/systemd', path }, (reply) => {
  const isDone = reply.statusCode === 200;
  reply.pipe(isDone ? process.stdout : process.stderr);
  process.exitCode = isDone ? 0 : 3;
}).end();
`;

function readUnit(host: BareHost, name: string): Started {
  const [template = '', instance = ''] = name.split('@');
  const file = host.at('etc/systemd/system', `${template}${instance ? '@' : ''}.service`);
  const secrets = join('/run/credentials', name);
  const lines = readFileSync(file, 'utf8').replaceAll('%i', instance).replaceAll('%d', secrets).split('\n');
  const valuesOf = (key: string): readonly string[] =>
    lines.flatMap((line) => (line.startsWith(`${key}=`) ? [line.slice(key.length + 1)] : []));
  const [user = ''] = valuesOf('User');
  host.succeed(['install', '--directory', `--owner=${user}`, '--mode=0500', secrets]);
  for (const [credential = '', path = ''] of valuesOf('LoadCredential').map((value) => value.split(':'))) {
    const given = host.run(['test', '-e', path]).status === 0 ? path : '/dev/null';
    host.succeed(['install', `--owner=${user}`, '--mode=0400', given, join(secrets, credential)]);
  }
  const state = ['install', '--directory', `--owner=${user}`, `--group=${user}`, '--mode=0700'];
  for (const folder of valuesOf('StateDirectory')) host.succeed([...state, join('/var/lib', folder)]);
  const ofFiles = valuesOf('EnvironmentFile').flatMap((path) => readFileSync(host.at(path), 'utf8').split('\n'));
  const settings = [...ofFiles, ...valuesOf('Environment')].flatMap((line) => {
    const [, key, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
    return key === undefined ? [] : [[key, value] as const];
  });
  return {
    user,
    folder: valuesOf('WorkingDirectory')[0] ?? '/',
    env: Object.fromEntries(settings) as Record<string, string>,
    command: valuesOf('ExecStart')[0]?.split(' ') ?? [],
    ready: template === 'device-console-api' ? 'Device Console API on' : 'listening on',
  };
}

async function startAlone(host: BareHost, { command, ...options }: Started): Promise<Running> {
  const child = await host.start(command, options);
  // nsenter, which started the service, does not pass signals on.
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of childrenOf(child.pid ?? 0)) process.kill(pid, name);
  };
  return {
    signal,
    stop: async () => {
      const exit = once(child, 'exit');
      signal('SIGTERM');
      await exit;
    },
  };
}

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

function holdSocket(host: BareHost, name: string): Promise<ChildProcess> {
  const text = readFileSync(host.at('etc/systemd/system', `${name}.socket`), 'utf8');
  const [, port = ''] = /^ListenStream=127\.0\.0\.1:(\d+)$/m.exec(text) ?? [];
  return host.start(['perl', '-e', holder, port], { ready: 'held' });
}

async function startOn(socket: ChildProcess, { user, folder, env, command, ready }: Started): Promise<Running> {
  const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' ');
  const variables = quoted(Object.entries(env).map(([name, value]) => `${name}=${value}`));
  const given = `LISTEN_FDS=1 LISTEN_PID=$$ PATH=/usr/bin:/bin ${variables}`;
  const as = `setpriv --reuid=${user} --regid=${user} --init-groups`;
  await said(socket, `cd ${folder} && exec env -i ${given} ${as} ${quoted(command)}`, ready);
  return { stop: () => said(socket, 'stop', 'stopped') };
}

/** Sends a line to the holder of a socket and resolves when it, or what it runs, has printed the text. */
async function said({ stdin, stdout }: ChildProcess, line: string, text: string): Promise<void> {
  assert.ok(stdin && stdout);
  const lines = createInterface({ input: stdout });
  const seen = new Promise<void>((done) => {
    lines.on('line', (found) => {
      if (found.includes(text)) done();
    });
  });
  stdin.write(`${line}\n`);
  await seen;
  lines.close();
  stdout.resume();
}
