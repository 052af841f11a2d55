import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startThrowawayPostgres } from './throwaway-postgres.ts';
import { announceRun, isPostgresLeftOut, testRun } from './test-run.ts';
import type { StoreLocation } from '../core/store/store.ts';
import { seededAt, seedTestData } from './test-data.ts';
import { openStore } from '../app/open-store.ts';

const PACKAGE = join(__dirname, '..', '..');
/** Programs that tests start as processes of their own. */
const PROGRAMS = ['src/server.ts', 'src/cli.ts', 'src/testing/chaos/server-main.ts', 'src/testing/identity/main.ts'];

/** Bundles the programs and the packages that they use into a folder of this package, where native ones are found. */
async function bundle(): Promise<string> {
  const folder = join(PACKAGE, 'dist', `tests-${process.pid}`);
  await promisify(execFile)(process.execPath, [join(PACKAGE, 'build.mjs'), '--whole', folder, ...PROGRAMS]);
  return folder;
}

/** Brings an empty database to the newest schema, with the accounts and devices of the tests. */
async function fill(location: StoreLocation): Promise<void> {
  const store = await openStore(location);
  await seedTestData(store, seededAt());
  await store.close();
}

/** Returns the folder of a PostgreSQL with a filled database. */
async function startPostgres(): Promise<string> {
  const postgres = await startThrowawayPostgres();
  // Backups look for PostgreSQL's programs there.
  process.env['POSTGRES_BIN'] = postgres.binaries;
  await fill({ url: await postgres.newDatabase('filled') });
  return postgres.folder;
}

/** Makes once per run what the tests share: a bundled server, and a filled database of each kind to copy. */
export default async function setUp(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'device-console-tests-'));
  const [bundled, postgres] = await Promise.all([bundle(), isPostgresLeftOut() ? '' : startPostgres()]);
  announceRun(folder, bundled, postgres);
  await fill({ file: testRun().filledFile });
}
