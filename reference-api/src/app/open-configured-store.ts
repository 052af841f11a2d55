import { mkdir } from 'node:fs/promises';
import { ConfigurationError } from '../core/errors/expected-errors.ts';
import type { Store, StoreLocation } from '../core/store/store.ts';
import { openStore } from './open-store.ts';

/** The system's or database's reason in one line; undefined for a fault of this program. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).find((reason) => reason !== undefined);
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return error.message.split('\n')[0] ?? '';
}

async function named<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof ConfigurationError ? undefined : reasonOf(error);
    if (reason === undefined) throw error;
    throw new ConfigurationError(`${what} cannot be used: ${reason}`, { cause: error });
  }
}

/** Opens and migrates the database. Throws ConfigurationError for faults that the administrator must fix. */
export async function openConfiguredStore(dataDir: string, location: StoreLocation): Promise<Store> {
  await named(`DATA_DIR="${dataDir}"`, () => mkdir(dataDir, { recursive: true, mode: 0o700 }));
  const database = 'file' in location ? `The database ${location.file} in DATA_DIR` : 'The database of DATABASE_URL';
  return named(database, () => openStore(location));
}
