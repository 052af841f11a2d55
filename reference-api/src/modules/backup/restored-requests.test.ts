import { batchItemTransactionId, newTransactionId } from '@device-console/shared-lib/crypto';
import { databases } from '../../testing/databases.ts';
import { REASON, rowsOf, type DrillConsole } from '../../testing/drill-console.ts';
import { doneBy, RestoreDrill } from '../../testing/restore-drill.ts';
import { ENROLLED } from '../../testing/test-data.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { fresh } from '../../testing/fixtures.ts';

jest.setTimeout(60_000);

const [first = '', second = '', third = '', fourth = '', fifth = '', sixth = ''] = ENROLLED;
const policy = { FOUR_EYES: 'unlock=1' };

const batchId = newTransactionId();
const run = newTransactionId();
const batch = { action: 'lock', batchId };
let filename = '';
const items = [first, second, third].map((imei, index) => ({
  row: index + 1,
  imei,
  transactionId: batchItemTransactionId(batchId, `${imei} ${index}`, 'lock'),
}));

function sendItems(desk: DrillConsole, rows: readonly number[], as = run) {
  const chosen = items.filter(({ row }) => rows.includes(row));
  return desk.admin('batchItems', { ...batch, filename, run: as, items: chosen });
}

const single = { transactionId: newTransactionId(), body: { imei: fifth, action: 'lock' } };
const asked = { transactionId: newTransactionId(), body: { imei: sixth, action: 'unlock' } };

const send = (desk: DrillConsole, { body, transactionId }: typeof single) =>
  desk.admin('lockNotification', body, transactionId);

async function approve(desk: DrillConsole): Promise<void> {
  const [request] = rowsOf(await desk.superadmin('approvals', {}));
  const decision = { id: String(request?.['id']), decision: 'approve' };
  expect(await desk.superadmin('decideApproval', decision)).toMatchObject({ status: 'success' });
}

const retry = (desk: DrillConsole) =>
  desk.superadmin('operationsDecide', { decision: 'retry', reason: REASON, filter: { imei: fourth, state: 'failed' } });

/** Before the backup, a batch sends one row, and the provider refuses a command. */
async function workBefore(desk: DrillConsole, { provider }: RestoreDrill): Promise<void> {
  filename = await desk.upload('bulkLockCopy.php', batchId);
  await desk.admin('updateCommandOnServer', { ...batch, imeilist: [first, second, third].join(',') });
  const facts = { fileName: 'lock.csv', total: 3, invalid: 0, duplicates: 0 };
  await desk.admin('batchClaim', { ...batch, run, place: 'a browser', batch: facts });
  await sendItems(desk, [1]);
  provider.behave({ refusals: { [fourth]: 'Not now.' } });
  await desk.send(fourth);
  await desk.until([
    [first, 'lock', 'sent'],
    [fourth, 'lock', 'failed'],
  ]);
}

/** After the backup, phones execute the second row, a single command, an approved command and a retry. */
async function workAfter(desk: DrillConsole, { provider }: RestoreDrill): Promise<void> {
  await sendItems(desk, [2]);
  await send(desk, single);
  await send(desk, asked);
  await approve(desk);
  provider.behave({ refusals: {} });
  expect(await retry(desk)).toMatchObject({ done: 1 });
  await desk.allDone(provider);
}

/** Everybody repeats what the backup does not contain. */
async function workAgain(desk: DrillConsole): Promise<void> {
  const later = newTransactionId();
  await desk.admin('batchClaim', { ...batch, run: later, place: 'another browser', takeOver: true });
  const { items: sent } = await sendItems(desk, [1, 2, 3], later);
  expect(sent).toEqual([1, 2, 3].map((row) => ({ row, outcome: 'answered', message: 'found' })));
  expect(await send(desk, single)).toMatchObject({ status: 'success' });
  await send(desk, asked);
  await approve(desk);
  await retry(desk);
}

describe.each(databases)('what is asked for again after a restore, on $name', ({ name, newEmpty }) => {
  const drill = fresh(async () => RestoreDrill.prepare(await newEmpty()));

  // The timing does not depend on the database: SQLite alone tests both.
  it.each(name === 'SQLite' ? ['before', 'after'] : ['after'])(
    'D17c is sent once, %s the provider was asked',
    async (when) => {
      const before = await drill.startServer(policy);
      await workBefore(before, drill);
      await drill.backup();
      await workAfter(before, drill);
      await before.end();
      const former = doneBy(drill.provider).toSorted();
      await drill.restore();
      if (when === 'before') drill.provider.behave({ faults: [{ kind: 'answer', status: 503, retryAfter: '1' }] });
      const desk = await drill.startServer(policy);
      if (when === 'before') {
        await workAgain(desk);
        drill.provider.behave({ faults: [] });
      }
      await desk.compared();
      if (when === 'after') await workAgain(desk);
      expect(await desk.turn('running')).toMatchObject({ status: 'success' });
      await waitUntil('the third row has reached the provider', async () =>
        [...drill.provider.state.commands.values()].some(({ imei }) => imei === third) ? undefined : 'not yet',
      );
      await desk.allDone(drill.provider);
      expect(doneBy(drill.provider).toSorted()).toEqual([...former, `lock ${third}`].toSorted());
    },
  );
});
