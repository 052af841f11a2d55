import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { shared } from '../testing/fixtures.ts';
import { startThrowawayPostgres } from '../testing/throwaway-postgres.ts';

jest.setTimeout(60_000);

const deployed = (name: string): readonly string[] =>
  readFileSync(join(__dirname, '../../../deploy/postgresql', name), 'utf8')
    .trim()
    .split('\n');
const [hba = ''] = deployed('hba.conf');
const identities = deployed('ident.conf');
/** What Debian's own pg_hba.conf ends with, for local sockets. */
const others = 'local all all peer';
const [MIGRATE, API, BACKUP] = ['device-console-migrate', 'device-console-api', 'device-console-backup'];
const { username } = userInfo();

const postgres = shared(async () => {
  const { data, newDatabase, stop } = await startThrowawayPostgres();
  return { data, superuser: await newDatabase(), close: stop };
});

/** Returns who the database says the connection is, or why it was refused. */
async function connectedAs(role: string, database: string, password?: string): Promise<string> {
  const url = new URL(postgres.superuser);
  [url.username, url.pathname] = [role, database];
  const client = new pg.Client({ connectionString: url.href, ...(password === undefined ? {} : { password }) });
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    return rows[0]?.name ?? '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.end();
  }
}

const refusal = (role: string) => `Peer authentication failed for user "${role}"`;

it('A10 V13.2.1 PostgreSQL lets in a role’s user of the system, and root as the owner of the tables', async () => {
  const client = new pg.Client({ connectionString: postgres.superuser });
  await client.connect();
  for (const role of new Set([MIGRATE, API, BACKUP, username])) {
    const { rows } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
    if (rows.length === 0) await client.query(`create role ${client.escapeIdentifier(role)} login password 'known'`);
  }
  await client.query(`create database device_console owner "${MIGRATE}"`);
  expect([hba, identities.length]).toEqual([`local device_console ${MIGRATE} peer map=console`, 2]);
  await writeFile(join(postgres.data, 'pg_hba.conf'), `${hba}\n${others}\n`);
  // The test runs as this user, as root does on the server.
  const map = identities.map((line) => line.replace(' root ', ` ${username} `)).join('\n');
  await writeFile(join(postgres.data, 'pg_ident.conf'), `${map}\n`);
  await client.query('select pg_reload_conf()');
  await client.end();
  // The server reads the change a moment later.
  while ((await connectedAs(API, 'device_console')) === API);

  expect(await connectedAs(MIGRATE, 'device_console')).toBe(MIGRATE);
  expect(await connectedAs(username, 'device_console')).toBe(username);
  expect(await connectedAs(API, 'device_console')).toBe(refusal(API));
  expect(await connectedAs(BACKUP, 'device_console')).toBe(refusal(BACKUP));
  expect(await connectedAs(API, 'device_console', 'known')).toBe(refusal(API));
  expect(await connectedAs(MIGRATE, 'postgres')).toBe(refusal(MIGRATE));
});
