import { CompiledQuery } from 'kysely';
import { newTransactionId } from '@device-console/shared-lib/crypto';
import { startTestApi, type Session, type TestApi } from '../../testing/test-api.ts';
import { ENROLLED, people, UNKNOWN } from '../../testing/test-data.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi();
});
afterEach(() => api.close());

type Run = Readonly<Record<string, unknown>>;

async function runsOf(session: Session, body: object = {}): Promise<readonly Run[]> {
  const { status, answer } = await session.call('batchRuns', body);
  expect({ status, outcome: answer['status'] }).toEqual({ status: 200, outcome: 'success' });
  return answer['items'] as readonly Run[];
}

/** A batch as the console runs it; returns its id and file. */
async function run(session: Session, imeis: readonly string[], isComplete: 'complete' | 'incomplete', name = 'a.csv') {
  const batchId = newTransactionId();
  const { answer } = await session.upload('bulkLockCopy.php', { name, content: 'sno,imei1\r\n' }, { batchId });
  const file = String(answer['file']);
  await session.call('updateCommandOnServer', { imeilist: imeis.join(','), action: 'lock', batchId });
  for (const imei of imeis) await session.call('getImeiDetails', { imei, action: 'lock', filename: file, batchId });
  await session.call('updateStatusOnServer', {
    lastimei: imeis.at(-1),
    fileName: file,
    isComplete,
    statusOf: 'lockfiles',
    batchId,
  });
  return { batchId, file };
}

describe('batch runs', () => {
  it('D17 counts the devices of a run, and says how far its commands are', async () => {
    const operator = await api.as('operator');
    const { batchId, file } = await run(operator, [...ENROLLED.slice(0, 3), UNKNOWN], 'complete');
    const common = {
      batchId,
      action: 'lock',
      file,
      oldfile: 'a.csv',
      user: people.operator.email,
      total: 4,
      found: 3,
      notFound: 1,
      failed: 0,
      expired: 0,
      unknown: 0,
      cancelled: 0,
      lastimei: UNKNOWN,
      isComplete: 'complete',
      startedAt: '2026-11-20T10:00:00.000Z',
      updatedAt: '2026-11-20T10:00:00.000Z',
      state: '',
      done: null,
      refused: null,
      holder: '',
      place: '',
      seenAt: '',
    };
    expect(await runsOf(operator)).toEqual([{ ...common, queued: 3, sent: 0, acknowledged: 0 }]);
    while ((await api.worker.runOnce()) > 0);
    expect(await runsOf(operator)).toEqual([{ ...common, queued: 0, sent: 3, acknowledged: 0 }]);
    api.clock.advance(1000);
    while ((await api.worker.runOnce()) > 0);
    expect(await runsOf(operator)).toEqual([{ ...common, queued: 0, sent: 0, acknowledged: 3 }]);
  });

  it('D17 does not claim to know what an incomplete run has not found', async () => {
    const operator = await api.as('operator');
    await run(operator, [ENROLLED[0] ?? '', UNKNOWN], 'incomplete');
    expect(await runsOf(operator)).toMatchObject([{ total: 2, found: 1, notFound: null, isComplete: 'incomplete' }]);
  });

  it('D17 shows an upload whose list was never registered, and no upload outside of a batch', async () => {
    const operator = await api.as('operator');
    await operator.upload(
      'bulkLockCopy.php',
      { name: 'left.csv', content: 'sno,imei1\r\n' },
      { batchId: newTransactionId() },
    );
    await operator.upload('bulkLockCopy.php', { name: 'loose.csv', content: 'sno,imei1\r\n' });
    expect(await runsOf(operator)).toMatchObject([
      { oldfile: 'left.csv', action: null, total: null, found: 0, notFound: null },
    ]);
  });

  it("D9 D17b gives everyone's runs to ADMIN and SUPERADMIN, and to others those that they may send", async () => {
    const [operator, admin, superadmin] = await Promise.all([
      api.as('operator'),
      api.as('admin'),
      api.as('superadmin'),
    ]);
    await run(operator, ENROLLED.slice(0, 1), 'complete', 'of the operator.csv');
    await run(admin, ENROLLED.slice(1, 2), 'complete', 'of the admin.csv');
    const unlock = { name: 'unlock.csv', content: 'sno,imei1\r\n' };
    const batchId = newTransactionId();
    await admin.upload('bulkUnlockCopy.php', unlock, { batchId });
    const names = async (session: Session, body?: object) =>
      (await runsOf(session, body)).map(({ oldfile }) => oldfile);
    expect(await names(operator)).toEqual(['of the operator.csv']);
    expect(await names(admin)).toEqual(['unlock.csv', 'of the admin.csv']);
    expect(await names(superadmin)).toEqual([]);
    for (const session of [admin, superadmin]) {
      const all = ['unlock.csv', 'of the admin.csv', 'of the operator.csv'];
      expect(await names(session, { everyone: true })).toEqual(all);
      expect(await names(session, { batchId })).toEqual(['unlock.csv']);
    }
    expect(await names(operator, { everyone: true })).toEqual(['of the admin.csv', 'of the operator.csv']);
    expect(await names(operator, { batchId })).toEqual([]);
    expect(await names(await api.as('viewer'), { everyone: true })).toEqual([]);
  });

  it("D17 the id of one account's batch brings another account's commands into no count", async () => {
    const [operator, admin] = await Promise.all([api.as('operator'), api.as('admin')]);
    const { batchId, file } = await run(operator, ENROLLED.slice(0, 2), 'complete');
    await admin.call('getImeiDetails', { imei: ENROLLED[2], action: 'lock', filename: file, batchId });
    expect(await runsOf(operator)).toMatchObject([{ found: 2, notFound: 0 }]);
  });

  it('D17 answers the newest 200', async () => {
    const admin = await api.as('admin');
    const at = '2026-11-20T10:00:00.000Z';
    await api.store.db
      .insertInto('uploads')
      .values(
        Array.from({ length: 205 }, (_, index) => ({
          account_id: 2,
          file: `${index}.csv`,
          old_file: `${index}.csv`,
          report: 'lock',
          status_of: 'lockfiles',
          is_complete: 'complete' as const,
          last_imei: '',
          remarks: '',
          batch_id: newTransactionId(),
          created_at: at,
          updated_at: at,
        })),
      )
      .execute();
    const runs = await runsOf(admin);
    expect([runs.length, runs[0]?.['oldfile'], runs.at(-1)?.['oldfile']]).toEqual([200, '204.csv', '5.csv']);
  });

  it('D17 is read by indexes, however long the history is', async () => {
    if (api.store.dialect !== 'sqlite') throw new Error("This test reads SQLite's plans.");
    const { rows } = await api.store.db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(
        "explain query plan select status, count(*) from commands where batch_id in ('a', 'b') group by " +
          'account_id, batch_id, status',
      ),
    );
    expect(rows.map(({ detail }) => detail).join('; ')).toContain('commands_batch');
  });
});

