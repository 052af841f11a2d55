import { execFile, type ChildProcess } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startThrowawayPostgres } from '../../reference-api/src/testing/throwaway-postgres.ts';
import { ended, listening, rootDir, type ProcessSpec } from './test-console.ts';

const run = promisify(execFile);
const nginxProgram = process.env['NGINX_PATH'] ?? '/usr/sbin/nginx';
const remotes = readdirSync(rootDir).filter((name) => name.startsWith('mf-'));

/** A console set up and run as deploy/README.md says, on ports and in folders of a test's own. */
export interface Deployment {
  readonly address: string;
  readonly httpAddress: string;
  /** Of the first instance of the API, past nginx. */
  readonly apiAddress: string;
  readonly sharedKey: string;
  /** Runs the API's command line with the services' environment; `input` is typed. */
  cli(args: readonly string[], input?: string): Promise<string>;
  /** Ends one service by its unit's name, such as device-console-api@3101. */
  stop(unit: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  start(unit: string): Promise<void>;
  close(): Promise<void>;
}

type Replacements = readonly (readonly [string, string])[];

/** Replaces each text everywhere; each must be there. */
function replaceAll(text: string, replacements: Replacements): string {
  return replacements.reduce((done, [from, to]) => {
    if (!done.includes(from)) throw new Error(`The file does not hold ${from}`);
    return done.replaceAll(from, to);
  }, text);
}

const deployFile = (name: string): Promise<string> => readFile(join(rootDir, 'deploy', name), 'utf8');

/** device-console.env.example with the empty values filled in. */
async function environment(values: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const names = (await deployFile('device-console.env.example'))
    .split('\n')
    .flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? []);
  const unknown = Object.keys(values).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`device-console.env.example does not name ${unknown.join()}`);
  return values;
}

/** What a unit starts, as systemd would read it, with places of the test's own. */
async function processOf(
  unit: string,
  replacements: Replacements,
  env: Readonly<Record<string, string>>,
): Promise<ProcessSpec> {
  const [name = '', instance = ''] = unit.split('@');
  const text = (await deployFile(`systemd/${name}${instance ? '@' : ''}.service`)).replaceAll('%i', instance);
  const wanted = replacements.filter(([from]) => text.includes(from));
  const lines = replaceAll(text, wanted).split('\n');
  const [program, ...args] = (
    lines.find((line) => line.startsWith('ExecStart='))?.slice('ExecStart='.length) ?? ''
  ).split(' ');
  if (program !== '/usr/bin/node') throw new Error(`${unit} starts ${String(program)}`);
  const own = Object.fromEntries(
    lines.filter((line) => line.startsWith('Environment=')).map((line) => line.slice('Environment='.length).split('=')),
  );
  return {
    name: unit,
    args,
    env: { ...env, ...own },
    ready: name === 'device-console-api' ? 'Device Console API on' : 'listening on',
  };
}

async function certificate(folder: string): Promise<{ certificateFile: string; keyFile: string }> {
  const [certificateFile, keyFile] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')];
  await run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    keyFile,
    '-out',
    certificateFile,
  ]);
  return { certificateFile, keyFile };
}

/** Starts nginx with deploy/nginx/device-console.conf; it listens when this is done. Returns what ends it. */
async function startNginx(folder: string, replacements: Replacements): Promise<() => Promise<unknown>> {
  const site = join(folder, 'device-console.conf');
  await writeFile(site, replaceAll(await deployFile('nginx/device-console.conf'), replacements));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ');
  const main = join(folder, 'nginx.conf');
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  await writeFile(
    main,
    `${user} worker_processes 2; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};
events { worker_connections 256; }
http { access_log off; ${temporary} include ${site}; }
`,
  );
  const nginx = (...args: string[]) => run(nginxProgram, [...args, '-c', main, '-e', join(folder, 'error.log')]);
  await nginx('-t');
  await nginx();
  return () => nginx('-s', 'stop');
}

/**
 * Sets everything up: database, configuration, keys, services, nginx; then each team publishes. `port` and the nine
 * after it are used.
 */
