import { execFile } from 'node:child_process';
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { socketAddress } from './test-run.ts';

const run = promisify(execFile);
const DEBIAN_VERSIONS = '/usr/lib/postgresql';
/** No data here outlives its tests, so nothing waits for a disk. */
const SETTINGS = "-c listen_addresses='' -c fsync=off -c full_page_writes=off -c max_connections=300";

async function findBinaries(): Promise<string> {
  const versions = existsSync(DEBIAN_VERSIONS) ? await readdir(DEBIAN_VERSIONS) : [];
  const newestFirst = versions.toSorted((left, right) => Number(right) - Number(left));
  const folders = [
    process.env['POSTGRES_BIN'] ?? '',
    ...newestFirst.map((version) => join(DEBIAN_VERSIONS, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  const isWhole = (folder: string) => ['initdb', 'pg_ctl'].every((program) => existsSync(join(folder, program)));
  const found = folders.find((folder) => folder !== '' && isWhole(folder));
  if (found) return found;
  throw new Error(
    'These tests need PostgreSQL: initdb and pg_ctl were found neither in POSTGRES_BIN, nor in ' +
      '/usr/lib/postgresql/*/bin, nor in PATH. Install it, e.g. apt-get install postgresql.',
  );
}

/** PostgreSQL refuses to run as root, so root starts it as the user postgres. */
async function ownerOf(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

async function processesOf(data: string): Promise<readonly number[]> {
  const [first = ''] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
  const children = (await run('ps', ['-o', 'pid=', '--ppid', first])).stdout.split('\n').filter((line) => line !== '');
  return [Number(first), ...children.map(Number)];
}

/** Makes a database of a PostgreSQL that listens on a socket in `folder`; returns its address for DATABASE_URL. */
export async function createDatabase(folder: string, name: string, options = ''): Promise<string> {
  const client = new pg.Client({ connectionString: socketAddress(folder, 'postgres') });
  await client.connect();
  try {
    await client.query(`create database "${name}" ${options}`);
  } finally {
    await client.end();
  }
  return socketAddress(folder, name);
}

/** Makes and starts a PostgreSQL on a Unix socket in its own folder. Rejects clearly if PostgreSQL is missing. */
export async function startThrowawayPostgres() {
  const binaries = await findBinaries();
  const owner = await ownerOf();
  const folder = await mkdtemp(join(tmpdir(), 'device-console-pg-'));
  if (owner.uid !== undefined && owner.gid !== undefined) await chown(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const command = (name: string, ...args: string[]) => run(join(binaries, name), args, { ...owner, cwd: folder });
  await command('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  const start = async () =>
    void (await command(
      'pg_ctl',
      ...['start', '-w', '-D', data, '-l', join(folder, 'log'), '-o', `-k ${folder} ${SETTINGS}`],
    ));
  await start();
  let databases = 0;
  return {
    ...{ binaries, folder, data },
    /** Returns the ids of its main process and of those that this has started so far. */
    processes: () => processesOf(data),
    /** Makes an empty database; returns its address for DATABASE_URL. */
    newDatabase: (name = `console${(databases += 1)}`) => createDatabase(folder, name),
    /** Ends it as a restart does: at once, with every connection; {@link start} brings it back with its data. */
    halt: async () => void (await command('pg_ctl', 'stop', '-m', 'fast', '-D', data)),
    start,
    stop: () => stopThrowawayPostgres(folder),
  };
}

export async function stopThrowawayPostgres(folder: string): Promise<void> {
  const program = join(await findBinaries(), 'pg_ctl');
  await run(program, ['stop', '-m', 'immediate', '-D', join(folder, 'data')], { ...(await ownerOf()), cwd: folder });
  await rm(folder, { recursive: true, force: true });
}
