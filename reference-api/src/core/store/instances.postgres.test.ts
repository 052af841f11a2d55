import { sql } from 'kysely';
import { newPostgresDatabase } from '../../testing/databases.ts';
import { createGate } from '../../testing/gate.ts';
import { startTestApi } from '../../testing/test-api.ts';
import { isOtherActive } from './accounts.ts';
import { inTransaction } from './store.ts';

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
