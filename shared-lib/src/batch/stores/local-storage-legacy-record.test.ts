import { memoryStorage } from '../../testing/memory-storage.ts';
import { localStorageLegacyRecord } from './browser-ports.ts';

const key = { operator: 'operator@example.com', command: 'lock' } as const;
const NAME = 'batch:operator@example.com:lock';

it('B7 keeps the record of the specification under the operator and command', () => {
  const area = memoryStorage();
  const legacyRecord = localStorageLegacyRecord(
    () => area,
    () => undefined,
  );
  legacyRecord.write(key, {
    lastimei: '350000000000002',
    batchfilename: 'a.csv',
    isComplete: 'incomplete',
    batchId: 'id',
  });
  expect(JSON.parse(area.items.get(NAME) ?? '')).toEqual({
    lastimei: '350000000000002',
    batchfilename: 'a.csv',
    isComplete: 'incomplete',
    batchId: 'id',
  });
  expect(legacyRecord.read(key)?.lastimei).toBe('350000000000002');
  legacyRecord.clear(key);
  expect(legacyRecord.read(key)).toBeNull();
});

it.each(['not json', '{}', '{"lastimei":1}', 'null'])('B10 D15 reads %s as no record', (text) => {
  const area = memoryStorage();
  area.items.set(NAME, text);
  expect(
    localStorageLegacyRecord(
      () => area,
      () => undefined,
    ).read(key),
  ).toBeNull();
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
