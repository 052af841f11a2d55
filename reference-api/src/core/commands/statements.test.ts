import { sql } from 'kysely';
import { sealRows } from '../../modules/audit-chain/sealer.ts';
import { databases } from '../../testing/databases.ts';
import { recorded } from '../../testing/recorded-store.ts';
import type { TestApi } from '../../testing/test-api.ts';

describe.each(databases)('what a lock asks of $name', ({ start }) => {
  let api: TestApi;
  let watched: ReturnType<typeof recorded>;
  beforeAll(async () => {
    api = await start({}, (store) => (watched = recorded(store)).store);
  });
  afterAll(() => api.close());

  /** The worker goes on until nothing is due, and then knows when something is. */
  const work = async () => {
    while ((await api.worker.runOnce()) > 0);
    return watched.taken().length;
  };

  it('D17c is at most 25 statements from its request to its seal, with begin and commit', async () => {
    const { call } = await api.as('admin');
    const lock = async (imei: string) => {
      watched.taken();
      expect((await call('lockNotification', { imei, action: 'lock' })).answer['status']).toBe('success');
      const request = watched.taken().length;
      const sent = await work();
      api.clock.advance(1000);
      const acknowledged = await work();
      expect(await sealRows(watched.store.db, api.clock)).toBeGreaterThan(0);
      return { request, sent, acknowledged, sealed: watched.taken().length };
    };
    // The first finds what is looked at once a minute.
    await lock('356938030000005');
    const asked = await lock('356938030000013');
    expect(asked).toEqual({ request: 12, sent: 4, acknowledged: 5, sealed: 3 });
    expect(Object.values(asked).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(25);
  });

  it('D17c changes at most eight indexes of the commands', async () => {
    const indexes =
      api.store.dialect === 'sqlite'
        ? sql`select name from pragma_index_list('commands')`
        : sql`select indexname from pg_indexes where tablename = 'commands'`;
    expect((await indexes.execute(api.store.db)).rows.length).toBeLessThanOrEqual(8);
  });
});
