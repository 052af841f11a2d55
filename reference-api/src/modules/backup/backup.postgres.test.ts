import pg from 'pg';
import { chmod, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runChildCli } from '../../testing/child-server.ts';
import { newFolder, newPostgresDatabase, testRun } from '../../testing/index.ts';
import { seedTestData } from '../../testing/test-data.ts';
import { isoTime } from '../../core/time/clock.ts';
import { postgresAt, rowsOf, withDatabase } from './copied-database.ts';
import { migrationList, openStore } from '../../app/open-store.ts';

jest.setTimeout(60_000);

/** Creates the role for backups, as deploy/README.md does; returns the database's address with this role. */
async function readingRole(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create role device_console_backup login; grant pg_read_all_data to device_console_backup');
  await client.end();
  return url.replace('//postgres@', '//device_console_backup@');
}

it('the nightly backup of deploy/ is one that can be restored', async () => {
  const folder = newFolder();
  const places = {
    '/var/backups/device-console': join(folder, 'backups'),
    '/etc/device-console/web': join(folder, 'web'),
    '/srv/device-console': join(folder, 'store'),
    '/etc/device-console/backup-recipient': join(folder, 'recipient'),
  };
  const unit = await readFile(join(__dirname, '../../../../deploy/systemd/device-console-backup.service'), 'utf8');
  const [, line = ''] = /^ExecStart=\S+\/node reference-api\/dist\/cli\.mjs (.*)$/m.exec(unit) ?? [];
  const args = line.split(' ').map((arg) => (arg in places ? places[arg as keyof typeof places] : arg));
  for (const name of ['backups', 'web', 'store']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'web/config.json'), '{}');
  await writeFile(join(folder, 'store/registry.json'), '{}');
  const url = await newPostgresDatabase();
  await (await openStore({ url })).close();
  const POSTGRES_BIN = process.env['POSTGRES_BIN'] ?? '';
  const cli = async (words: readonly string[], more: Record<string, string> = {}) => {
    const env = { DATABASE_URL: url, DATA_DIR: join(folder, 'data'), POSTGRES_BIN };
    const { code, output, errors } = await runChildCli(testRun().bundled, words, { ...env, ...more });
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    return output;
  };
  const key = await cli(['create-backup-key', join(folder, 'private')]);
  await writeFile(join(folder, 'recipient'), key.trim().split('\n').at(-1) ?? '');
  await writeFile(join(folder, 'database-url'), `${await readingRole(url)}\n`);
  await cli(args, { DATABASE_URL: '', DATABASE_URL_FILE: join(folder, 'database-url') });
  const [file = ''] = await readdir(join(folder, 'backups'));
  expect(file).toMatch(/^device-console-20.*\.tar\.gz\.age$/);
  const opened = [join(folder, 'backups', file), '--key-file', join(folder, 'private')];
  expect(await cli(['verify-backup', ...opened])).toContain('is whole, and restored 0 accounts');
  const folders = ['--web', join(folder, 'web-again'), '--store', join(folder, 'store-again')];
  await cli(['restore', ...opened, ...folders], { DATABASE_URL: await newPostgresDatabase() });
  expect(await readdir(join(folder, 'store-again'))).toEqual(['registry.json']);
});

it('a restore that breaks off leaves the database as it was', async () => {
  const folder = newFolder();
  const url = await newPostgresDatabase();
  const store = await openStore({ url });
  await seedTestData(store, isoTime(new Date()));
  await store.close();
  const copy = join(folder, 'database.dump');
  const database = postgresAt(url);
  const before = await withDatabase({ url }, rowsOf);
  expect(before).toMatchObject({ accounts: 4, devices: 10 });
  await database.copyTo(copy);
  expect(await database.migrationsIn(copy)).toEqual(migrationList('postgres').map(({ name }) => name));
  await truncate(copy, (await stat(copy)).size - 500);
  await expect(database.restore(copy, new Date())).rejects.toThrow('pg_restore failed');
  expect(await withDatabase({ url }, rowsOf)).toEqual(before);
});

it("gives the database's password to no command line", async () => {
  const folder = newFolder();
  const { POSTGRES_BIN: binaries } = process.env;
  try {
    await writeFile(join(folder, 'pg_dump'), `#!/bin/sh\necho "$*|$PGPASSWORD" > '${folder}/seen'\n`);
    await chmod(join(folder, 'pg_dump'), 0o755);
    process.env['POSTGRES_BIN'] = folder;
    await postgresAt('postgres://console:p%40ss@127.0.0.1:5432/console').copyTo('x');
    expect(await readFile(join(folder, 'seen'), 'utf8')).toBe(
      '--dbname=postgres://console@127.0.0.1:5432/console --format=custom --schema=public --no-owner --no-privileges ' +
        '--file=x|p@ss\n',
    );
  } finally {
    process.env['POSTGRES_BIN'] = binaries;
  }
});
