import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newFolder } from '../testing/test-run.ts';

const run = promisify(execFile);
const program = process.env['SYSTEMD_ANALYZE_PATH'] ?? '/usr/bin/systemd-analyze';
const root = join(__dirname, '..', '..', '..');
const deployed = (...names: string[]) => readFileSync(join(root, 'deploy', ...names), 'utf8');
const folder = join(root, 'deploy', 'systemd');
const units = readdirSync(folder).filter((name) => name.endsWith('.service'));

/** The highest exposure, from 0 to 10, that a unit may have. */
const MOST_EXPOSURE = 2;

function valuesOf(unit: string, directive: string): readonly string[] {
  return deployed('systemd', unit)
    .split('\n')
    .flatMap((line) => (line.startsWith(`${directive}=`) ? [line.slice(directive.length + 1)] : []));
}

/** Returns the words of each line in the table of sysusers.d or tmpfiles.d. */
function linesOf(folder: string): readonly (readonly string[])[] {
  return deployed(folder, 'device-console.conf')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/));
}

beforeAll(() => {
  if (!existsSync(program))
    throw new Error(`These tests need ${program}. Install Debian's package systemd, or set SYSTEMD_ANALYZE_PATH.`);
});

it('systemd units are valid, timers and sockets too', async () => {
  const others = readdirSync(folder).filter((name) => /\.(timer|socket)$/.test(name));
  expect(others).toHaveLength(4);
  // Nobody has the Node of a release here.
  const copies = newFolder();
  cpSync(folder, copies, { recursive: true });
  for (const name of units)
    writeFileSync(
      join(copies, name),
      deployed('systemd', name).replaceAll('/opt/device-console/bin/node', process.execPath),
    );
  const paths = [...units, ...others].map((name) => join(copies, name));
  const { stdout, stderr } = await run(program, ['verify', '--man=no', ...paths]);
  expect([stdout, stderr]).toEqual(['', '']);
});

it.each(units)('%s is exposed to less than 2 of 10', async (unit) => {
  const { stdout } = await run(program, ['security', '--offline=true', '--no-pager', join(folder, unit)]);
  const [, exposure] = /Overall exposure level for \S+: ([\d.]+) /.exec(stdout) ?? [];
  expect(Number(exposure)).toBeLessThan(MOST_EXPOSURE);
});

it.each(units)('%s is bounded in memory and tasks', (unit) => {
  expect(['MemoryHigh', 'MemoryMax', 'TasksMax'].map((name) => valuesOf(unit, name).length)).toEqual([1, 1, 1]);
});

it('systemd units have a user each, which sysusers makes, and write only to folders of their own', () => {
  const made = linesOf('sysusers').flatMap(([type, name]) => (type === 'u' ? [name] : []));
  const users = units.flatMap((unit) => valuesOf(unit, 'User'));
  expect(new Set(users).size).toBe(users.length);
  expect([...users].sort()).toEqual([...made].sort());
  expect(units.filter((unit) => valuesOf(unit, 'User').length === 0)).toEqual(
    units.filter((unit) => valuesOf(unit, 'DynamicUser').includes('yes')),
  );
  const owners = new Map(linesOf('tmpfiles').map(([, path, , user]) => [path, user]));
  for (const unit of units)
    expect(valuesOf(unit, 'ReadWritePaths').map((path) => owners.get(path))).toEqual(
      valuesOf(unit, 'ReadWritePaths').map(() => valuesOf(unit, 'User')[0]),
    );
});

it('A10 systemd units have a database role each: that of the servers owns nothing, none has a password', () => {
  const addresses = new Map(
    readdirSync(join(root, 'deploy', 'credentials')).map((file) => [
      `database-url:/etc/device-console/credentials/${file}`,
      deployed('credentials', file).trim(),
    ]),
  );
  const withDatabase = units.filter((unit) =>
    valuesOf(unit, 'Environment').some((text) => text.startsWith('DATABASE_URL')),
  );
  const roles = withDatabase.map((unit) => {
    const [loaded] = valuesOf(unit, 'LoadCredential').filter((text) => text.startsWith('database-url:'));
    return [valuesOf(unit, 'User')[0], addresses.get(loaded ?? '')];
  });
  // PostgreSQL identifies a connection by the operating system's user, which the role is named after.
  const place = '@localhost/device_console?host=/var/run/postgresql';
  expect(roles).toEqual(roles.map(([user]) => [user, `postgres://${user}${place}`]));
  expect(new Set(roles.map(([user]) => user)).size).toBe(3);
  expect(valuesOf('device-console-migrate.service', 'ExecStart')[0]).toMatch(/ migrate --grant device-console-api$/);
});

it('A7 systemd units send the journal to another machine over https, where both show a certificate', () => {
  const settings = deployed('journal', 'journal-upload.conf');
  expect(settings).toMatch(/^URL=https:/m);
  for (const name of ['ServerKeyFile', 'ServerCertificateFile', 'TrustedCertificateFile'])
    expect(settings).toMatch(new RegExp(`^${name}=/etc/device-console/journal/`, 'm'));
  expect(deployed('README.md')).toContain('`journal/journal-upload.conf`');
});

it('systemd units see no version control of the clone that they run from', () => {
  expect(valuesOf('device-console-.service.d/hardening.conf', 'InaccessiblePaths')).toEqual([
    '-/opt/device-console/.git',
  ]);
  expect(units.filter((unit) => !unit.startsWith('device-console-'))).toEqual([]);
  // An empty value in a unit would undo it.
  expect(units.flatMap((unit) => valuesOf(unit, 'InaccessiblePaths'))).toEqual([]);
});

it('systemd units get their secrets as files that they alone see, none on a command line or in a variable', () => {
  const loaded = units.flatMap((unit) => valuesOf(unit, 'LoadCredential').map((value) => value.split(':')));
  expect(loaded.map(([, path]) => path).sort()).toEqual([...new Set(loaded.map(([, path]) => path))].sort());
  for (const unit of units) {
    const own = valuesOf(unit, 'LoadCredential').map((value) => value.split(':')[0]);
    const named = [...valuesOf(unit, 'Environment'), ...valuesOf(unit, 'ExecStart')].flatMap((text) =>
      [...text.matchAll(/%d\/(\S+)/g)].map(([, name]) => name),
    );
    expect(own.sort()).toEqual(named.sort());
    const secret = /KEY|TOKEN|SECRET|PASSWORD|DATABASE_URL|SMTP_URL/;
    expect(valuesOf(unit, 'Environment').filter((text) => secret.test(text) && !/_FILE=%d\//.test(text))).toEqual([]);
    expect(valuesOf(unit, 'ExecStart').join()).not.toMatch(/postgres:|smtp:|password/);
  }
  expect(deployed('api.env.example')).not.toMatch(
    /^#?(SHARED_KEY|DATABASE_URL|SMTP_URL|OIDC_CLIENT_SECRET|WEBHOOKS)=/m,
  );
  const [folder] = linesOf('tmpfiles').filter(([, path]) => path === '/etc/device-console/credentials');
  expect(folder?.slice(2)).toEqual(['0700', 'root', 'root']);
});
