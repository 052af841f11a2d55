import { demoImei } from '../modules/demo/demo-imei.ts';
import { demoAccounts } from '../modules/demo/prepare-demo.ts';
import type { Store } from '../core/store/store.ts';
import { clientOf, loginToChild } from '../testing/child-client.ts';
import { endChild, startChild, type ChildServer } from '../testing/child-server.ts';
import { databases, environmentOf, registerBatch, sendChunk, testRun, type TestBatch } from '../testing/index.ts';
import { rowsOf } from '../testing/rows.ts';
import { begunBatch } from '../testing/test-batch.ts';
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

  it('D2c D17b with two chunks under way the rows are done from the first on, and each once in the end', async () => {
    const location = await newEmpty();
    const settings = { DEMO: '1', SIMULATOR_DELAY_MS: '3600000', ...environmentOf(location) };
    const first = await startChild(testRun().bundled, settings);
    const token = await loginToChild(first, email);
    const sessionOn = async (child: ChildServer) => (await clientOf(child)).session(email, token);
    const imeis = Array.from({ length: CHUNKS * ITEMS }, (_, index) => demoImei(index + 1));
    const { batch, run } = await begunBatch(await sessionOn(first), imeis);
    const { action, batchId, filename } = batch;
    const sendTo = async (child: ChildServer) => {
      const session = await sessionOn(child);
      return async (chunk: number) => {
        const items = batch.items.slice(chunk * ITEMS, (chunk + 1) * ITEMS);
        const after = chunk === 0 ? {} : { after: chunk * ITEMS };
        const { answer } = await session.call('batchItems', { action, batchId, filename, run, ...after, items });
        return answer['order'];
      };
    };
    /** As the console does: a chunk that comes too early goes again. */
    const sendAll = async (child: ChildServer, onAnswered: (chunk: number) => void) => {
      const send = await sendTo(child);
      let ahead: Promise<unknown> | undefined;
      for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
        const current = ahead ?? send(chunk);
        ahead = chunk + 1 < CHUNKS ? send(chunk + 1) : undefined;
        ahead?.catch(() => undefined);
        if ((await current) !== 'kept') expect(await send(chunk)).toBe('kept');
        onAnswered(chunk);
      }
    };
    let killing: Promise<unknown> | undefined;
    const broken = sendAll(first, (chunk) => {
      if (chunk === 10) killing = endChild(first, 'SIGKILL');
    });
    await expect(broken).rejects.toThrow();
    await killing;
    const store = await openStore(location);
    const { id } = await store.db
      .selectFrom('batches')
      .select('id')
      .where('batch_id', '=', batchId)
      .executeTakeFirstOrThrow();
    const outcomes = async () =>
      (await rowsOf(store, 'batch_items')).filter((item) => item.batch === id).toSorted((a, b) => a.row - b.row);
    const rows = async () => (await outcomes()).map(({ row }) => row);
    const kept = await rows();
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => index + 1));
    expect(kept.length % ITEMS).toBe(0);
    const second = await startChild(testRun().bundled, settings);
    await sendAll(second, () => undefined);
    expect(await rows()).toHaveLength(imeis.length);
    const commands = (await rowsOf(store, 'commands')).filter((row) => row.batch_id === batchId);
    const found = (await outcomes()).filter(({ outcome }) => outcome === 'found');
    expect(commands.map((row) => row.transaction_id)).toEqual(found.map((row) => row.transaction_id));
    expect(new Set(commands.map(({ imei }) => imei)).size).toBe(commands.length);
    await store.close();
    expect(await endChild(second, 'SIGTERM')).toBe(0);
  });
});
