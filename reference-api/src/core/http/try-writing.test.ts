import { sql } from 'kysely';
import { databases, fresh, rowsOf } from '../../testing/index.ts';
import { tryWriting } from './register-health.ts';

describe.each(databases)('a trial of writing on $name', ({ name, start }) => {
  const api = fresh(() => start());

  it('leaves nothing, and asks the disk of a file alone', async () => {
    const spaceOf = jest.fn((_file: string) => Promise.resolve(undefined));
    const settings = await rowsOf(api.store, 'settings');
    await tryWriting(api.store.db);
    await tryWriting(api.store.db, spaceOf);
    expect(await rowsOf(api.store, 'settings')).toEqual(settings);
    expect(spaceOf.mock.calls).toEqual(name === 'SQLite' ? [[expect.stringMatching(/\.db$/)]] : []);
  });
});

const [sqlite] = databases;

it('SQLite tells a full disk while it has pages that it can write into', async () => {
  const api = await sqlite?.start();
  if (!api) throw new Error('There is no SQLite.');
  const { db } = api.store;
  await sql`create table filled as select randomblob(1000000) as bytes`.execute(db);
  await sql`drop table filled`.execute(db);
  const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db);
  expect(rows[0]?.freelist_count).toBeGreaterThan(200);
  await expect(tryWriting(db, async () => 4096)).rejects.toThrow(/^The disk of .+ has 4096 bytes left\.$/);
  await api.close();
});
