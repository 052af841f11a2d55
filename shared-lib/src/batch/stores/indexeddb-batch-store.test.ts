import 'fake-indexeddb/auto';
import { BatchStorageError, type BatchProgress, type OutcomeSegment, type StoredBatch } from '../engine/index.ts';
import { OPERATOR, imeiList } from '../testing/batch-fixture.ts';
import { batchDatabase, storageError } from './batch-database.ts';
import { IndexedDbBatchStore, type EstimateStorage } from './indexeddb-batch-store.ts';

const key = { operator: OPERATOR, command: 'lock' } as const;
const progress: BatchProgress = {
  phase: 'uploading',
  serverFileName: 'list.csv',
  next: 0,
  lastImei: '',
  sending: null,
  elapsedMs: 0,
};
let databases = 0;

function batchOf(batchId: string, length = 3): StoredBatch {
  return {
    header: {
      run: 'run',
      batchId,
      ...key,
      action: 'lock',
      fileName: 'list.csv',
      hasExtras: false,
      createdAt: 5,
      totals: { total: length, valid: length, invalid: 0, duplicates: 0 },
    },
    progress,
    imeis: imeiList(length),
    segments: [],
  };
}

/** A store on a database of its own; `again` opens the same database as a page does after a reload. */
function fresh(estimate: EstimateStorage | null = null): {
  store: IndexedDbBatchStore;
  again: () => IndexedDbBatchStore;
} {
  databases += 1;
  const name = `test-${String(databases)}`;
  const open = () => new IndexedDbBatchStore(batchDatabase(undefined, name), estimate);
  return { store: open(), again: open };
}

it('D15 keeps sealed rows with their batch, and counts them for the room that it needs', async () => {
  const { store, again } = fresh();
  await store.create({ ...batchOf('a'), sealedRows: ['v1.one', 'v1.two'], sealedErrors: ['v1.three'] });
  expect(await again().load(key)).toMatchObject({ sealedRows: ['v1.one', 'v1.two'], sealedErrors: ['v1.three'] });
  const tight = fresh(() => Promise.resolve({ quota: 5_002_000, usage: 0 })).store;
  for (const pieces of ['sealedRows', 'sealedErrors'])
    await expect(tight.create({ ...batchOf('b'), [pieces]: ['x'.repeat(1_000)] })).rejects.toMatchObject({
      reason: 'full',
      why: { kind: 'no-room' },
    });
  await tight.create(batchOf('b'));
});

it('D14 opens and discards what is in the archive, and leaves the unfinished batch alone', async () => {
  const { store } = fresh();
  await store.create(batchOf('a'));
  await store.discard('a');
  expect(await store.openArchived('a')).toBeNull();
  await store.archive('a', 7);
  expect(await store.openArchived('a')).toMatchObject({ header: batchOf('a').header, imeis: imeiList(3) });
  await store.discard('a');
  expect(await store.list(OPERATOR)).toEqual([]);
  expect(await store.openArchived('a')).toBeNull();
});

it('D15 keeps list, progress and outcomes over a reload', async () => {
  const { store, again } = fresh();
  await store.create(batchOf('a'));
  const segments = [0, 1].map((segment): OutcomeSegment => {
    return { segment, codes: Uint8Array.of(1, 3, segment), messages: [[1, 'no']] };
  });
  await store.save('a', { ...progress, phase: 'running', next: 2, lastImei: '350000000000003' }, segments);
  await store.save('a', { ...progress, phase: 'running', next: 2 }, segments.slice(1));
  const loaded = await again().load(key);
  expect(loaded).toMatchObject({
    header: batchOf('a').header,
    progress: { phase: 'running', next: 2 },
    imeis: imeiList(3),
  });
  expect(loaded?.segments).toEqual(segments.map((segment) => ({ batchId: 'a', ...segment })));
});

it('D15 answers null where there is no unfinished batch of the operator and command', async () => {
  const { store } = fresh();
  await store.create(batchOf('a'));
  expect(await store.load({ ...key, command: 'unlock' })).toBeNull();
  expect(await store.load({ ...key, operator: 'other@example.com' })).toBeNull();
});

it('D16 refuses a second unfinished batch and keeps the first', async () => {
  const { store } = fresh();
  await store.create(batchOf('a'));
  await expect(store.create(batchOf('b'))).rejects.toMatchObject({
    reason: 'occupied',
    message: expect.stringContaining('Finish or cancel it first'),
  });
  expect((await store.load(key))?.header.batchId).toBe('a');
});

