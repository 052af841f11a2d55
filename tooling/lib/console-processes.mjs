// What a console on one machine consists of: its builds, its configuration, and the processes that serve it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged } from './build-if-changed.mjs';
import { consoleLayout } from './layout.mjs';
import { dataDir, readJson, rootDir, toolingDir, writeJsonAtomically } from './paths.mjs';
import { apiProgram, buildJobs, hostBuild, remoteBuild } from './workspace.mjs';
import { readBuild } from './publishing/build-files.mjs';
import { localKeysDir, prepareLocalKeys } from './publishing/local-keys.mjs';
import { defaultKeep, publishBuild } from './publishing/releases.mjs';
import { publishTarget } from './publishing/targets.mjs';

const demoKey = 'device-console-demo-shared-key-0001';

/**
 * Builds what changed, writes configuration and registry, and answers the layout and its processes:
 * each `{ name, args, env, ready }`, to be started with this Node, and listening once its output holds `ready`. What `without` names
 * is neither built nor published.
 */
export async function prepareConsole({ demo, log, without = [] }) {
  const layout = consoleLayout();
  await buildIfChanged(buildJobs().filter(({ name }) => !without.includes(name)), log);
  mkdirSync(layout.webDir, { recursive: true });
  const sharedKey = writeConfig(layout, demo);
  const keys = prepareLocalKeys(layout.configFile, layout.remotes);
  for (const id of layout.remotes.filter((remote) => !without.includes(remote))) await publishLocally(id, keys.get(id), readJson(layout.configFile).registryKeys, log);
  return { layout, processes: processesOf(layout, demo, sharedKey) };
}

/** Makes a remote's build live here, unless config.json trusts other keys than this machine's for it. */
async function publishLocally(id, key, trusted, log) {
  if (!key) {
    log(`${id} is not published: config.json lists other keys for it than the one in ${localKeysDir()}`);
    return;
  }
  const by = { key, trusted, keep: defaultKeep, now: () => new Date().toISOString() };
  await publishBuild({ target: publishTarget({}), id, build: await readBuild(remoteBuild(id), id), by });
}

/** config.json is written once and is the administrator's from then on; the key in it is the API's too. */
function writeConfig(layout, demo) {
  if (!existsSync(layout.configFile)) {
    const sharedKey = process.env.SHARED_KEY ?? (demo ? demoKey : randomBytes(32).toString('base64url'));
    writeJsonAtomically(layout.configFile, { apiBase: process.env.API_BASE ?? '/api/', sharedKey, idempotent: true });
  }
  return readJson(layout.configFile).sharedKey;
}

function processesOf(layout, demo, sharedKey) {
  const serve = (kind, root, port, more = []) =>
    [join(toolingDir, 'serve.mjs'), kind, '--root', root, '--port', String(port), '--host', layout.bind, ...more];
  const apiEnv = {
    PORT: String(layout.apiPort), HOST: '127.0.0.1', DATA_DIR: dataDir(), SHARED_KEY: sharedKey, DEMO: demo ? '1' : '0',
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://${layout.bind}:${layout.port}`,
  };
  return [
    { name: 'reference-api', args: [apiProgram()], env: apiEnv, ready: 'Device Console API on' },
    { name: 'shell', args: serve('host', hostBuild(), layout.port, ['--web', layout.webDir, '--api', `http://127.0.0.1:${layout.apiPort}`]), env: {}, ready: 'listening on' },
    ...layout.remotes.map((id) => ({ name: id, args: serve('remote', layout.storeOf(id), layout.portOf(id)), env: {}, ready: 'listening on' })),
  ];
}

/** Starts processes and answers once all listen. When one ends by itself the others are ended and `onFailure` is told. */
export async function runProcesses(processes, onFailure) {
  const children = [];
  let ending = null;
  const end = () => {
    ending ??= Promise.all(children.filter((child) => child.exitCode === null && child.signalCode === null).map((child) => {
      const gone = new Promise((done) => child.once('exit', done));
      child.kill('SIGTERM');
      return gone;
    }));
    return ending;
  };
  const start = ({ name, args, env, ready }) => new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], cwd: rootDir });
    children.push(child);
    let errors = '';
    child.stderr.on('data', (chunk) => { errors = (errors + chunk).slice(-4_000); });
    child.stdout.on('data', (chunk) => { if (String(chunk).includes(ready)) resolve(); });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (ending) return;
      const failure = new Error(`${name} ended with code ${code}. ${errors.trim()}`);
      reject(failure);
      end().then(() => onFailure(failure));
    });
  });
  await Promise.all(processes.map(start));
  return { end };
}
