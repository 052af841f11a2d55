import type { Kysely, Migration } from 'kysely';
import type { TableSet } from '../columns.ts';
import type { StoreDialect } from '../dialect.ts';
import { createSchema } from './0001-initial.ts';

export interface StoreMigration {
  readonly name: string;
  /**
   * `schema`: in one transaction. `indexes`: on a used PostgreSQL outside of one, so that writers continue; may be run
   * again after an interruption.
   */
  readonly kind: 'schema' | 'indexes';
  /**
   * The oldest version whose servers still work after this step. Default: the one before: a step adds what the next
   * version needs and removes nothing that the one before uses.
   */
  readonly worksSince?: string;
  readonly up: Migration['up'];
}

/** The steps in order; a name never changes. */
export type MigrationList = (dialect: StoreDialect) => readonly StoreMigration[];

export const migrationsOf =
  (sets: readonly TableSet[]): MigrationList =>
  (dialect) => [{ name: '0001-initial', kind: 'schema', up: (db: Kysely<unknown>) => createSchema(db, dialect, sets) }];