it('D13a D17 two messages to one device of a batch are two commands, each queued once, and count as two', async () => {
  const admin = await api.as('admin');
  const [imei = ''] = ENROLLED;
  const batchId = newTransactionId();
  const file = { name: 'dues.csv', content: 'sno,name\r\n' };
  const { answer } = await admin.upload('bulkNotifyCopy.php', file, { batchId });
  const filename = String(answer['file']);
  await admin.call('updateCommandOnServer', { imeilist: `${imei},${imei}`, action: 'notify', batchId });
  const ids = [newTransactionId(), newTransactionId()];
  for (const index of [0, 1, 1, 0]) {
    const body = { imei, action: 'notify', message: `instalment ${index}`, template: 'Pre', filename, batchId };
    const sent = await admin.call('getImeiDetails', body, { transactionId: ids[index] });
    expect(sent.answer).toMatchObject({ message: 'found' });
  }
  await admin.call('updateStatusOnServer', {
    lastimei: imei,
    fileName: filename,
    isComplete: 'complete',
    statusOf: 'notifyfiles',
    batchId,
  });
  const queued = await api.store.db.selectFrom('commands').selectAll().orderBy('id').execute();
  expect(queued.map((row) => [row.transaction_id, JSON.parse(row.payload)])).toEqual(
    ids.map((id, index) => [id, { message: `instalment ${index}`, template: 'Pre' }]),
  );
  expect(await runsOf(admin)).toMatchObject([{ batchId, total: 2, found: 2, notFound: 0 }]);
});
