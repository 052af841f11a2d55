import { fresh, newPostgresDatabase, people, startTestApi } from '../../testing/index.ts';
import { waitsForLock } from '../../testing/waits-for-lock.ts';
import { findAccountByEmail, isOtherActive } from './accounts.ts';
import { inTransaction } from './store.ts';

const api = fresh(async () => startTestApi({ url: await newPostgresDatabase() }));

it('U4 D9 asks one after the other who else is active: a later transaction sees what the first did', async () => {
  const { db } = api.store;
  const id = (await findAccountByEmail(db, people.superadmin.email))?.id ?? 0;
  const first = await db.startTransaction().execute();
  expect(await isOtherActive(first, ['ADMIN', 'SUPERADMIN'], id)).toBe(true);
  const second = inTransaction(db, (tx) => isOtherActive(tx, ['SUPERADMIN'], 0));
  await waitsForLock(db, second);
  await first.updateTable('accounts').set({ status: 'INACTIVE' }).where('id', '=', id).execute();
  await first.commit().execute();
  expect(await second).toBe(false);
});
