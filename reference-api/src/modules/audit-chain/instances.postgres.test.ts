import { sealRows } from './sealer.ts';
import { verifyChain } from './verify-chain.ts';
import type { Store } from '../../core/store/store.ts';
import { writeRow } from '../../testing/audit-rows.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { newPostgresDatabase } from '../../testing/databases.ts';
import { openStore } from '../../app/open-store.ts';

describe('the chain of the audit on one PostgreSQL', () => {
  const clock = new TestClock();
  let stores: readonly [Store, Store];
  beforeAll(async () => {
    const url = await newPostgresDatabase();
    stores = [await openStore({ url }), await openStore({ url })];
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
  });

  it('A6 of two servers that write and seal at the same time is one, with every row once', async () => {
    const [one, other] = stores;
    const before = await verifyChain(one.db);
    const sealed: number[] = [];
    const write = async (store: Store) => {
      for (let row = 0; row < 150; row += 1) await writeRow(store, clock);
    };
    let isOver = false;
    const seal = async ({ db }: Store) => {
      while (!isOver) sealed.push(await sealRows(db, clock));
    };
    const sealing = [seal(one), seal(other)];
    await Promise.all([write(one), write(one), write(other), write(other)]);
    isOver = true;
    await Promise.all(sealing);
    sealed.push(await sealRows(one.db, clock));
    expect(await verifyChain(one.db)).toMatchObject({ rows: before.rows + 600, unsealed: 0 });
    expect(sealed.reduce((sum, rows) => sum + rows)).toBe(before.unsealed + 600);
  });
});
