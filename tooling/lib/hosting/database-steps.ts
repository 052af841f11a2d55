// PostgreSQL's roles and database, the secrets and settings of the services, and what a console needs before its first
// start.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareConsole, runCli } from './first-run.ts';
import { attempt, deployed, type HostSettings, run, textOf } from './host.ts';
import { configFolder, shareConfig, storeFolder } from './remotes-step.ts';
import type { Step } from './step.ts';

const credentials = join(configFolder, 'credentials');
const database = 'device_console';
const roles = ['migrate', 'api', 'backup'].map((part) => `device-console-${part}`);
const [owner = '', api = '', reader = ''] = roles;

/** Lets each role in by its user of the system, and root as the owner of the tables. */
const [hbaLine = ''] = deployed('postgresql', 'hba.conf').split('\n');
const identLines = deployed('postgresql', 'ident.conf').trim().split('\n');

const psql = (text: string) =>
  attempt('runuser', ['-u', 'postgres', '--', 'psql', '--no-psqlrc', '--tuples-only', '--no-align'], text);

function asked(text: string): string {
  const { status, stdout, stderr } = psql(`\\set ON_ERROR_STOP on\n${text}`);
  if (status !== 0) throw new Error(`PostgreSQL refused: ${stderr}`);
  return stdout.trim();
}

const fileOf = (name: 'hba_file' | 'ident_file'): string => asked(`show ${name};`);

const linesOf = (file: string): readonly string[] => readFileSync(file, 'utf8').split('\n');

function missingInDatabase(): readonly string[] {
  if (psql('select 1;').status !== 0) return ['PostgreSQL does not answer its user postgres'];
  const known = asked('select rolname from pg_roles;').split('\n');
  const databases = asked('select datname from pg_database;').split('\n');
  const isReader = known.includes(reader) && asked(`select pg_has_role('${reader}', 'pg_read_all_data', 'member');`);
  return [
    ...roles.filter((role) => !known.includes(role)).map((role) => `role ${role}`),
    ...(databases.includes(database) ? [] : [`database ${database}`]),
    ...(isReader === 't' ? [] : [`${reader} may not read`]),
    ...(linesOf(fileOf('hba_file')).includes(hbaLine) ? [] : [`pg_hba.conf lacks ${hbaLine}`]),
    ...identLines
      .filter((line) => !linesOf(fileOf('ident_file')).includes(line))
      .map((line) => `pg_ident.conf lacks ${line}`),
  ];
}

export const databaseRoles: Step = {
  title: 'PostgreSQL',
  does: () =>
    `makes the database ${database} and the roles ${roles.join(', ')}, which are known by their users of the ` +
    'system and have no password; adds a line to pg_hba.conf and two to pg_ident.conf',
  missing: missingInDatabase,
  work: () => {
    if (psql('select 1;').status !== 0) run('service', ['postgresql', 'start']);
    const known = asked('select rolname from pg_roles;').split('\n');
    for (const role of roles) if (!known.includes(role)) asked(`create role "${role}" login;`);
    if (!asked('select datname from pg_database;').split('\n').includes(database))
      asked(`create database ${database} owner "${owner}";`);
    asked(`grant pg_read_all_data to "${reader}";`);
    const hba = fileOf('hba_file');
    // The first line that fits counts.
    if (!linesOf(hba).includes(hbaLine)) writeFileSync(hba, `${hbaLine}\n${readFileSync(hba, 'utf8')}`);
    const ident = fileOf('ident_file');
    const lacking = identLines.filter((line) => !linesOf(ident).includes(line));
    if (lacking.length > 0) writeFileSync(ident, `${readFileSync(ident, 'utf8')}\n${lacking.join('\n')}\n`);
    asked('select pg_reload_conf();');
  },
};

/** Files of deploy/credentials: addresses of the database, which hold no password. */
const addresses = ['database-url', 'owner-database-url', 'backup-database-url'];
const settingsFile = join(configFolder, 'api.env');
const recipient = join(configFolder, 'backup-recipient');
/** Opens the backups; the administrator is told to take it elsewhere. */
const backupKey = '/root/device-console-backup.key';

const domainOf = (email: string): string => email.slice(email.indexOf('@') + 1);

function apiSettings({ console: name, superadmin, gateway }: HostSettings): string {
  const zone = textOf('/etc/timezone')?.trim();
  const values: Readonly<Record<string, string>> = {
    PUBLIC_URL: `https://${name}`,
    EMAIL_DOMAINS: domainOf(superadmin),
    ...(gateway === 'simulator' ? { GATEWAY: 'simulator' } : { DEVICE_GATEWAY_URL: gateway }),
    ...(zone && { TZ: zone }),
  };
  return deployed('api.env.example').replaceAll(/^([A-Z_]+)=.*$/gm, (line, key: string) =>
    values[key] === undefined ? line : `${key}=${values[key]}`,
  );
}

export const secretsAndSettings: Step = {
  title: 'Secrets and settings',
  does: () =>
    `writes ${settingsFile} and one file for each secret below ${credentials}, and the key of the backups into ` +
    `${backupKey}; what is there stays`,
  missing: () =>
    [...addresses.map((name) => join(credentials, name)), settingsFile, recipient].filter((file) => !existsSync(file)),
  work: (settings, say) => {
    for (const name of addresses) {
      const file = join(credentials, name);
      if (!existsSync(file)) writeFileSync(file, deployed('credentials', name), { mode: 0o600 });
    }
    if (!existsSync(settingsFile)) writeFileSync(settingsFile, apiSettings(settings));
    if (existsSync(recipient)) return;
    const line = runCli(['create-backup-key', backupKey], process.env).split('\n').at(-1) ?? '';
    writeFileSync(recipient, `${line}\n`);
    say(`${backupKey} opens the backups. Keep it on another machine and delete it here.`);
  },
};

export const firstStart: Step = {
  title: 'Tables and the first superadmin',
  does: ({ superadmin }) =>
    `brings the tables to this version, and makes ${superadmin} a superadmin, whose password it prints once`,
  missing: () =>
    [
      join(configFolder, 'web', 'config.json'),
      join(configFolder, 'store', 'tokens.json'),
      join(configFolder, 'first-superadmin'),
    ].filter((file) => !existsSync(file)),
  work: ({ console: name, remotes, superadmin, phone }, say) => {
    const stateFolder = '/var/lib/device-console';
    run('install', ['--directory', '--mode=0700', `--owner=${api}`, `--group=${api}`, stateFolder]);
    const env = {
      ...process.env,
      CONFIG_DIR: configFolder,
      STORE_DIR: storeFolder,
      DATA_DIR: stateFolder,
      DATABASE_URL_FILE: join(credentials, 'owner-database-url'),
      DATABASE_ROLE: api,
      TOKENS_FILE: join(configFolder, 'store', 'tokens.json'),
      REMOTES_URL: `https://${remotes}/`,
      PUBLIC_URL: `https://${name}`,
      EMAIL_DOMAINS: domainOf(superadmin),
      FIRST_SUPERADMIN: superadmin,
      FIRST_PHONE: phone,
    };
    prepareConsole(env, say);
    run('chown', ['--recursive', `${api}:${api}`, stateFolder]);
    shareConfig();
  },
};
