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

async function newFile(folder = join(testRun().folder, randomUUID())): Promise<StoreLocation> {
  await mkdir(folder, { recursive: true });
  return { file: join(folder, 'console.db') };
}

const database = (
  { name, newEmpty, newFilled }: Pick<TestDatabase, 'name' | 'newEmpty' | 'newFilled'>,
  instances: number,
): TestDatabase => ({
  name,
  newEmpty,
  newFilled,
  start: async (more, watch) => startTestApi(await newFilled(), more, watch),
  async startInstances(more) {
    const location = await newFilled();
    return Promise.all(Array.from({ length: instances }, () => startTestApi(location, more)));
  },
});

const newFilled = () => Promise.resolve(undefined);
const sqlite = database({ name: 'SQLite', newEmpty: newFile, newFilled }, 1);
const postgres = database(
  {
    name: 'PostgreSQL',
    newEmpty: async () => ({ url: await newPostgresDatabase() }),
    newFilled: async () => ({ url: await newPostgresDatabase('template filled') }),
  },
  2,
);

/** Every database, for `describe.each(databases)('… on $name', …)`; with DATABASES=sqlite only SQLite. */
export const databases: readonly TestDatabase[] = isPostgresLeftOut() ? [sqlite] : [sqlite, postgres];

/** Returns the variables by which a server in its own process finds a database. */
export function environmentOf(location: StoreLocation): Record<string, string> {
  if ('url' in location)
    return { DATABASE_URL: location.url, DATA_DIR: testRun().folder, POSTGRES_BIN: process.env['POSTGRES_BIN'] ?? '' };
  return { DATA_DIR: dirname(location.file) };
}
