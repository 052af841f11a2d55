import { sql } from 'kysely';
import { readControl } from '../store/dispatch.ts';
import { identifyCommands } from '../store/migrations/0009-command-identity.ts';
import type { Database } from '../store/store.ts';
import { commandsOf, settled, startDispatchedApi, type DispatchedApi } from '../testing/dispatched-api.ts';
import { ENROLLED } from '../testing/test-data.ts';
import { databases } from '../testing/databases.ts';
import { HOUR } from '../time/clock.ts';
import type { DeviceGateway } from './device-gateway.ts';
import { createHttpGateway } from './http-gateway.ts';
import { takeOutcome } from './settle.ts';
import { createTally } from './tally.ts';
import { createCommandWorker } from './worker.ts';

const [first = '', second = '', third = ''] = ENROLLED;

/** Writes a command as versions did that knew no identity of commands. */
async function insertAsBefore(db: Database, imei: string, status: string): Promise<void> {
  await sql`insert into commands (transaction_id, account_id, user_email, imei, interface, action, reported_as, report,
      payload, status, next_attempt_at, created_at, updated_at)
    values ('before', 1, 'a@example.com', ${imei}, 'S', 'lock', 'LOCK', 'lock', '{}', ${status},
      '2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00.000Z', '2026-11-20T09:00:00.000Z')`.execute(db);
}

/** Takes the schema back to before commands had an identity. */
async function withoutIdentity(db: Database): Promise<void> {
  for (const index of ['commands_uid', 'commands_unknown', 'commands_states'])
    await db.schema.dropIndex(index).execute();
  for (const table of ['gateway_figures', 'gateway_errors', 'reconcile_rows'])
    await db.schema.dropTable(table).execute();
  for (const column of [
    'uid',
    'epoch',
    'active_epoch',
    'claim',
    'handed_at',
    'sent_at',
    'first_failure_at',
    'expires_at',
  ])
    await db.schema.alterTable('commands').dropColumn(column).execute();
}

describe.each(databases)('the identity of commands on $name', ({ newFilled }) => {
  let dispatched: DispatchedApi;
  beforeEach(async () => {
    dispatched = await startDispatchedApi(await newFilled());
  });
  afterEach(() => dispatched.close());

  it('D17c what an earlier version queues beside this one gets its identity before it is sent', async () => {
    const { api, provider } = dispatched;
    await insertAsBefore(api.store.db, first, 'queued');
    await settled(api);
    const { epoch } = await readControl(api.store.db);
    expect([...provider.state.commands.keys()]).toEqual([
      expect.stringMatching(new RegExp(`^${epoch}\\.[\\da-f-]{36}$`)),
    ]);
    expect(await commandsOf(api)).toMatchObject([{ status: 'sent' }]);
  });

  it('D17c an answer that comes after a retry counts where the phone has done it', async () => {
    const { api, provider, admin, superadmin } = dispatched;
    await admin.call('lockNotification', { imei: first, action: 'lock' });
    await settled(api);
    api.clock.advance(HOUR);
    const gateway: DeviceGateway = {
      ...createHttpGateway(provider.url),
      ask: async (questions) => {
        const [key = ''] = questions.map((question) => question.key);
        await takeOutcome({ ...api, gateway }, key, { status: 'failed', reason: 'Refused.' }, createTally());
        await superadmin.call('operationsDecide', { decision: 'retry', reason: 'Again', filter: { state: 'failed' } });
        return { kind: 'answered', answer: new Map([[key, { status: 'acknowledged' }]]) };
      },
    };
    await createCommandWorker({ ...api, gateway, log: api.server.log }).runOnce();
    expect(await commandsOf(api)).toMatchObject([{ imei: first, status: 'acknowledged' }]);
    expect(provider.state.commands.size).toBe(1);
  });

  it('D17c the migration names what is open, and leaves what is done as it is', async () => {
    const { db } = dispatched.api.store;
    await withoutIdentity(db);
    await insertAsBefore(db, first, 'acknowledged');
    await insertAsBefore(db, second, 'queued');
    await insertAsBefore(db, third, 'sent');
    await identifyCommands(db);
    const rows = await db.selectFrom('commands').select(['uid', 'handed_at', 'epoch']).orderBy('id').execute();
    const uid = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-7/);
    expect(rows).toEqual([
      { uid: null, handed_at: null, epoch: '' },
      { uid, handed_at: null, epoch: '' },
      { uid, handed_at: '2026-11-20T09:00:00.000Z', epoch: '' },
    ]);
  });
});
