import { newTransactionId } from '@device-console/shared-lib/crypto';
import { CompiledQuery } from 'kysely';
import { restoredStatements } from '../backup/database-facts.ts';
import { expireApprovals } from '../approvals/ask-approval.ts';
import { fresh } from '../../testing/fixtures.ts';
import { databases } from '../../testing/databases.ts';
import { beginBatch, claim, itemAt, registerBatch, sendChunk } from '../../testing/test-batch.ts';
import { ENROLLED } from '../../testing/test-data.ts';
import { enterEpoch } from '../../core/store/dispatch.ts';
import { beginReconcile, OPEN_AT_RESTORE } from './reconcile.ts';

const [first = '', second = '', third = ''] = ENROLLED;

describe.each(databases)('what a backup had open, restored on $name', ({ start }) => {
  const api = fresh(() => start({ approvals: { policy: { release: 1 }, hours: 24 } }));

  async function restore(): Promise<void> {
    for (const statement of restoredStatements(api.clock.now()))
      await api.store.db.executeQuery(CompiledQuery.raw(statement));
    await enterEpoch(api.store.db, beginReconcile);
  }
  const sent = async () =>
    (await api.store.db.selectFrom('commands').select('imei').orderBy('id').execute()).map(({ imei }) => imei);

  it('C13 a request that waited is over: it may have been approved after the backup', async () => {
    const transactionId = newTransactionId();
    const release = async () =>
      (await (await api.as('admin')).call('lockNotification', { imei: first, action: 'release' }, { transactionId }))
        .answer;
    expect(await release()).toMatchObject({ reason: 'approval' });
    await restore();
    const superadmin = await api.as('superadmin');
    const [request] = (await superadmin.call('approvals')).answer['items'] as { id: number }[];
    expect(request).toMatchObject({ state: 'expired', why: OPEN_AT_RESTORE });
    const { answer } = await superadmin.call('decideApproval', { id: String(request?.id), decision: 'approve' });
    expect(answer).toMatchObject({ status: 'error' });
    await expireApprovals(api.store.db, api.clock);
    expect(await release()).toEqual({ status: 'error', message: OPEN_AT_RESTORE });
    expect(await sent()).toEqual([]);
  });

  it('D17b a batch that was open goes on once somebody has taken it over', async () => {
    const operator = await api.as('operator');
    const batch = await registerBatch(operator, [first, second, third]);
    const run = await beginBatch(operator, batch);
    await sendChunk(operator, batch, [itemAt(batch, 1)], run);
    await restore();
    const again = await api.as('operator');
    const refused = await sendChunk(again, batch, batch.items, run);
    expect([refused.status, refused.answer['message']]).toEqual([409, expect.stringContaining('a backup that was')]);
    const { answer: goesOn } = await claim(again, batch, run);
    expect(goesOn).toMatchObject({ run: expect.not.stringContaining(run), place: expect.stringContaining('a backup') });
    expect(await sent()).toEqual([first]);
    await claim(again, batch, run, { takeOver: true });
    expect((await sendChunk(again, batch, batch.items, run)).status).toBe(200);
    expect(await sent()).toEqual([first, second, third]);
  });
});
