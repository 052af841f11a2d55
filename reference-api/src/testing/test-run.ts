import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

/** What one run of jest shares, made by global-setup.ts and named by the environment. */
interface TestRun {
  /** A temporary folder; what lies in it goes when the run ends. */
  readonly folder: string;
  /** A filled database of SQLite, to be copied. */
  readonly filledFile: string;
  /** The folder of the programs that tests start: server.mjs, cli.mjs, and those of testing/ in folders of theirs. */
  readonly bundled: string;
  /** The address of a database in the PostgreSQL of this run. */
  postgresAt(database: string): string;
}

const FOLDER = 'TEST_RUN_FOLDER';
const BUNDLED = 'TEST_RUN_BUNDLED';

/** Whether DATABASES=sqlite leaves the tests on PostgreSQL out. */
export function isPostgresLeftOut(): boolean {
  const named = process.env['DATABASES'] ?? '';
  if (named !== '' && named !== 'sqlite')
    throw new Error(`DATABASES is "${named}". Set it to "sqlite" to leave PostgreSQL out, or not at all.`);
  return named === 'sqlite';
}

/** The folder of the socket of a run's PostgreSQL. */
export const postgresFolder = (folder: string): string => join(folder, 'postgres');

/** The address of a database of a PostgreSQL that listens on a socket in a folder. */
export const socketAddress = (folder: string, database: string): string =>
  `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`;

/** Hands a run on to the processes that jest starts. */
export function announceRun(folder: string, bundled: string): void {
  process.env[FOLDER] = folder;
  process.env[BUNDLED] = bundled;
}

/** The run that this process is of. */
export function testRun(): TestRun {
  const [folder, bundled] = [process.env[FOLDER], process.env[BUNDLED]];
  if (folder === undefined || bundled === undefined) throw new Error('global-setup.ts has not run.');
  return {
    folder,
    bundled,
    filledFile: join(folder, 'filled.db'),
    postgresAt: (database) => socketAddress(postgresFolder(folder), database),
  };
}

/** A folder of a test's own, which goes when the run ends. */
export const newFolder = (): string => mkdtempSync(join(testRun().folder, 'test-'));
