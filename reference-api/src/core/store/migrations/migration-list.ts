import type { Kysely, Migration } from 'kysely';
import type { StoreDialect } from '../schema.ts';
import { createSchema } from './0001-initial.ts';

/** One step of the schema. */
export interface StoreMigration {
  readonly name: string;
  /**
   * `schema`: in one transaction. `indexes`: on a PostgreSQL that is in use outside of one, so that writers go on; it
   * may be run again after it was broken off.
   */
  readonly kind: 'schema' | 'indexes';
  /**
   * The oldest version whose servers may go on after this step. By default that before it: a step adds what the next
   * version's server needs and takes nothing away that the version before uses.
   */
  readonly worksSince?: string;
  readonly up: Migration['up'];
}

/** The steps of a database, in their order; a name is never changed. */
export type MigrationList = (dialect: StoreDialect) => readonly StoreMigration[];

/** Every step of this version. */
export const migrationList: MigrationList = (dialect) => [
  { name: '0001-initial', kind: 'schema', up: (db: Kysely<unknown>) => createSchema(db, dialect) },
];
