import { localStorageMirror, type MirrorStorage } from './local-storage-mirror.ts';

const key = { operator: 'operator@example.com', command: 'lock' } as const;
const NAME = 'batch:operator@example.com:lock';

function storage(): MirrorStorage & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
}

it('B7 keeps the record of the specification under the operator and command', () => {
  const area = storage();
  const mirror = localStorageMirror(
    () => area,
    () => undefined,
  );
  mirror.write(key, { lastimei: '350000000000002', batchfilename: 'a.csv', isComplete: 'incomplete', batchId: 'id' });
  expect(JSON.parse(area.items.get(NAME) ?? '')).toEqual({
    lastimei: '350000000000002',
    batchfilename: 'a.csv',
    isComplete: 'incomplete',
    batchId: 'id',
  });
  expect(mirror.read(key)?.lastimei).toBe('350000000000002');
  mirror.clear(key);
  expect(mirror.read(key)).toBeNull();
});

it.each(['not json', '{}', '{"lastimei":1}', 'null'])('B10 D15 reads %s as no record', (text) => {
  const area = storage();
  area.items.set(NAME, text);
  expect(
    localStorageMirror(
      () => area,
      () => undefined,
    ).read(key),
  ).toBeNull();
});

it('D15 a full or forbidden localStorage costs the mirror only, and is told once', () => {
  const told: unknown[] = [];
  const mirror = localStorageMirror(
    () => {
      throw new Error('forbidden');
    },
    (error) => told.push(error),
  );
  mirror.write(key, { lastimei: '', batchfilename: '', isComplete: 'incomplete' });
  mirror.clear(key);
  expect(mirror.read(key)).toBeNull();
  expect(told).toEqual([new Error('forbidden')]);
});
