import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { AppOptions } from '../app/app.ts';
import type { Store, StoreLocation } from '../core/store/store.ts';
import { startTestApi, type TestApi } from './test-api.ts';
import { isPostgresLeftOut, testRun } from './test-run.ts';

export interface TestDatabase {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** Makes an empty database; for SQLite, `folder` says where its file lies. */
  newEmpty(folder?: string): Promise<StoreLocation>;
  /** Makes a database with the accounts and devices of the tests; undefined is one that the API makes as it starts. */
  newFilled(): Promise<StoreLocation | undefined>;
  /** Starts the API on a filled database of its own; `watch` may wrap the store. */
  start(more?: Partial<AppOptions>, watch?: (store: Store) => Store): Promise<TestApi>;
  /** Starts as many instances as one filled database may have: one on SQLite, two on PostgreSQL. */
  startInstances(more?: Partial<AppOptions>): Promise<readonly TestApi[]>;
}

async function createDatabase(options = ''): Promise<string> {
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

const newPostgres = async (): Promise<StoreLocation> => ({ url: await newPostgresDatabase() });
const newFilledPostgres = async (): Promise<StoreLocation> => ({ url: await createDatabase('template filled') });

async function newFile(folder = join(testRun().folder, randomUUID())): Promise<StoreLocation> {
  await mkdir(folder, { recursive: true });
  return { file: join(folder, 'console.db') };
}

const sqlite: TestDatabase = {
  name: 'SQLite',
  newEmpty: newFile,
  newFilled: () => Promise.resolve(undefined),
  start: (more, watch) => startTestApi(undefined, more, watch),
  startInstances: async (more) => [await startTestApi(undefined, more)],
};

const postgres: TestDatabase = {
  name: 'PostgreSQL',
  newEmpty: newPostgres,
  newFilled: newFilledPostgres,
  start: async (more, watch) => startTestApi(await newFilledPostgres(), more, watch),
  async startInstances(more) {
    const location = await newFilledPostgres();
    return [await startTestApi(location, more), await startTestApi(location, more)];
  },
};

/** Every database, for `describe.each(databases)('… on $name', …)`; with DATABASES=sqlite only SQLite. */
export const databases: readonly TestDatabase[] = isPostgresLeftOut() ? [sqlite] : [sqlite, postgres];

export function newPostgresDatabase(): Promise<string> {
  return createDatabase();
}

/** Returns the variables by which a server in its own process finds a database. */
export function environmentOf(location: StoreLocation): Record<string, string> {
  if ('url' in location)
    return { DATABASE_URL: location.url, DATA_DIR: testRun().folder, POSTGRES_BIN: process.env['POSTGRES_BIN'] ?? '' };
  return { DATA_DIR: dirname(location.file) };
}
