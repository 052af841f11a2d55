import { randomUUID } from 'node:crypto';
import { copyFile, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { AppOptions } from '../app/app.ts';
import type { Store, StoreLocation } from '../core/store/store.ts';
import { startTestApi } from './test-api.ts';
import { isPostgresLeftOut, newFolder, testRun } from './test-run.ts';

export async function newPostgresDatabase(options = ''): Promise<string> {
  const { postgresAt } = testRun();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: postgresAt('postgres') });
  await client.connect();
  try {
    await client.query(`create database ${name} ${options}`);
  } finally {
    await client.end();
  }
  return postgresAt(name);
}

/** Makes an empty file of SQLite, in `folder` if that is given. */
async function newFile(folder = newFolder()): Promise<StoreLocation> {
  await mkdir(folder, { recursive: true });
  return { file: join(folder, 'console.db') };
}

/** Makes a file with the accounts and devices of the tests. */
async function newFilledFile(): Promise<StoreLocation> {
  const file = join(newFolder(), 'console.db');
  await copyFile(testRun().filledFile, file);
  return { file };
}

export type TestDatabase = ReturnType<typeof database>;

/** `newFilled` makes a database with the accounts and devices of the tests; two instances of the API may share it. */
function database(
  name: 'SQLite' | 'PostgreSQL',
  isShared: boolean,
  newEmpty: (folder?: string) => Promise<StoreLocation>,
  newFilled: () => Promise<StoreLocation>,
) {
  return {
    ...{ name, newEmpty, newFilled },
    /** Starts the API on a filled database of its own; `watch` may wrap the store. */
    start: async (more?: Partial<AppOptions>, watch?: (store: Store) => Store) =>
      startTestApi(await newFilled(), more, watch),
    /** Starts two instances on a filled database, or one that is both. */
    async startInstances(more?: Partial<AppOptions>) {
      const location = await newFilled();
      const api = await startTestApi(location, more);
      const other = isShared ? await startTestApi(location, more) : api;
      return {
        ...{ api, other },
        async close() {
          await api.close();
          if (isShared) await other.close();
        },
      };
    },
  };
}

const sqlite = database('SQLite', false, newFile, newFilledFile);
const postgres = database(
  'PostgreSQL',
  true,
  async () => ({ url: await newPostgresDatabase() }),
  async () => ({ url: await newPostgresDatabase('template filled') }),
);

/** Every database, for `describe.each(databases)('… on $name', …)`; with DATABASES=sqlite only SQLite. */
export const databases: readonly TestDatabase[] = isPostgresLeftOut() ? [sqlite] : [sqlite, postgres];

/** Returns the variables by which a server in its own process finds a database. */
export function environmentOf(location: StoreLocation): Record<string, string> {
  if ('url' in location)
    return { DATABASE_URL: location.url, DATA_DIR: testRun().folder, POSTGRES_BIN: process.env['POSTGRES_BIN'] ?? '' };
  return { DATA_DIR: dirname(location.file) };
}
