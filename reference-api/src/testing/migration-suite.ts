import { sql, type Kysely } from 'kysely';
import { ConfigurationError } from '../errors/expected-errors.ts';
import { readWorksSince } from '../store/migrate.ts';
import { migrationList, type MigrationList, type StoreMigration } from '../store/migrations/migration-list.ts';
import type { StoreDialect } from '../store/schema.ts';
import { openStore, type Database, type StoreLocation } from '../store/store.ts';

/** The steps up to the one named so, as an older version has them. */
export const cutAt =
  (name: string): MigrationList =>
  (dialect) =>
    migrationList(dialect).filter((step) => step.name <= name);

/** A newer version: this one's steps and these. */
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
  name: '9002-no-brand',
  kind: 'schema',
  worksSince: '9001-colour',
  up: (db: Kysely<unknown>) => db.schema.alterTable('devices').dropColumn('brand').execute(),
};

/** What happens between versions of the schema and of the server, on a database that is new each time. */
export function describeMigrations(database: string, newLocation: () => Promise<StoreLocation>): void {
  describe(`migrations on ${database}`, () => {
    it('an older server works on a database one version ahead, and knows it', async () => {
      const location = await newLocation();
      await (await openStore(location, followedBy(expanding))).close();
      const older = await openStore(location);
      expect(older.schema).toEqual({ version: newest(), ahead: ['9001-colour'] });
      await older.db.insertInto('settings').values({ name: 'written by', value: 'the older' }).execute();
      await older.close();
      const newer = await openStore(location, followedBy(expanding));
      expect(newer.schema).toEqual({ version: '9001-colour', ahead: [] });
      await newer.close();
    });

    it('an older server refuses a database on which it would do harm, and says why and what to do', async () => {
      const location = await newLocation();
      await (await openStore(location, followedBy(expanding, contracting))).close();
      await expect(openStore(location)).rejects.toEqual(
        new ConfigurationError(
          'The database has been brought to a newer version, on which only servers from 9001-colour on ' +
            `work; this one is of ${newest()}. Start the newer server. To go back, restore the backup from before ` +
            'the upgrade.',
        ),
      );
      const before = await openStore(location, followedBy(expanding));
      expect(before.schema.ahead).toEqual(['9002-no-brand']);
      expect(await readWorksSince(before.db)).toBe('9001-colour');
      await before.close();
    });

    it('a database of any older version comes to the same schema as a new one', async () => {
      const schemaOf = async (versions: readonly MigrationList[]) => {
        const location = await newLocation();
        for (const list of versions) await (await openStore(location, list)).close();
        const store = await openStore(location);
        const names = await indexNames(store.db, store.dialect);
        await store.close();
        return names;
      };
      const [first = '', ...others] = migrationList('sqlite').map(({ name }) => name);
      expect(await schemaOf([cutAt(first), ...others.map(cutAt)])).toEqual(await schemaOf([]));
      expect(await schemaOf([cutAt('0003-batch-runs')])).toEqual(await schemaOf([]));
    });

    it('a step that fails leaves the database as it was, and is taken at the next start', async () => {
      const location = await newLocation();
      await (await openStore(location)).close();
      let fails = true;
      const failing: StoreMigration = {
        ...expanding,
        async up(db: Kysely<unknown>) {
          await expanding.up(db);
          if (fails) throw new Error('the power went');
        },
      };
      await expect(openStore(location, followedBy(failing))).rejects.toThrow('Migration 9001-colour failed');
      fails = false;
      const store = await openStore(location, followedBy(failing));
      expect(store.schema.version).toBe('9001-colour');
      await store.close();
    });
  });
}

const newest = (): string => migrationList('sqlite').at(-1)?.name ?? '';

async function indexNames(db: Database, dialect: StoreDialect): Promise<readonly string[]> {
  const { rows } = await (
    dialect === 'sqlite'
      ? sql<{ name: string }>`select name || ' ' || coalesce(sql, '') as name from sqlite_master where type = 'index'`
      : sql<{ name: string }>`select indexdef as name from pg_indexes where schemaname = current_schema()`
  ).execute(db);
  return rows.map(({ name }) => name.replaceAll(/\s+/g, ' ')).toSorted();
}
