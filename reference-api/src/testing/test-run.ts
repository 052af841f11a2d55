import { mkdtempSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';

/** True if DATABASES=sqlite leaves out the tests on PostgreSQL. Throws for any other value. */
export function isPostgresLeftOut(): boolean {
  const named = process.env['DATABASES'] ?? '';
  if (named !== '' && named !== 'sqlite')
    throw new Error(`DATABASES is "${named}". Set it to "sqlite" to leave PostgreSQL out, or not at all.`);
  return named === 'sqlite';
}

/** Returns the address of a database of a PostgreSQL that listens on a socket in `folder`. */
export const socketAddress = (folder: string, database: string): string =>
  `postgres://postgres@localhost/${database}?host=${encodeURIComponent(folder)}`;

/** Passes a run on to the processes that jest starts. */
export function announceRun(folder: string, bundled: string, postgres: string): void {
  Object.assign(process.env, { TEST_RUN_FOLDER: folder, TEST_RUN_BUNDLED: bundled, TEST_RUN_POSTGRES: postgres });
}

/** What one jest run shares; global-setup.ts makes it, and the environment names it. */
export function testRun() {
  const { TEST_RUN_FOLDER: folder, TEST_RUN_BUNDLED: bundled, TEST_RUN_POSTGRES: postgres } = process.env;
  if (folder === undefined || bundled === undefined || postgres === undefined)
    throw new Error('global-setup.ts has not run.');
  return {
    /** A temporary folder, deleted when the run ends. */
    folder,
    /** Of the programs that tests start: server.mjs, cli.mjs, and those of testing/ in their own folders. */
    bundled,
    /** A filled SQLite database to copy. */
    filledFile: join(folder, 'filled.db'),
    /** The folder of this run's PostgreSQL, empty if there is none. */
    postgres,
    postgresSocket: join(postgres, '.s.PGSQL.5432'),
  };
}

/** Makes a folder for one test, deleted when the run ends. */
export const newFolder = (): string => mkdtempSync(join(testRun().folder, 'test-'));

/** Makes a SQLite database with the accounts and devices of the tests. */
export async function newFilledFile(): Promise<{ file: string }> {
  const file = join(newFolder(), 'console.db');
  await copyFile(testRun().filledFile, file);
  return { file };
}
