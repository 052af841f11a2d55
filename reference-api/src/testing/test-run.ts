import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';

/** What one jest run shares; global-setup.ts makes it, and the environment names it. */
interface TestRun {
  /** A temporary folder, deleted when the run ends. */
  readonly folder: string;
  /** A filled SQLite database to copy. */
  readonly filledFile: string;
  /** The folder of the programs that tests start: server.mjs, cli.mjs, and those of testing/ in their own folders. */
  readonly bundled: string;
  /** Returns the address of a database in this run's PostgreSQL. */
  postgresAt(database: string): string;
}

const FOLDER = 'TEST_RUN_FOLDER';
const BUNDLED = 'TEST_RUN_BUNDLED';

/** True if DATABASES=sqlite leaves out the tests on PostgreSQL. Throws for any other value. */
export function isPostgresLeftOut(): boolean {
  const named = process.env['DATABASES'] ?? '';
  if (named !== '' && named !== 'sqlite')
    throw new Error(`DATABASES is "${named}". Set it to "sqlite" to leave PostgreSQL out, or not at all.`);
  return named === 'sqlite';
}

export const postgresFolder = (folder: string): string => join(folder, 'postgres');

/** Returns the address of a database of a PostgreSQL that listens on a socket in `folder`. */
export const socketAddress = (folder: string, database: string): string =>
  `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`;

/** Passes a run on to the processes that jest starts. */
export function announceRun(folder: string, bundled: string): void {
  process.env[FOLDER] = folder;
  process.env[BUNDLED] = bundled;
}

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

/** Makes a folder for one test, deleted when the run ends. */
export const newFolder = (): string => mkdtempSync(join(testRun().folder, 'test-'));
