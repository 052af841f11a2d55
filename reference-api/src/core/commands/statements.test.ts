import { sql } from 'kysely';
import { sealRows } from '../../modules/audit-chain/sealer.ts';
import { databases, ENROLLED, shared, startTestApi } from '../../testing/index.ts';
import { recorded } from '../../testing/query-plans.ts';
import { everyModuleOn, modulesOn, withModules } from '../../testing/modules-on.ts';

const [imei = '', other = ''] = ENROLLED;

const settings = Object.keys(modulesOn).map((name) => [name, () => withModules(name)] as const);
it.each([['none', () => ({})] as const, ...settings, ['all together', everyModuleOn] as const])(
  'D17c a lock asks 11 things with the module %s too, and 2 more only to count for a budget',
  async (module, options) => {
    let watched: ReturnType<typeof recorded> | undefined;
    const api = await startTestApi(undefined, options(), (store) => (watched = recorded(store)).store);
    const admin = await api.as('admin');
    watched?.taken();
    expect(await admin.ask('lockNotification', { imei, action: 'lock' })).toMatchObject({ status: 'success' });
    const asked = watched?.taken().map((one) => (typeof one === 'string' ? one : one.sql));
    const counting = module === 'budgets' || module === 'all together' ? 2 : 0;
    expect(asked?.filter((sql) => sql.includes('command_counts'))).toHaveLength(counting);
    expect(asked).toHaveLength(11 + counting);
    await api.close();
  },
);

describe.each(databases)('what a lock asks of $name', ({ start }) => {
  let watched: ReturnType<typeof recorded>;
  const api = shared(() => start({}, (store) => (watched = recorded(store)).store));

  /** The worker goes on until nothing is due, and then knows when something is. */
  const work = async () => {
    while ((await api.worker.runOnce()) > 0);
    return watched.taken().length;
  };

  it('D17c is at most 23 statements from its request to its seal, with begin and commit', async () => {
    const { call } = await api.as('admin');
    const lock = async (device: string) => {
      watched.taken();
      expect((await call('lockNotification', { imei: device, action: 'lock' })).answer['status']).toBe('success');
      const request = watched.taken().length;
      const sent = await work();
      api.clock.advance(1000);
      const acknowledged = await work();
      expect(await sealRows(watched.store.db, api.clock)).toBeGreaterThan(0);
      return { request, sent, acknowledged, sealed: watched.taken().length };
    };
    // The first finds what is looked at once a minute.
    await lock(imei);
    const asked = await lock(other);
    expect(asked).toEqual({ request: 11, sent: 4, acknowledged: 5, sealed: 3 });
    expect(Object.values(asked).reduce((sum, count) => sum + count)).toBeLessThanOrEqual(23);
  });

  it('D17c changes at most eight indexes of the commands', async () => {
    const indexes =
      api.store.dialect === 'sqlite'
        ? sql`select name from pragma_index_list('commands')`
        : sql`select indexname from pg_indexes where tablename = 'commands'`;
    expect((await indexes.execute(api.store.db)).rows.length).toBeLessThanOrEqual(8);
  });
});
