import type { Kysely } from 'kysely';
import type { MigrationList, StoreMigration } from '../core/store/migrations/migration-list.ts';
import { migrationList } from '../app/open-store.ts';

/** Returns the steps of a newer version: this one's and these. */
export const followedBy =
  (...more: readonly StoreMigration[]): MigrationList =>
  (dialect) => [...migrationList(dialect), ...more];

/** A step that adds what this version does not know. */
export const expanding: StoreMigration = {
  name: '9001-colour',
  kind: 'schema',
  up: (db: Kysely<unknown>) =>
    db.schema
      .alterTable('devices')
      .addColumn('colour', 'text', (column) => column.notNull().defaultTo(''))
      .execute(),
};

/** A step that takes away what this version needs. */
export const contracting: StoreMigration = {
  name: '9002-no-app-type',
  kind: 'schema',
  worksSince: '9001-colour',
  up: (db: Kysely<unknown>) => db.schema.alterTable('devices').dropColumn('app_type').execute(),
};
