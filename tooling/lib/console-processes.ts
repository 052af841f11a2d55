// Runs a console on one machine: its builds, its configuration, and the processes that serve it.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildIfChanged } from './build-if-changed.ts';
import { writeFirstConfig } from './console-config.ts';
import { apiName, type Layout, refuseTakenPorts, settledLayout } from './layout.ts';
import { dataDir, readJson, rootDir, toolingDir } from './paths.mjs';
import { apiProgram, buildJobs, hostBuild } from './workspace.mjs';
import { prepareLocalKeys } from './publishing/keys.ts';
import { publishOwn, type TrustingConfig } from './publishing/own-remotes.ts';
import { publishTarget } from './publishing/targets.ts';
import type { Log } from './run-node.ts';

/** How to start a process of the console with this Node. It listens once its output contains `ready`. */
export type ProcessSpec = {
  name: string;
  args: string[];
  env: Record<string, string>;
  ready: string;
};

/** The fields of this machine's config.json that are read here. */
type LocalConfig = TrustingConfig & { sharedKey: string };

const demoKey = 'device-console-demo-shared-key-0001';

/**
 * Builds what changed, and writes configuration and registry. Neither builds nor publishes the packages in `without`.
 * `epoch` is the one to sign for.
 */
export async function prepareConsole(demo: boolean, log: Log, without: readonly string[] = []) {
  const layout = settledLayout();
  const { port, storePort, apiPort, bind } = layout;
  await refuseTakenPorts([
    { name: 'the console', port, host: bind },
    { name: 'the store of remotes', port: storePort, host: bind },
    { name: apiName, port: apiPort, host: '127.0.0.1' },
  ]);
  const jobs = buildJobs().filter(({ name }) => !without.includes(name));
  await buildIfChanged(jobs, log);
  const sharedKey = writeConfig(layout, demo);
  const keys = prepareLocalKeys(layout.configFile, layout.remotes);
  const config = readJson(layout.configFile) as LocalConfig;
  const published = layout.remotes.filter((remote) => !without.includes(remote));
  await publishOwn(published, { keys, config, target: publishTarget({}), log });
  return { layout, processes: processesOf(layout, demo, sharedKey), keys, epoch: config.registryEpoch ?? 1 };
}

/** Writes config.json if there is none. Returns its shared key. */
function writeConfig(layout: Layout, demo: boolean): string {
  // The settings by which the login page offers the API's single sign-on.
  const { OIDC_ISSUER: issuer, OIDC_NAME: name, OIDC_ONLY: only } = process.env;
  writeFirstConfig(layout.configFile, {
    apiBase: process.env['API_BASE'] ?? '/api/',
    sharedKey: process.env['SHARED_KEY'] ?? (demo ? demoKey : randomBytes(32).toString('base64url')),
    idempotent: true,
    ...(issuer && { singleSignOn: { name: name || 'your organisation', only: only === '1' } }),
  });
  return (readJson(layout.configFile) as LocalConfig).sharedKey;
}

const serveArguments = (kind: 'host' | 'store', options: Record<string, string | number>): string[] => [
  join(toolingDir, 'serve.js'),
  kind,
  ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]),
];

/** Node's arguments for a server of the host, on the console's port and in front of its API. */
export const hostArguments = (
  { port, bind, apiPort }: Layout,
  options: Record<'root' | 'web', string> & Partial<Record<'store' | 'development', string>>,
): string[] => serveArguments('host', { ...options, port, host: bind, api: `http://127.0.0.1:${apiPort}` });

function processesOf(layout: Layout, demo: boolean, sharedKey: string): ProcessSpec[] {
  const apiEnv = {
    PORT: String(layout.apiPort),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir(),
    SHARED_KEY: sharedKey,
    DEMO: demo ? '1' : '0',
    PUBLIC_URL: process.env['PUBLIC_URL'] ?? layout.address,
  };
  return [
    { name: apiName, args: [apiProgram()], env: apiEnv, ready: 'Device Console API on' },
    {
      name: 'shell',
      args: hostArguments(layout, { root: hostBuild(), web: layout.webDir, store: layout.storeDir }),
      env: {},
      ready: 'listening on',
    },
    {
      name: 'store',
      args: serveArguments('store', { root: layout.storeDir, port: layout.storePort, host: layout.bind }),
      env: {},
      ready: 'listening on',
    },
  ];
}

/**
 * Starts processes and resolves once all listen. If one ends by itself, ends the others and calls `onFailure`.
 * `through` is the program that starts them, such as `nice`, with its arguments.
 */
export async function runProcesses(
  processes: readonly ProcessSpec[],
  onFailure: (error: Error) => void,
  { through = [] }: { through?: readonly string[] } = {},
): Promise<{ end: () => Promise<void> }> {
  const children: ChildProcess[] = [];
  let isEnding = false;
  const end = async () => {
    isEnding = true;
    const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    const gone = running.map((child) => once(child, 'exit'));
    for (const child of running) child.kill();
    await Promise.all(gone);
  };
  const start = ({ name, args, env, ready }: ProcessSpec): Promise<void> =>
    new Promise((resolve, reject) => {
      const [program = '', ...rest] = [...through, process.execPath, ...args];
      const child = spawn(program, rest, {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        cwd: rootDir,
      });
      children.push(child);
      let errors = '';
      child.stderr.on('data', (chunk) => {
        errors = (errors + chunk).slice(-4_000);
      });
      child.stdout.on('data', (chunk) => {
        if (String(chunk).includes(ready)) resolve();
      });
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        if (isEnding) return;
        const failure = new Error(`${name} ended with ${code ?? signal}. ${errors}`.trimEnd());
        reject(failure);
        void end().then(() => onFailure(failure));
      });
    });
  await Promise.all(processes.map(start));
  return { end };
}
