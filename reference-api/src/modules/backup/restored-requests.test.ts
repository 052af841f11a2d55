import { newTransactionId } from '@device-console/shared-lib/crypto';
import { databases } from '../../testing/databases.ts';
import { are, prepareDrill, rowsOf, type Drill } from '../../testing/restore-drill.ts';
import { beginBatch, claim, registerBatch, sendChunk, type TestBatch } from '../../testing/test-batch.ts';
import { ENROLLED } from '../../testing/test-data.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { fresh } from '../../testing/fixtures.ts';

jest.setTimeout(60_000);

const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = ENROLLED;
const policy = { FOUR_EYES: 'unlock=1' };
const [lockId, unlockId] = [newTransactionId(), newTransactionId()];

/** Sends a single command, one that a superadmin approves, and retries one that the provider refused. */
async function sendOthers(drill: Drill): Promise<void> {
  const lock = await drill.admin.call('lockNotification', { imei: fifth, action: 'lock' }, { transactionId: lockId });
  expect(lock.answer).toMatchObject({ status: 'success' });
  await drill.admin.call('lockNotification', { imei: sixth, action: 'unlock' }, { transactionId: unlockId });
  const [request] = rowsOf((await drill.superadmin.call('approvals')).answer);
  const decision = { id: String(request?.['id']), decision: 'approve' };
  expect((await drill.superadmin.call('decideApproval', decision)).answer).toMatchObject({ status: 'success' });
  await drill.decide('retry', { imei: fourth, state: 'failed' });
}

/** Before the backup, a batch sends one row, and the provider refuses a command; returns the batch and its run. */
async function workBefore(drill: Drill) {
  const batch = await registerBatch(drill.admin, [first, second, third]);
  const run = await beginBatch(drill.admin, batch);
  await sendChunk(drill.admin, batch, batch.items.slice(0, 1), run);
  drill.provider.behave({ refusals: { [fourth]: 'Not now.' } });
  await drill.send('lock', fourth);
  await drill.until(are('sent', 'lock', first), are('failed', 'lock', fourth));
  return { batch, run };
}

/** After the backup, phones execute the second row and the other commands. */
async function workAfter(drill: Drill, batch: TestBatch, run: string): Promise<void> {
  drill.provider.behave({ refusals: {} });
  await sendChunk(drill.admin, batch, batch.items.slice(1, 2), run);
  await sendOthers(drill);
  await drill.allDone();
  expect(drill.done).toHaveLength(5);
}

/** Everybody repeats what the backup does not contain. */
async function workAgain(drill: Drill, batch: TestBatch): Promise<void> {
  const later = newTransactionId();
  await claim(drill.admin, batch, later, { takeOver: true });
  const { answer } = await sendChunk(drill.admin, batch, batch.items, later);
  expect(answer['items']).toEqual([1, 2, 3].map((row) => ({ row, outcome: 'answered', message: 'found' })));
  await sendOthers(drill);
}

describe.each(databases)('what is asked for again after a restore, on $name', ({ name, newFilled }) => {
  const drill = fresh(async () => prepareDrill(await newFilled()));

  // The timing does not depend on the database: SQLite alone tests both.
  it.each(name === 'SQLite' ? ['before', 'after'] : ['after'])(
    'D17c is sent once, %s the provider was asked',
    async (when) => {
      await drill.startServer(policy);
      const { batch, run } = await workBefore(drill);
      await drill.backup();
      await workAfter(drill, batch, run);
      await drill.restore();
      const former = drill.done;
      if (when === 'before') drill.provider.behave({ faults: [{ kind: 'answer', status: 503, retryAfter: '1' }] });
      await drill.startServer(policy);
      if (when === 'before') {
        await workAgain(drill, batch);
        drill.provider.behave({ faults: [] });
      }
      await drill.compared();
      if (when === 'after') await workAgain(drill, batch);
      expect(await drill.turn('running')).toMatchObject({ status: 'success' });
      await waitUntil('the third row has reached the provider', async () =>
        [...drill.provider.state.commands.values()].some(({ imei }) => imei === third) ? undefined : 'not yet',
      );
      await drill.allDone();
      expect(drill.done).toEqual([...former, `lock ${third}`].toSorted());
    },
  );
});
