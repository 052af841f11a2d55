// Makes what a console needs before its first start, by a release: the shared key, config.json, the tables, the
// remotes and the first superadmin. What is there already stays. Settings are environment variables, beside those of
// the API:
//   CONFIG_DIR, STORE_DIR         folders; the keys of the remotes lie in CONFIG_DIR/keys
//   REMOTES_URL                   under which address browsers reach the store
//   DATABASE_ROLE                 the role of the API in PostgreSQL, where it is not the owner of the tables
//   FIRST_SUPERADMIN, FIRST_PHONE the first account; its password is printed once
import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const release = resolve(fileURLToPath(import.meta.url), '../..');
const { CONFIG_DIR, STORE_DIR, REMOTES_URL, DATABASE_ROLE, FIRST_SUPERADMIN, FIRST_PHONE, EMAIL_DOMAINS, PUBLIC_URL } =
  process.env;

try {
  firstRun();
} catch (error) {
  process.stderr.write(`The console was not set up: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function firstRun() {
  const config = needed('CONFIG_DIR', CONFIG_DIR);
  const web = join(config, 'web');
  const sharedKey = secret(config, 'shared-key');
  secret(config, 'factor-key');
  writeConfig(web, sharedKey);
  say(command(['cli', 'migrate', ...(DATABASE_ROLE ? ['--grant', DATABASE_ROLE] : [])]));
  const store = ['--to', needed('STORE_DIR', STORE_DIR), '--origin', needed('REMOTES_URL', REMOTES_URL)];
  say(command(['publish-own', '--web', web, '--key', join(config, 'keys'), ...store]));
  if (FIRST_SUPERADMIN) firstAccount(config, FIRST_SUPERADMIN);
}

/** A secret of its own file, which is made if it is missing. */
function secret(config, name) {
  const folder = join(config, 'credentials');
  const file = join(folder, name);
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    say(`${file} was made.`);
  }
  return readFileSync(file, 'utf8').trim();
}

function writeConfig(web, sharedKey) {
  const file = join(web, 'config.json');
  if (existsSync(file)) return;
  const example = JSON.parse(readFileSync(join(release, 'deploy', 'config.json.example'), 'utf8'));
  const emailDomains = EMAIL_DOMAINS ? EMAIL_DOMAINS.split(',').map((name) => name.trim()) : example.emailDomains;
  // publish-own lists the keys of the remotes.
  delete example.registryKeys;
  mkdirSync(web, { recursive: true });
  // Higher than that of any earlier console at this address: browsers remember what they accepted.
  const config = { ...example, sharedKey, emailDomains, registryEpoch: Math.floor(Date.now() / 1000) };
  writeFileSync(file, `${JSON.stringify(config, null, 2)}\n`, { flag: 'wx' });
  say(`${file} was made.`);
}

/** Makes the account once: the file that says so outlives the account. */
function firstAccount(config, email) {
  const made = join(config, 'first-superadmin');
  if (existsSync(made)) return;
  const password = randomBytes(15).toString('base64url');
  const account = ['--email', email, '--role', 'SUPERADMIN', '--phone', needed('FIRST_PHONE', FIRST_PHONE)];
  say(command(['cli', 'create-account', ...account], {}, `${password}\n`));
  writeFileSync(made, `${email}\n`, { flag: 'wx' });
  say(`Log in at ${PUBLIC_URL ?? ''}/superadmin/login as ${email} with the password ${password} and change it there.`);
}

function command(args, env = {}, input = '') {
  const { status, stdout, stderr, error } = spawnSync(join(release, 'bin', 'device-console'), args, {
    env: { ...process.env, ...env },
    input,
    encoding: 'utf8',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`device-console ${args.slice(0, 2).join(' ')} failed: ${stderr || stdout}`);
  return stdout.trim();
}

function needed(name, value) {
  if (!value) throw new Error(`${name} is not set.`);
  return value;
}

function say(text) {
  if (text) process.stdout.write(`${text}\n`);
}