export async function startDeployment(port: number): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'device-console-deployment-'));
  const web = join(folder, 'srv');
  const configured = join(folder, 'etc-web');
  const tokens = join(folder, 'etc-store');
  const state = join(folder, 'lib');
  const keys = join(folder, 'keys');
  await Promise.all([web, configured, tokens, state, keys].map((path) => mkdir(path)));
  const postgres = await startThrowawayPostgres();
  const address = `https://localhost:${port}`;
  const httpAddress = `http://localhost:${port + 1}`;
  const { certificateFile, keyFile } = await certificate(folder);
  const ports: Replacements = [
    [':3101', `:${port + 2}`],
    [':3102', `:${port + 3}`],
    [':3000', `:${port + 4}`],
    [':3050', `:${port + 5}`],
  ];
  const places: Replacements = [
    ...ports,
    ...ports.map(([from, to]) => [`PORT=${from.slice(1)}`, `PORT=${to.slice(1)}`] as const),
    ...ports.map(([from, to]) => [`--port ${from.slice(1)}`, `--port ${to.slice(1)}`] as const),
    ['/srv/device-console', web],
    ['/etc/device-console/web', configured],
    ['/etc/device-console/store', tokens],
    ['/var/lib/device-console', state],
  ];
  const sharedKey = 'a-key-of-the-deployment-test-0001';
  const env = await environment({
    SHARED_KEY: sharedKey,
    DATABASE_URL: await postgres.newDatabase(),
    PUBLIC_URL: address,
    EMAIL_DOMAINS: 'example.com',
    TZ: 'UTC',
    GATEWAY: 'simulator',
  });
  const children = new Map<string, ChildProcess>();
  const start = async (unit: string): Promise<void> => {
    children.set(unit, await listening(await processOf(unit, places, env), { ...process.env, LOG_LEVEL: 'info' }));
  };
  const stop: Deployment['stop'] = async (unit, signal) => {
    const child = children.get(unit);
    if (!child) throw new Error(`${unit} is not running.`);
    children.delete(unit);
    await ended(child, signal);
  };
  const script = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    run(process.execPath, [...args], { cwd: rootDir, env: { ...process.env, ...env, ...more } });

  const registryKeys = await Promise.all(
    remotes.map(async (id) => {
      const { stdout } = await script(['tooling/keys.mjs', id, '--to', keys]);
      return JSON.parse(stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1)) as unknown;
    }),
  );
  const config = JSON.parse(await deployFile('config.json.example')) as object;
  await writeFile(join(configured, 'config.json'), JSON.stringify({ ...config, sharedKey, registryKeys }));
  const storeTokens = new Map<string, string>();
  for (const id of remotes) {
    const { stdout } = await script(['tooling/store-token.mjs', id, '--to', join(tokens, 'tokens.json')]);
    storeTokens.set(id, stdout.split('\n')[1] ?? '');
  }
  // The first instance makes the tables.
  await start('device-console-api@3101');
  await Promise.all(['device-console-api@3102', 'device-console-page', 'device-console-store'].map(start));
  const stopNginx = await startNginx(folder, [
    ...ports,
    ['listen 80;', `listen ${port + 1};`],
    ['listen 443 ', `listen ${port} `],
    ['https://console.example.com$request_uri', `${address}$request_uri`],
    ['server_name console.example.com', 'server_name localhost'],
    ['/etc/ssl/console.example.com/fullchain.pem', certificateFile],
    ['/etc/ssl/console.example.com/privkey.pem', keyFile],
  ]);
  for (const id of remotes) {
    await script(
      [
        'tooling/publish-remote.mjs',
        id,
        '--to',
        `${address}/remotes/`,
        '--console',
        address,
        '--key',
        join(keys, `${id}.pem`),
      ],
      { NODE_EXTRA_CA_CERTS: certificateFile, STORE_TOKEN: storeTokens.get(id) ?? '' },
    );
  }

  return {
    address,
    httpAddress,
    sharedKey,
    stop,
    start,
    apiAddress: `http://localhost:${port + 2}`,
    cli: async (args, input) => {
      const running = run(process.execPath, ['reference-api/dist/cli.mjs', ...args], {
        cwd: rootDir,
        env: { ...process.env, ...env, DATA_DIR: state },
      });
      running.child.stdin?.end(input ?? '');
      return (await running).stdout;
    },
    close: async () => {
      await stopNginx();
      await Promise.all([...children.keys()].map((unit) => stop(unit, 'SIGTERM')));
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}
