import { sql } from 'kysely';
import { newPostgresDatabase } from '../../testing/databases.ts';
import { createGate } from '../../testing/gate.ts';
import { startTestApi } from '../../testing/test-api.ts';
import { isOtherActive } from './accounts.ts';
import { inTransaction, openStore } from './store.ts';

it('D2 dispatches once when the same request comes to two instances at the same time', async () => {
  const url = await newPostgresDatabase();
  const one = await startTestApi({ url });
  const session = await one.as('operator');
  const other = await openStore({ url });
  const transactionId = '6e3ad3c4-9d3c-4f7b-8d55-0a4a3b1c9f10';
  const body = { imei: '356938030000005', action: 'lock' };
  const replies = await Promise.all(
    Array.from({ length: 16 }, () => session.call('lockNotification', body, { transactionId })),
  );
  expect(new Set(replies.map((reply) => JSON.stringify(reply.answer)))).toEqual(
    new Set(['{"status":"success","message":"Lock initiated  successfully."}']),
  );
  expect(await other.db.selectFrom('commands').select('id').execute()).toHaveLength(1);
  await other.close();
  await one.close();
});

it('migrates once when two instances open a new database', async () => {
  const url = await newPostgresDatabase();
  const stores = await Promise.all([openStore({ url }), openStore({ url })]);
  expect(await stores[0]?.db.selectFrom('permissions').select('id').execute()).toHaveLength(22);
  for (const store of stores) await store.close();
});

it(
  'U4 D9 asks one after the other who else is active: of two transactions at the same time the later one sees ' +
    'what the first did',
  async () => {
    const api = await startTestApi({ url: await newPostgresDatabase() });
    const { db } = api.store;
    const { id } = await db
      .selectFrom('accounts')
      .select('id')
      .where('role', '=', 'SUPERADMIN')
      .executeTakeFirstOrThrow();
    const gate = createGate();
    const first = inTransaction(db, async (tx) => {
      const other = await isOtherActive(tx, ['ADMIN', 'SUPERADMIN'], id);
      await gate.pass();
      await tx.updateTable('accounts').set({ status: 'INACTIVE' }).where('id', '=', id).execute();
      return other;
    });
    await gate.reached;
    let answered = false;
    const second = inTransaction(db, (tx) => isOtherActive(tx, ['SUPERADMIN'], 0)).finally(() => {
      answered = true;
    });
    const isWaiting = async () =>
      (
        await sql`
          select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
      ).rows.length > 0;
    while (!answered && !(await isWaiting()));
    gate.open();
    expect(await Promise.all([first, second])).toEqual([true, false]);
    await api.close();
  },
);
