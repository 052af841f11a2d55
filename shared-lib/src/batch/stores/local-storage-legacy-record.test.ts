import { memoryStorage, type MemoryStorage } from '../../testing/memory-storage.ts';
import { localStorageLegacyRecord } from './browser-ports.ts';

const key = { operator: 'operator@example.com', command: 'lock' } as const;
const NAME = 'batch:operator@example.com:lock';
const recordIn = (area: MemoryStorage) =>
  localStorageLegacyRecord(
    () => area,
    () => undefined,
  );

it('B7 keeps the record of the specification under the operator and command', () => {
  const area = memoryStorage();
  const legacyRecord = recordIn(area);
  const record = {
    lastimei: '350000000000002',
    batchfilename: 'a.csv',
    isComplete: 'incomplete',
    batchId: 'id',
  } as const;
  legacyRecord.write(key, record);
  expect(JSON.parse(area.items.get(NAME) ?? '')).toEqual(record);
  expect(legacyRecord.read(key)?.lastimei).toBe('350000000000002');
  legacyRecord.clear(key);
  expect(legacyRecord.read(key)).toBeNull();
});

it.each(['not json', '{}', '{"lastimei":1}', 'null'])('B10 D15 reads %s as no record', (text) => {
  const area = memoryStorage();
  area.items.set(NAME, text);
  expect(recordIn(area).read(key)).toBeNull();
});

it('D15 a full or forbidden localStorage costs the legacy record only, and is told once', () => {
  const told: unknown[] = [];
  const legacyRecord = localStorageLegacyRecord(
    () => {
      throw new Error('forbidden');
    },
    (error) => told.push(error),
  );
  legacyRecord.write(key, { lastimei: '', batchfilename: '', isComplete: 'incomplete' });
  legacyRecord.clear(key);
  expect(legacyRecord.read(key)).toBeNull();
  expect(told).toEqual([new Error('forbidden')]);
});
