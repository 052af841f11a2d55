import { execFile, type ChildProcess } from 'node:child_process';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { replaceAll, startDeployedNginx, type Replacements } from '../../reference-api/src/testing/deployed-nginx.ts';
import { startThrowawayPostgres } from '../../reference-api/src/testing/throwaway-postgres.ts';
import { ended, listening, rootDir, type ProcessSpec } from './test-console.ts';

const run = promisify(execFile);
/** Whose team publishes there. */
const remotes = ['mf-commands', 'mf-devices'];

/** A console set up and run as in deploy/README.md, on the test's own ports and folders. */
export interface Deployment {
  readonly address: string;
  readonly httpAddress: string;
  /** Where teams publish. */
  readonly storeAddress: string;
  /** The first instance of the API, bypassing nginx. */
  readonly apiAddress: string;
  readonly sharedKey: string;
  /** Runs the API's command line with the services' environment; `input` is typed. */
  cli(args: readonly string[], input?: string): Promise<string>;
  /** Ends one service by its unit's name, such as device-console-api@3101. */
  stop(unit: string, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  start(unit: string): Promise<void>;
  readonly postgres: { halt(): Promise<void>; start(): Promise<void> };
  /** As after a renewed certificate. */
  reloadNginx(): Promise<void>;
  close(): Promise<void>;
}

const deployFile = (name: string): Promise<string> => readFile(join(rootDir, 'deploy', name), 'utf8');

/** api.env.example with the empty values filled in. */
async function environment(values: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  const names = (await deployFile('api.env.example'))
    .split('\n')
    .flatMap((line) => /^([A-Z_]+)=/.exec(line)?.[1] ?? []);
  const unknown = Object.keys(values).filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new Error(`api.env.example does not name ${unknown.join()}`);
  return values;
}

/** The command that a unit starts, as systemd would read it, with the test's paths. */
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
  if (program !== '/opt/device-console/bin/node') throw new Error(`${unit} starts ${String(program)}`);
  const own = Object.fromEntries(
    lines.filter((line) => line.startsWith('Environment=')).map((line) => line.slice('Environment='.length).split('=')),
  );
  const settings = lines.some((line) => line.startsWith('EnvironmentFile=')) ? env : {};
  return {
    name: unit,
    args,
    env: { ...settings, ...own },
    ready: name === 'device-console-api' ? 'Device Console API on' : 'listening on',
  };
}

/** Makes the units' roles, which log in without a password; returns the address of each. */
async function makeRoles(binaries: string, url: string): Promise<Readonly<Record<'owner' | 'api', string>>> {
  const [owner, api] = ['device-console-migrate', 'device-console-api'];
  const statements = [
    `create role "${owner}" login`,
    `create role "${api}" login`,
    `alter database ${new URL(url).pathname.slice(1)} owner to "${owner}"`,
  ];
  await run(join(binaries, 'psql'), [
    '--no-psqlrc',
    '--quiet',
    `--dbname=${url}`,
    ...statements.flatMap((text) => ['--command', text]),
  ]);
  const as = (role: string) => url.replace('postgres@', `${role}@`);
  return { owner: as(owner), api: as(api) };
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
  const credentials = join(folder, 'credentials');
  await Promise.all([web, configured, tokens, state, keys, credentials].map((path) => mkdir(path)));
  const postgres = await startThrowawayPostgres();
  const address = `https://localhost:${port}`;
  const httpAddress = `http://localhost:${port + 1}`;
  const storeAddress = `https://localhost:${port + 6}`;
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
    ['%d/', `${credentials}/`],
  ];
  const sharedKey = 'a-key-of-the-deployment-test-0001';
  const roles = await makeRoles(postgres.binaries, await postgres.newDatabase());
  const secrets = {
    'shared-key': sharedKey,
    'database-url': roles.api,
    'owner-database-url': roles.owner,
    'smtp-url': '',
    'oidc-client-secret': '',
    'factor-key': '',
  };
  for (const [name, text] of Object.entries(secrets)) await writeFile(join(credentials, name), `${text}\n`);
  const env = await environment({
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
      const { stdout } = await script(['tooling/keys.js', id, '--to', keys]);
      return JSON.parse(stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1)) as unknown;
    }),
  );
  const config = JSON.parse(await deployFile('config.json.example')) as object;
  await writeFile(join(configured, 'config.json'), JSON.stringify({ ...config, sharedKey, registryKeys }));
  const storeTokens = new Map<string, string>();
  for (const id of remotes) {
    const { stdout } = await script(['tooling/store-token.js', id, '--to', join(tokens, 'tokens.json')]);
    storeTokens.set(id, stdout.split('\n')[1] ?? '');
  }
  const owner = { DATABASE_URL_FILE: join(credentials, 'owner-database-url'), DATA_DIR: state };
  await script((await processOf('device-console-migrate', places, env)).args, owner);
  await start('device-console-api@3101');
  await Promise.all(['device-console-api@3102', 'device-console-page', 'device-console-store'].map(start));
  const nginx = await startDeployedNginx(join(rootDir, 'deploy', 'nginx'), folder, [
    ...ports,
    // No name but localhost is known everywhere, so the store has a port of its own.
    [
      'listen 443 ssl http2;\n    server_name remotes.example.com',
      `listen ${port + 6} ssl http2;\n    server_name localhost`,
    ],
    ['listen 80', `listen ${port + 1}`],
    ['listen 443 ', `listen ${port} `],
    ['https://$host$request_uri', `${address}$request_uri`],
    ['server_name console.example.com', 'server_name localhost'],
  ]);
  for (const [index, id] of remotes.entries()) {
    const begin = index === 0 ? ['--new-registry'] : [];
    const to = ['--to', storeAddress, '--console', address, '--key', join(keys, `${id}.pem`), ...begin];
    await script(['tooling/publish-remote.js', id, '--dist', join(rootDir, id, 'dist'), ...to], {
      NODE_EXTRA_CA_CERTS: nginx.certificateFile,
      STORE_TOKEN: storeTokens.get(id) ?? '',
    });
  }

  return {
    address,
    httpAddress,
    storeAddress,
    sharedKey,
    stop,
    start,
    postgres,
    reloadNginx: () => nginx.reload(),
    apiAddress: `http://localhost:${port + 2}`,
    cli: async (args, input) => {
      const running = run(process.execPath, ['reference-api/dist/cli.mjs', ...args], {
        cwd: rootDir,
        env: { ...process.env, ...env, ...owner },
      });
      running.child.stdin?.end(input ?? '');
      return (await running).stdout;
    },
    close: async () => {
      await nginx.stop();
      await Promise.all([...children.keys()].map((unit) => stop(unit, 'SIGTERM')));
      await postgres.stop();
      await rm(folder, { recursive: true });
    },
  };
}
