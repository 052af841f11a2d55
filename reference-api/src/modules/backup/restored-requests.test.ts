import { batchItemTransactionId, newTransactionId } from '@device-console/shared-lib/crypto';
import { databases } from '../../testing/databases.ts';
import { are, prepareDrill, rowsOf, type Drill } from '../../testing/restore-drill.ts';
import { ENROLLED } from '../../testing/test-data.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { fresh } from '../../testing/fixtures.ts';

jest.setTimeout(60_000);

const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = ENROLLED;
const policy = { FOUR_EYES: 'unlock=1' };

const batch = { action: 'lock', batchId: newTransactionId() };
const items = [first, second, third].map((imei, index) => ({
  row: index + 1,
  imei,
  transactionId: batchItemTransactionId(batch.batchId, `${imei} ${index}`, 'lock'),
}));
const facts = { fileName: 'lock.csv', total: 3, invalid: 0, duplicates: 0 };
const run = newTransactionId();
let filename = '';
const [lockId, unlockId] = [newTransactionId(), newTransactionId()];

const sendItems = (drill: Drill, rows: readonly number[], as = run) =>
  drill.admin('batchItems', {
    ...batch,
    filename,
    run: as,
    items: items.filter(({ row }) => rows.includes(row)),
  });

/** Sends a single command, one that a superadmin approves, and retries one that the provider refused. */
async function sendOthers(drill: Drill): Promise<void> {
  const lock = await drill.admin('lockNotification', { imei: fifth, action: 'lock' }, lockId);
  expect(lock).toMatchObject({ status: 'success' });
  await drill.admin('lockNotification', { imei: sixth, action: 'unlock' }, unlockId);
  const [request] = rowsOf(await drill.superadmin('approvals', {}));
  const decision = { id: String(request?.['id']), decision: 'approve' };
  expect(await drill.superadmin('decideApproval', decision)).toMatchObject({ status: 'success' });
  await drill.decide('retry', { imei: fourth, state: 'failed' });
}

/** Before the backup, a batch sends one row, and the provider refuses a command. */
async function workBefore(drill: Drill): Promise<void> {
  filename = await drill.upload('bulkLockCopy.php', batch.batchId);
  await drill.admin('updateCommandOnServer', { ...batch, imeilist: [first, second, third].join(',') });
  await drill.admin('batchClaim', { ...batch, run, place: 'a browser', batch: facts });
  await sendItems(drill, [1]);
  drill.provider.behave({ refusals: { [fourth]: 'Not now.' } });
  await drill.send('lock', fourth);
  await drill.until(are('sent', 'lock', first), are('failed', 'lock', fourth));
}

/** After the backup, phones execute the second row and the other commands. */
async function workAfter(drill: Drill): Promise<void> {
  drill.provider.behave({ refusals: {} });
  await sendItems(drill, [2]);
  await sendOthers(drill);
  await drill.allDone();
  expect(drill.done).toHaveLength(5);
}

/** Everybody repeats what the backup does not contain. */
async function workAgain(drill: Drill): Promise<void> {
  const later = newTransactionId();
  await drill.admin('batchClaim', { ...batch, run: later, place: 'another browser', takeOver: true });
  const { items: sent } = await sendItems(drill, [1, 2, 3], later);
  expect(sent).toEqual([1, 2, 3].map((row) => ({ row, outcome: 'answered', message: 'found' })));
  await sendOthers(drill);
}

describe.each(databases)('what is asked for again after a restore, on $name', ({ name, newEmpty }) => {
  const drill = fresh(async () => prepareDrill(await newEmpty()));

  // The timing does not depend on the database: SQLite alone tests both.
  it.each(name === 'SQLite' ? ['before', 'after'] : ['after'])(
    'D17c is sent once, %s the provider was asked',
    async (when) => {
      await drill.startServer(policy);
      await workBefore(drill);
      await drill.backup();
      await workAfter(drill);
      await drill.restore();
      const former = drill.done;
      if (when === 'before') drill.provider.behave({ faults: [{ kind: 'answer', status: 503, retryAfter: '1' }] });
      await drill.startServer(policy);
      if (when === 'before') {
        await workAgain(drill);
        drill.provider.behave({ faults: [] });
      }
      await drill.compared();
      if (when === 'after') await workAgain(drill);
      expect(await drill.turn('running')).toMatchObject({ status: 'success' });
      await waitUntil('the third row has reached the provider', async () =>
        [...drill.provider.state.commands.values()].some(({ imei }) => imei === third) ? undefined : 'not yet',
      );
      await drill.allDone();
      expect(drill.done).toEqual([...former, `lock ${third}`].toSorted());
    },
  );
});
