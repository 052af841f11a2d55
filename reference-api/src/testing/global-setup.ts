import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from './child-server.ts';
import { startThrowawayPostgres } from './throwaway-postgres.ts';
import { announceRun, isPostgresLeftOut, postgresFolder, testRun } from './test-run.ts';
import type { StoreLocation } from '../core/store/store.ts';
import { seededAt, seedTestData } from './test-data.ts';
import { openStore } from '../app/open-store.ts';

/** Programs that tests start as processes of their own. */
const PROGRAMS = ['src/server.ts', 'src/cli.ts', 'src/testing/chaos/server-main.ts', 'src/testing/identity/main.ts'];

async function startPostgres(folder: string): Promise<void> {
  const postgres = await startThrowawayPostgres(postgresFolder(folder));
  // Backups look for PostgreSQL's programs there.
  process.env['POSTGRES_BIN'] = postgres.binaries;
  await fillTestDatabase({ url: await postgres.newDatabase('filled') });
}

/** Makes once per run what the tests share: a bundled server, and a filled database of each kind to copy. */
export default async function setUp(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'device-console-tests-'));
  const [bundled] = await Promise.all([
    bundle(`tests-${process.pid}`, ...PROGRAMS),
    isPostgresLeftOut() ? undefined : startPostgres(folder),
  ]);
  announceRun(folder, bundled);
  await fillTestDatabase({ file: testRun().filledFile });
}

/** Brings an empty database to the newest schema, with the accounts and devices of the tests. */
async function fillTestDatabase(location: StoreLocation): Promise<void> {
  const store = await openStore(location);
  await seedTestData(store, seededAt());
  await store.close();
}
