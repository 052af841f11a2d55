import { spawn, execFile, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { serveHost } from '../../tooling/lib/static-server.ts';
import { serveStore } from '../../tooling/lib/store-server.ts';
import { installTestKey, type TestKey } from './registry.ts';

const rootDir = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

export interface ProcessSpec {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Its output contains this once it listens. */
  readonly ready: string;
}

interface Layout {
  readonly address: string;
  readonly registryFile: string;
  readonly configFile: string;
  readonly processes: readonly ProcessSpec[];
}

/** A separate console for tests: real builds, real servers, a database and registry in a temporary folder. */
export interface TestConsole {
  readonly address: string;
  readonly registryFile: string;
  readonly configFile: string;
  /** Listed in config.json beside the console's own keys, for tests that change the registry. */
  readonly key: TestKey;
  /** Environment that makes the project's scripts use this console. */
  readonly env: Readonly<Record<string, string>>;
  /** Kills the API as a crash would, and starts it again on its data. */
  readonly api: { kill(): Promise<void>; start(): Promise<void> };
  close(): Promise<void>;
}

/** Lines that the servers of this process's consoles logged as errors. */
export const loggedErrors: string[] = [];

const ERROR_LINE = /^.*"level":50,.*$/gm;

export function listening(spec: ProcessSpec, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [...spec.args], {
      cwd: rootDir,
      env: { ...env, ...spec.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const look = (chunk: Buffer): void => {
      loggedErrors.push(...(String(chunk).match(ERROR_LINE) ?? []));
      output = (output + String(chunk)).slice(-4_000);
      if (output.includes(spec.ready)) done(child);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`${spec.name} ended with code ${String(code)}: ${output}`)));
  });
}

export function ended(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    child.once('exit', () => done());
    child.kill(signal);
  });
}

/** A console for another back end than ours: its config.json; no API is started. */
export interface OtherBackEnd {
  readonly config: object;
}

/** Ends one process of the console, or the server that replaces it. */
type End = () => Promise<void>;

/** Starts what `serve.js` would serve as a process of its own, here: a console has two of them. */
async function serveHere(args: readonly string[], hostRoot: string | null): Promise<End> {
  const text = { type: 'string', default: '' } as const;
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { root: text, port: text, host: text, web: text, store: text, api: text },
  });
  const { root, host, web: webDir, store: storeDir, api: apiUrl } = values;
  const options = { root, host, port: Number(values.port) };
  const server =
    positionals[0] === 'host'
      ? await serveHost({ ...options, root: hostRoot ?? root, webDir, storeDir, apiUrl })
      : await serveStore(options);
  return () => server.close();
}

/** A process that may be killed and started again. */
function restartable(spec: ProcessSpec, env: NodeJS.ProcessEnv) {
  let child: ChildProcess | null = null;
  return {
    start: async () => void (child = await listening(spec, env)),
    end: async (signal: 'SIGTERM' | 'SIGKILL') => {
      if (child) await ended(child, signal);
    },
  };
}

/**
 * Builds what changed, lays a console out below a temporary folder, and starts every process of it from `port` on.
 * `host` is the folder of another build of the shell than this repository's.
 */
export async function startTestConsole(
  port: number,
  more: Readonly<Record<string, string>> = {},
  other: OtherBackEnd | null = null,
  host: string | null = null,
): Promise<TestConsole> {
  const dataDir = await mkdtemp(join(tmpdir(), 'device-console-'));
  // Tests of one console log in as the same accounts, again and again.
  const ofTests = { DEMO: '1', LOG_LEVEL: 'warn', SESSIONS_PER_ACCOUNT: '100' };
  const env = { ...process.env, ...ofTests, ...more, PORT: String(port), DATA_DIR: dataDir };
  const { stdout } = await run(process.execPath, ['tooling/prepare.js'], { cwd: rootDir, env, maxBuffer: 10_000_000 });
  const layout = JSON.parse(stdout) as Layout;
  const key = await installTestKey(layout);
  if (other) {
    // The remotes stay signed with the console's own keys, whatever its back end.
    const { registryKeys, registryEpoch } = JSON.parse(await readFile(layout.configFile, 'utf8')) as Record<
      string,
      unknown
    >;
    await writeFile(layout.configFile, JSON.stringify({ ...other.config, registryKeys, registryEpoch }));
  }
  const isServedHere = ({ args: [program = ''] }: ProcessSpec): boolean => basename(program) === 'serve.js';
  const processes = layout.processes
    .filter((spec) => !isServedHere(spec) && !(other && spec.name === 'reference-api'))
    .map((spec) => ({ name: spec.name, ...restartable(spec, env) }));
  const [servers] = await Promise.all([
    Promise.all(layout.processes.filter(isServedHere).map(({ args }) => serveHere(args.slice(1), host))),
    ...processes.map(({ start }) => start()),
  ]);
  const api = (): ReturnType<typeof restartable> => {
    const found = processes.find(({ name }) => name === 'reference-api');
    if (!found) throw new Error('This console has no API of its own.');
    return found;
  };

  return {
    address: layout.address,
    registryFile: layout.registryFile,
    configFile: layout.configFile,
    key,
    env: { ...more, PORT: String(port), DATA_DIR: dataDir, DEMO: '1' },
    api: { kill: () => api().end('SIGKILL'), start: () => api().start() },
    close: async () => {
      await Promise.all([...servers.map((end) => end()), ...processes.map(({ end }) => end('SIGTERM'))]);
      await rm(dataDir, { recursive: true });
    },
  };
}

/** Runs one of the project's scripts against a test console. */
export async function runScript(testConsole: TestConsole, args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [...args], {
    cwd: rootDir,
    env: { ...process.env, ...testConsole.env },
    maxBuffer: 10_000_000,
  });
  return stdout;
}

export { rootDir };
