// Makes what a console needs before its first start: the shared key, config.json, the tables, the remotes and the first
// superadmin. What is there already stays.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeFirstConfig } from '../console-config.ts';
import { readJson, rootDir } from '../paths.mjs';
import { publishRelease } from '../publishing/own-remotes.ts';
import type { Log } from '../run-node.ts';

/** Sets a console up by the variables that `device-console first-run` reads. */
export async function firstRun(env: NodeJS.ProcessEnv, say: Log): Promise<void> {
  prepareConsole(env, say);
  const config = needed(env, 'CONFIG_DIR');
  const store = { to: needed(env, 'STORE_DIR'), origin: needed(env, 'REMOTES_URL') };
  if (!(await publishRelease({ web: join(config, 'web'), key: join(config, 'keys'), ...store, log: say })))
    throw new Error('Not every remote is live, as said above.');
}

/** All of it but the remotes. */
export function prepareConsole(env: NodeJS.ProcessEnv, say: Log): void {
  const config = needed(env, 'CONFIG_DIR');
  const web = join(config, 'web');
  const sharedKey = secret(config, 'shared-key', say);
  secret(config, 'factor-key', say);
  const file = join(web, 'config.json');
  if (writeFirstConfig(file, { ...exampleConfig(env['EMAIL_DOMAINS']), sharedKey })) say(`${file} was made.`);
  const { DATABASE_ROLE: role, FIRST_SUPERADMIN: email, TOKENS_FILE: tokens } = env;
  // The store does not start with a list that is not there; with an empty one nobody may write.
  if (tokens && !existsSync(tokens)) writeFileSync(tokens, '[]\n', { mode: 0o640 });
  say(runCli(['migrate', ...(role ? ['--grant', role] : [])], env));
  if (email) firstAccount(config, email, env, say);
}

/** Where the API's command line lies in this release. */
const cliProgram = join(rootDir, 'reference-api', 'dist', 'cli.mjs');

/** Runs the API's command line and returns what it printed. Throws with what it said. */
export function runCli(args: readonly string[], env: NodeJS.ProcessEnv, input = ''): string {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [cliProgram, ...args], {
    env,
    input,
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`device-console cli ${args[0] ?? ''} failed: ${stderr || stdout}`);
  return stdout.trim();
}

/** A secret of its own file, which is made if it is missing. */
function secret(config: string, name: string, say: Log): string {
  const folder = join(config, 'credentials');
  const file = join(folder, name);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    say(`${file} was made.`);
  }
  return readFileSync(file, 'utf8').trim();
}

function exampleConfig(emailDomains: string | undefined): object {
  const example = readJson(join(rootDir, 'deploy', 'config.json.example')) as { emailDomains: string[] };
  const named = emailDomains ? emailDomains.split(',').map((name) => name.trim()) : example.emailDomains;
  // The keys of the remotes are listed when they are published.
  return { ...example, emailDomains: named, registryKeys: undefined };
}

/** Makes the account once: the file that says so outlives the account. */
function firstAccount(config: string, email: string, env: NodeJS.ProcessEnv, say: Log): void {
  const made = join(config, 'first-superadmin');
  if (existsSync(made)) return;
  const account = ['--email', email, '--role', 'SUPERADMIN', '--phone', needed(env, 'FIRST_PHONE'), '--invite'];
  const printed = runCli(['create-account', ...account], env);
  const [path] = /^\/invitation\/\S+$/m.exec(printed) ?? [];
  if (path === undefined) throw new Error(`No invitation was printed: ${printed}`);
  writeFileSync(made, `${email}\n`, { flag: 'wx' });
  const address = env['PUBLIC_URL'] ?? '';
  say(`Open ${address}${path} within 72 hours: there ${email} chooses a password. The link works once.`);
  say(`Then log in at ${address}/superadmin/login.`);
}

function needed(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}
