import { batchItemTransactionId, newTransactionId } from '@device-console/shared-lib/crypto';
import { demoImei } from '../modules/demo/demo-imei.ts';
import { demoAccounts } from '../modules/demo/prepare-demo.ts';
import { openStore, type Store, type StoreLocation } from '../core/store/store.ts';
import { loginToChild, postToChild } from '../testing/child-client.ts';
import { endChild, startChild, type ChildServer } from '../testing/child-server.ts';
import { databases, environmentOf, putList, testRun } from '../testing/index.ts';

jest.setTimeout(60_000);

const CHUNKS = 40;
const ITEMS = 50;
const [superadmin] = demoAccounts;

interface Told {
  readonly row: number;
  readonly outcome: string;
  readonly message: string;
}

function chunksOf(batchId: string) {
  return Array.from({ length: CHUNKS }, (_, chunk) => ({
    action: 'lock',
    filename: 'a.csv',
    batchId,
    user: superadmin.email,
    items: Array.from({ length: ITEMS }, (_item, index) => {
      const row = chunk * ITEMS + index + 1;
      const imei = demoImei(row);
      return { row, imei, transactionId: batchItemTransactionId(batchId, imei, 'lock') };
    }),
  }));
}

type Chunk = ReturnType<typeof chunksOf>[number];

/** Counts the stored outcomes and the commands of each chunk. */
async function countsOf({ db }: Store, chunks: readonly Chunk[]) {
  const outcomes = await db.selectFrom('outcomes').select('transaction_id').execute();
  const commands = await db.selectFrom('commands').select('transaction_id').where('filename', '=', 'a.csv').execute();
  return chunks.map(({ items }) => {
    const ids = new Set(items.map(({ transactionId }) => transactionId));
    const ownOf = (rows: typeof outcomes) => rows.filter(({ transaction_id }) => ids.has(transaction_id)).length;
    return { outcomes: ownOf(outcomes), commands: ownOf(commands) };
  });
}

/** Registers the chunks' list, as a console does before the first item. */
async function registerList(location: StoreLocation, chunks: readonly Chunk[]): Promise<void> {
  const store = await openStore(location);
  const imeis = chunks.flatMap(({ items }) => items.map(({ imei }) => imei));
  await putList(store, superadmin.email, { action: 'lock', batchId: chunks[0]?.batchId ?? '', imeis });
  await store.close();
}

describe.each(databases)('chunks and SIGKILL on $name', ({ newEmpty }) => {
  it('D2c a chunk is there whole or not at all, and sent again it is carried out once', async () => {
    const location = await newEmpty();
    const settings = { DEMO: '1', SIMULATOR_DELAY_MS: '3600000', ...environmentOf(location) };
    const chunks = chunksOf(newTransactionId());
    const send = async (child: ChildServer, token: string, chunk: Chunk) => {
      const answer: Readonly<Record<string, unknown>> = await postToChild(child, 'batchItems', chunk, { token });
      return answer['items'] as readonly Told[];
    };
    const first = await startChild(testRun().bundled, settings);
    const token = await loginToChild(first, superadmin.email);
    await registerList(location, chunks);
    const answered = new Map<number, readonly Told[]>();
    let killing: Promise<unknown> | undefined;
    // Sends the first alone, then the rest at once, so that some are pending when the server ends.
    answered.set(0, await send(first, token, chunks[0] as Chunk));
    const sending = chunks.slice(1).map(async (chunk, index) => {
      answered.set(index + 1, await send(first, token, chunk));
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
    const again = await Promise.all(chunks.map((chunk) => send(second, token, chunk)));
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
