import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { AppOptions } from '../app/app.ts';
import type { Store, StoreLocation } from '../core/store/store.ts';
import { startTestApi, type TestApi } from './test-api.ts';
import { isPostgresLeftOut, newFilledFile, newFolder, testRun } from './test-run.ts';
import { createDatabase } from './throwaway-postgres.ts';

export const newPostgresDatabase = (options = ''): Promise<string> =>
  createDatabase(testRun().postgres, `test_${randomUUID().replaceAll('-', '')}`, options);

export type TestDatabase = ReturnType<typeof database>;

/**
 * `newEmpty` makes an empty database, for SQLite a file in `folder` if that is given; `newFilled` makes one with the
 * accounts and devices of the tests.
 */
function database(
  name: 'SQLite' | 'PostgreSQL',
  instances: number,
  newEmpty: (folder?: string) => Promise<StoreLocation>,
  newFilled: () => Promise<StoreLocation>,
) {
  return {
    ...{ name, newEmpty, newFilled },
    /** Starts the API on a filled database of its own; `watch` may wrap the store. */
    start: async (more?: Partial<AppOptions>, watch?: (store: Store) => Store) =>
      startTestApi(await newFilled(), more, watch),
    /** Starts as many instances as one filled database may have: one on SQLite, two on PostgreSQL. */
    async startInstances(more?: Partial<AppOptions>): Promise<readonly TestApi[]> {
      const location = await newFilled();
      return Promise.all(Array.from({ length: instances }, () => startTestApi(location, more)));
    },
  };
}

const newFile = async (folder = newFolder()) => ({ file: join(folder, 'console.db') });
const sqlite = database('SQLite', 1, newFile, newFilledFile);
const postgres = database(
  'PostgreSQL',
  2,
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
