import { join } from 'node:path';
import { inTransaction, openStore } from '../store/store.ts';
import { recordIntent } from '../store/uploads.ts';
import { seedTestData } from '../../testing/test-data.ts';
import { createBatchLists } from './batch-lists.ts';
import { newFolder } from '../../testing/test-run.ts';
import { fresh } from '../../testing/fixtures.ts';

const at = '2026-11-20T10:00:00.000Z';
const imeiOf = (number: number): string => String(number).padStart(15, '0');

const store = fresh(() => openStore({ file: join(newFolder(), 'console.db') }));
beforeEach(() => seedTestData(store, at));

async function registered(id: number, imeis: readonly string[]) {
  const batch = { account_id: 2, batch_id: `batch ${id}` };
  const list = { action: 'lock', devices: imeis.length, imei_list: imeis.join(','), created_at: at };
  await recordIntent(store.db, { ...batch, ...list });
  return { id, ...batch };
}

it('D17a gives each row its IMEI, and finds IMEIs in a list of several pieces', async () => {
  const imeis = Array.from({ length: 120_001 }, (_, index) => imeiOf((index * 7919) % 1_000_003));
  const batch = await registered(1, imeis);
  const list = await createBatchLists().listOf(store.db, batch);
  expect([list.length, list.at(0), list.at(120_002)]).toEqual([120_001, undefined, undefined]);
  for (const row of [1, 2, 50_000, 50_001, 120_001]) expect(list.at(row)).toBe(imeis[row - 1]);
  const asked = [imeis[0], imeis[50_000], imeis[120_000], imeiOf(1_000_004)].map(String);
  expect(await list.containing(asked)).toEqual(asked.slice(0, 3));
  expect(await list.containing([imeiOf(999_999_999_999_999)])).toEqual([]);
});

it('a list that is wanted inside a transaction does not wait for one who waits for its end', async () => {
  const batch = await registered(1, [imeiOf(1)]);
  const lists = createBatchLists();
  const outside = await inTransaction(store.db, async (tx) => {
    // SQLite has one connection, which the transaction holds.
    const waiting = lists.listOf(store.db, batch);
    expect((await lists.listOf(tx, batch)).at(1)).toBe(imeiOf(1));
    return { waiting };
  });
  expect((await outside.waiting).at(1)).toBe(imeiOf(1));
});

it('keeps those that were asked for last, up to so many devices', async () => {
  const batches = [];
  for (let id = 1; id <= 3; id += 1) batches.push(await registered(id, [imeiOf(id), imeiOf(id + 10)]));
  const [first, second, third] = batches;
  if (!first || !second || !third) throw new Error('Three lists were made.');
  const lists = createBatchLists(4);
  const kept = await lists.listOf(store.db, first);
  await lists.listOf(store.db, second);
  expect(await lists.listOf(store.db, first)).toBe(kept);
  await lists.listOf(store.db, third);
  expect(await lists.listOf(store.db, first)).toBe(kept);
  await store.db.deleteFrom('intents').execute();
  await expect(lists.listOf(store.db, second)).rejects.toThrow('The list of batch batch 2 is gone.');
  expect((await lists.listOf(store.db, third)).at(2)).toBe(imeiOf(13));
});
