import { batchItemTransactionId, newTransactionId } from '@device-console/shared-lib/crypto';
import { demoImei } from '../modules/demo/demo-imei.ts';
import { demoAccounts } from '../modules/demo/prepare-demo.ts';
import type { Store } from '../core/store/store.ts';
import { clientOf, loginToChild } from '../testing/child-client.ts';
import { endChild, startChild, type ChildServer } from '../testing/child-server.ts';
import { databases, environmentOf, putList, sendChunk, testRun, type TestBatch } from '../testing/index.ts';
import { openStore } from './open-store.ts';

jest.setTimeout(60_000);

const CHUNKS = 40;
const ITEMS = 50;
const [{ email }] = demoAccounts;

interface Told {
  readonly row: number;
  readonly outcome: string;
  readonly message: string;
}

function batchOf(batchId: string): TestBatch {
  const items = Array.from({ length: CHUNKS * ITEMS }, (_, index) => {
    const imei = demoImei(index + 1);
    return { row: index + 1, imei, transactionId: batchItemTransactionId(batchId, imei, 'lock') };
  });
  return { action: 'lock', filename: 'a.csv', batchId, items };
}

/** Counts the stored outcomes and the commands of each chunk. */
async function countsOf({ db }: Store, chunks: readonly TestBatch['items'][]) {
  const outcomes = await db.selectFrom('outcomes').select('transaction_id').execute();
  const commands = await db.selectFrom('commands').select('transaction_id').where('filename', '=', 'a.csv').execute();
  return chunks.map((items) => {
    const ids = new Set(items.map(({ transactionId }) => transactionId));
    const ownOf = (rows: typeof outcomes) => rows.filter(({ transaction_id }) => ids.has(transaction_id)).length;
    return { outcomes: ownOf(outcomes), commands: ownOf(commands) };
  });
}

describe.each(databases)('chunks and SIGKILL on $name', ({ newEmpty }) => {
  it('D2c a chunk is there whole or not at all, and sent again it is carried out once', async () => {
    const location = await newEmpty();
    const settings = { DEMO: '1', SIMULATOR_DELAY_MS: '3600000', ...environmentOf(location) };
    const batch = batchOf(newTransactionId());
    const chunks = Array.from({ length: CHUNKS }, (_, chunk) => batch.items.slice(chunk * ITEMS, (chunk + 1) * ITEMS));
    const first = await startChild(testRun().bundled, settings);
    const token = await loginToChild(first, email);
    const sendTo = async (child: ChildServer) => {
      const session = (await clientOf(child)).session(email, token);
      return async (items: TestBatch['items']) =>
        (await sendChunk(session, batch, items)).answer['items'] as readonly Told[];
    };
    const before = await openStore(location);
    await putList(before, email, { ...batch, imeis: batch.items.map(({ imei }) => imei) });
    await before.close();
    const answered = new Map<number, readonly Told[]>();
    let killing: Promise<unknown> | undefined;
    // Sends the first alone, then the rest at once, so that some are pending when the server ends.
    const send = await sendTo(first);
    answered.set(0, await send(chunks[0] ?? []));
    const sending = chunks.slice(1).map(async (chunk, index) => {
      answered.set(index + 1, await send(chunk));
      killing ??= endChild(first, 'SIGKILL');
    });
    const settled = await Promise.allSettled(sending);
    await killing;
    expect(settled.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);

    const store = await openStore(location);
    const countsIn = (told: readonly Told[]) => ({
      outcomes: told.filter(({ outcome }) => outcome === 'answered').length,
      commands: told.filter(({ message }) => message === 'found').length,
    });
    const after = await countsOf(store, chunks);
    const second = await startChild(testRun().bundled, settings);
    const again = await Promise.all(chunks.map(await sendTo(second)));
    for (const [index, told] of again.entries()) {
      const whole = countsIn(told);
      expect([{ outcomes: 0, commands: 0 }, whole]).toContainEqual(after[index]);
      if (answered.has(index)) expect({ told, kept: after[index] }).toEqual({ told: answered.get(index), kept: whole });
    }
    expect(await countsOf(store, chunks)).toEqual(again.map(countsIn));
    await store.close();
    expect(await endChild(second, 'SIGTERM')).toBe(0);
  });
});
