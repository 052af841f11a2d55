import { migrationsOf, type MigrationList } from '../core/store/migrations/migration-list.ts';
import { coreSchema } from '../core/store/schema.ts';
import { openDatabase, type Store, type StoreLocation } from '../core/store/store.ts';
import { modules } from './modules.ts';
import type { ApiModule } from '../core/module.ts';

/** The core's tables first: those of modules refer to them. */
export const tableSets = [coreSchema, ...modules.flatMap(({ schema }: ApiModule) => schema ?? [])];

export const migrationList = migrationsOf(tableSets);

/** The names of this version's steps, the same on both databases. */
export const schemaSteps = migrationList('sqlite').map(({ name }) => name);

/**
 * Opens the database and migrates it; `list` is another version's steps, for tests. Throws ConfigurationError if a
 * newer server has left this version behind.
 */
export const openStore = (location: StoreLocation, list: MigrationList = migrationList): Promise<Store> =>
  openDatabase(location, list);
