import { createMetrics, type Metrics } from '../modules/metrics/metrics.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';
import { people } from '../testing/test-data.ts';
import { deleteOldRows } from './housekeeping.ts';
import { standardOf } from '../core/configuration/named-numbers.ts';
import { retentionTable } from '../modules/retention/retention-table.ts';
import { HOUR, isoAfter } from '../core/time/clock.ts';

describe('what fails beside the calls', () => {
  let api: TestApi;
  let metrics: Metrics;
  let refuse: (reason: Error) => void = () => undefined;
  beforeEach(async () => {
    metrics = createMetrics();
    api = await startTestApi(undefined, {
      metrics,
      logLevel: 'error',
      mailer: { send: () => new Promise((_done, reject) => void (refuse = reject)) },
    });
  });
  const faults = async (kind: string) =>
    new RegExp(`device_console_faults_total\\{kind="${kind}"\\} (\\d+)`).exec(await metrics.text())?.[1];

  it('D18 a mail that is refused while the database is away ends nothing: it is logged and counted', async () => {
    await api.call('forgotPassword', { email: people.admin.email });
    await api.store.db.schema.alterTable('audit_log').renameTo('audit_away').execute();
    refuse(new Error('refused'));
    await api.close();
    expect(api.lines.join()).toContain('work after an answer failed');
    expect(api.lines.join()).toContain('"fault":"background"');
  });

  it('a rejection that nobody waited for makes the server say that it is not ready, and it goes on', async () => {
    expect((await api.server.inject('/readyz')).statusCode).toBe(200);
    api.alarms.raise('rejection', new Error('nobody waited'));
    expect((await api.server.inject('/readyz')).statusCode).toBe(503);
    expect((await api.server.inject('/livez')).statusCode).toBe(200);
    expect(await faults('rejection')).toBe('1');
    expect((await api.as('operator')).token).not.toBe('');
    await api.close();
  });

  it('C13 housekeeping takes every step, names the one that failed, and closes all overdue requests', async () => {
    const { db } = api.store;
    const gone = isoAfter(api.clock.now(), -HOUR);
    const asker = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirstOrThrow();
    const request = { via: 'session', credential_id: 1, call: '', body: '', body_hash: '', action: 'lock' } as const;
    for (let one = 0; one < 250; one += 1)
      await db
        .insertInto('approvals')
        .values({
          ...{ ...request, account_id: asker.id, transaction_id: String(one), imei: '', batch_id: String(one) },
          ...{ devices: 1, state: 'waiting', why: '', created_at: gone, expires_at: gone },
        })
        .execute();
    const failed: string[] = [];
    await db.schema.alterTable('attempts').renameTo('attempts_away').execute();
    await deleteOldRows(
      {
        ...{ db, clock: api.clock, retention: standardOf(retentionTable), telemetryDays: 30 },
        onFailure: (_error, step) => void failed.push(step),
      },
      new AbortController().signal,
    );
    await db.schema.alterTable('attempts_away').renameTo('attempts').execute();
    expect(failed).toEqual(['log-in attempts']);
    const open = await db.selectFrom('approvals').select('id').where('state', '=', 'waiting').execute();
    expect(open).toEqual([]);
    await api.close();
  });
});
