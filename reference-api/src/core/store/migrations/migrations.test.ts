import type { Kysely } from 'kysely';
import { ConfigurationError } from '../../errors/expected-errors.ts';
import { databases } from '../../../testing/databases.ts';
import { contracting, expanding, followedBy } from '../../../testing/migration-steps.ts';
import { readWorksSince } from '../migrate.ts';
import type { StoreMigration } from './migration-list.ts';
import { migrationList, openStore } from '../../../app/open-store.ts';

describe.each(databases)('migrations on $name', ({ newEmpty }) => {
  it('an older server works on a database one version ahead, and knows it', async () => {
    const location = await newEmpty();
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
    const location = await newEmpty();
    await (await openStore(location, followedBy(expanding, contracting))).close();
    await expect(openStore(location)).rejects.toEqual(
      new ConfigurationError(
        'The database has been brought to a newer version, on which only servers from 9001-colour on ' +
          `work; this one is of ${newest()}. Start the newer server. To go back, restore the backup from before ` +
          'the upgrade.',
      ),
    );
    const before = await openStore(location, followedBy(expanding));
    expect(before.schema.ahead).toEqual(['9002-no-app-type']);
    expect(await readWorksSince(before.db)).toBe('9001-colour');
    await before.close();
  });

  it('a step that fails leaves the database as it was, and is taken at the next start', async () => {
    const location = await newEmpty();
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

const newest = (): string => migrationList('sqlite').at(-1)?.name ?? '';
