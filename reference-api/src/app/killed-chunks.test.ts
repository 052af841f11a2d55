import { demoImei } from '../modules/demo/demo-imei.ts';
import { demoAccounts } from '../modules/demo/prepare-demo.ts';
import type { Store } from '../core/store/store.ts';
import { clientOf, loginToChild } from '../testing/child-client.ts';
import { endChild, startChild, type ChildServer } from '../testing/child-server.ts';
import { databases, environmentOf, registerBatch, sendChunk, testRun, type TestBatch } from '../testing/index.ts';
import { rowsOf } from '../testing/rows.ts';
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

/** Counts the stored outcomes and the commands of each chunk. */
async function countsOf(store: Store, chunks: readonly TestBatch['items'][]) {
  const [outcomes, commands] = [await rowsOf(store, 'outcomes'), await rowsOf(store, 'commands')];
  return chunks.map((items) => {
    const ids = new Set(items.map(({ transactionId }) => transactionId));
    const ownOf = (rows: readonly { transaction_id: string }[]) =>
      rows.filter(({ transaction_id }) => ids.has(transaction_id)).length;
    return { outcomes: ownOf(outcomes), commands: ownOf(commands) };
  });
}

describe.each(databases)('chunks and SIGKILL on $name', ({ newEmpty }) => {
  it('D2c a chunk is there whole or not at all, and sent again it is carried out once', async () => {
    const location = await newEmpty();
    const settings = { DEMO: '1', SIMULATOR_DELAY_MS: '3600000', ...environmentOf(location) };
    const first = await startChild(testRun().bundled, settings);
    const token = await loginToChild(first, email);
    const sessionOn = async (child: ChildServer) => (await clientOf(child)).session(email, token);
    const imeis = Array.from({ length: CHUNKS * ITEMS }, (_, index) => demoImei(index + 1));
    const batch = await registerBatch(await sessionOn(first), imeis);
    const chunks = Array.from({ length: CHUNKS }, (_, chunk) => batch.items.slice(chunk * ITEMS, (chunk + 1) * ITEMS));
    const sendTo = async (child: ChildServer) => {
      const session = await sessionOn(child);
      return async (items: TestBatch['items']) =>
        (await sendChunk(session, batch, items)).answer['items'] as readonly Told[];
    };
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