it('D14 archives, and restores unless there is an unfinished one', async () => {
  const { store, again } = fresh();
  for (const id of ['a', 'b']) {
    await store.create(batchOf(id));
    await store.archive(id, 100);
  }
  expect(await store.load(key)).toBeNull();
  await store.restore('a');
  expect((await again().load(key))?.header.batchId).toBe('a');
  await expect(store.restore('b')).rejects.toMatchObject({ reason: 'occupied' });
  expect((await store.list(OPERATOR)).map(({ archivedAt }) => archivedAt)).toEqual([null, 100]);
});

it('B7 removes a batch with its list and outcomes, and no other', async () => {
  const { store } = fresh();
  await store.create(batchOf('a'));
  await store.archive('a', 1);
  await store.create(batchOf('b'));
  await store.save('b', progress, [{ segment: 0, codes: Uint8Array.of(1), messages: [] }]);
  await store.remove('b');
  expect(await store.load(key)).toBeNull();
  await store.create(batchOf('b'));
  expect((await store.load(key))?.segments).toEqual([]);
  await store.remove('b');
  await store.restore('a');
  expect((await store.load(key))?.imeis).toEqual(imeiList(3));
});

it('D15 saving progress of a batch that is gone says so', async () => {
  const { store } = fresh();
  await expect(store.save('x', progress, [])).rejects.toThrow(
    'The batch x is not stored any more. Start it again from its file.',
  );
});

it('D15 refuses a batch for which there is no room, before it stores anything', async () => {
  const { store } = fresh(() => Promise.resolve({ quota: 10_000_000, usage: 8_000_000 }));
  await expect(store.create(batchOf('a', 1000))).rejects.toMatchObject({
    why: { kind: 'no-room' },
    message: expect.stringContaining('5.0 MB, 2.0 MB are free'),
  });
  expect(await store.load(key)).toBeNull();
});

it('D15 takes a batch where the browser does not tell how much room there is', async () => {
  const { store } = fresh(() => Promise.resolve({}));
  await store.create(batchOf('a'));
  expect(await store.load(key)).not.toBeNull();
});

it.each([
  ['QuotaExceededError', 'full', 'full', /Free some disk space/],
  ['ConstraintError', 'occupied', 'occupied', /Finish or cancel it first/],
  ['SecurityError', 'failed', 'blocked', /nothing was sent\. Allow site data for this address/],
  ['InvalidStateError', 'failed', 'not-stored', /could not store the batch \(why\).*reload the page/],
])('D15 a %s is told as %s, with what to do', (name, reason, kind, text) => {
  const error = storageError(new DOMException('why', name));
  expect(error).toBeInstanceOf(BatchStorageError);
  expect(error).toMatchObject({ reason, why: { kind } });
  expect(error.message).toMatch(text);
});

it('D40 D14 lists the batches of an operator, of every command, in the archive or not, and no others', async () => {
  const { store, again } = fresh();
  const others = [{ command: 'unlock' }, { operator: 'operator@example.com.au' }, { command: 'release' }] as const;
  for (const [index, other] of others.entries()) {
    const batch = batchOf(String(index));
    await store.create({ ...batch, header: { ...batch.header, ...other } });
  }
  await store.archive('2', 5);
  const found = await again().list(OPERATOR);
  expect(found.map(({ header, archivedAt }) => [header.command, archivedAt])).toEqual([
    ['unlock', null],
    ['release', 5],
  ]);
  expect(found.map(({ progress: kept }) => kept)).toEqual([progress, progress]);
  expect(await again().list('nobody@example.com')).toEqual([]);
});

it('D11a an archived batch is finished once the server was told; one that is not in the archive stays', async () => {
  const untold: BatchProgress = { ...progress, phase: 'reporting', notTold: 'The server is closed.' };
  const { store } = fresh();
  await store.create({ ...batchOf('a'), progress: untold });
  await store.reported('a');
  expect((await store.load(key))?.progress).toEqual(untold);
  await store.archive('a', 7);
  await store.reported('a');
  await store.reported('none');
  expect(await store.list(OPERATOR)).toEqual([
    { header: batchOf('a').header, progress: { ...progress, phase: 'finished' }, archivedAt: 7 },
  ]);
});
