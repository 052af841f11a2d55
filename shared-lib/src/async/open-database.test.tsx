import 'fake-indexeddb/auto';
import type { DBSchema } from 'idb';
import { openDatabase } from './open-database.ts';

interface Schema extends DBSchema {
  rows: { key: string; value: string };
}

const create = (fresh: { createObjectStore: (name: 'rows') => unknown }): void => void fresh.createObjectStore('rows');
const named = async (name: string): Promise<boolean> =>
  (await indexedDB.databases()).some((database) => database.name === name);
const leave = (): boolean => window.dispatchEvent(new Event('pagehide'));

const leaveAfter: typeof create = (fresh) => {
  create(fresh);
  leave();
};

it.each([
  ['before its stores are made', create, leave],
  ['while its stores are made', leaveAfter, () => undefined],
])('D15 a page that is left %s makes no database, and the next page does', async (when, making, then) => {
  const opening = openDatabase<Schema>(when, { create: making });
  then();
  await expect(opening).rejects.toMatchObject({ name: 'AbortError' });
  expect(await named(when)).toBe(false);
  const database = await openDatabase<Schema>(when, { create });
  await database.put('rows', 'kept', 'a');
  leave();
  expect(await database.get('rows', 'a')).toBe('kept');
  database.close();
});
