import { newTransactionId } from '@device-console/shared-lib/crypto';
import { sql } from 'kysely';
import { fresh } from '../../testing/fixtures.ts';
import { fillUploads } from '../../testing/report-rows.ts';
import { startTestApi, type Session } from '../../testing/test-api.ts';
import { registerBatch, sendSingle, statusBody } from '../../testing/test-batch.ts';
import { ENROLLED, people, UNKNOWN } from '../../testing/test-data.ts';

const api = fresh(() => startTestApi());

type Run = Readonly<Record<string, unknown>>;

async function runsOf(session: Session, body: object = {}): Promise<readonly Run[]> {
  const { status, answer } = await session.call('batchRuns', body);
  expect({ status, outcome: answer['status'] }).toEqual({ status: 200, outcome: 'success' });
  return answer['items'] as readonly Run[];
}

/** Runs a batch of locks as the console does, item by item. */
async function runBatch(session: Session, imeis: readonly string[], batchId?: string): Promise<void> {
  const batch = await registerBatch(session, imeis, 'lock', batchId);
  for (const item of batch.items) await sendSingle(session, batch, item);
  await session.call('updateStatusOnServer', statusBody(batch, 'complete'));
}

describe('batch runs', () => {
  it('D17 counts the devices of a run, of its account alone, and says how far its commands are', async () => {
    const [operator, admin] = [await api.as('operator'), await api.as('admin')];
    const batch = await registerBatch(operator, [...ENROLLED.slice(0, 3), UNKNOWN]);
    const { batchId, filename } = batch;
    // Another account's batch of the same id counts for nothing.
    await runBatch(admin, ENROLLED.slice(3), batchId);
    for (const item of batch.items) await sendSingle(operator, batch, item);
    const tell = (isComplete: string) => operator.call('updateStatusOnServer', statusBody(batch, isComplete));
    await tell('incomplete');
    // What an incomplete run has not found is not known.
    expect(await runsOf(operator)).toMatchObject([{ found: 3, notFound: null, isComplete: 'incomplete' }]);
    await tell('complete');
    const run = { batchId, action: 'lock', file: filename, oldfile: 'lock.csv', user: people.operator.email };
    const times = { startedAt: '2026-11-20T10:00:00.000Z', updatedAt: '2026-11-20T10:00:00.000Z' };
    const progress = { total: 4, found: 3, notFound: 1, lastimei: UNKNOWN, isComplete: 'complete' };
    const none = { queued: 0, sent: 0, acknowledged: 0, failed: 0, expired: 0, unknown: 0, cancelled: 0 };
    const expectStates = async (states: object) =>
      expect(await runsOf(operator)).toMatchObject([{ ...run, ...times, ...progress, ...none, ...states }]);
    await expectStates({ queued: 3 });
    while ((await api.worker.runOnce()) > 0);
    await expectStates({ sent: 3 });
    api.clock.advance(1000);
    while ((await api.worker.runOnce()) > 0);
    await expectStates({ acknowledged: 3 });
  });

  it('D17 shows an upload whose list was never registered, and no upload outside of a batch', async () => {
    const operator = await api.as('operator');
    const file = (name: string) => ({ name, content: 'sno,imei1\r\n' });
    await operator.upload('bulkLockCopy.php', file('left.csv'), { batchId: newTransactionId() });
    await operator.upload('bulkLockCopy.php', file('loose.csv'));
    expect(await runsOf(operator)).toMatchObject([
      { oldfile: 'left.csv', action: null, total: null, found: 0, notFound: null },
    ]);
  });

  it("D9 D17b gives everyone's runs to ADMIN and SUPERADMIN, and to others those that they may send", async () => {
    const [operator, admin, superadmin] = [await api.as('operator'), await api.as('admin'), await api.as('superadmin')];
    await runBatch(operator, ENROLLED.slice(0, 1));
    await runBatch(admin, ENROLLED.slice(1, 2));
    const unlock = { name: 'unlock.csv', content: 'sno,imei1\r\n' };
    const batchId = newTransactionId();
    await admin.upload('bulkUnlockCopy.php', unlock, { batchId });
    const [own, locks, unlocks] = ['operator lock.csv', 'admin lock.csv', 'admin unlock.csv'];
    const names = async (session: Session, body?: object) =>
      (await runsOf(session, body)).map(({ user, oldfile }) => `${String(user).split('@')[0]} ${String(oldfile)}`);
    expect(await names(operator)).toEqual([own]);
    expect(await names(admin)).toEqual([unlocks, locks]);
    expect(await names(superadmin)).toEqual([]);
    for (const session of [admin, superadmin]) {
      expect(await names(session, { everyone: true })).toEqual([unlocks, locks, own]);
      expect(await names(session, { batchId })).toEqual([unlocks]);
    }
    expect(await names(operator, { everyone: true })).toEqual([locks, own]);
    expect(await names(operator, { batchId })).toEqual([]);
    expect(await names(await api.as('viewer'), { everyone: true })).toEqual([]);
  });

  it('D17 answers the newest 200', async () => {
    const admin = await api.as('admin');
    await fillUploads(api.store, 'lock', 205);
    await sql`update uploads set batch_id = file`.execute(api.store.db);
    const runs = await runsOf(admin);
    expect(runs).toHaveLength(200);
    expect([runs[0], runs.at(-1)]).toMatchObject([{ oldfile: 'filled 205.csv' }, { oldfile: 'filled 6.csv' }]);
  });
});
