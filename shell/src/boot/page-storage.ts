/** The two storages of a page. */
type StorageName = 'localStorage' | 'sessionStorage';

const names: readonly StorageName[] = ['localStorage', 'sessionStorage'];

type StorageOwner = Partial<Record<StorageName, Storage | null>>;

/** Browsers throw or have null where site data is blocked. */
function isBlocked(owner: StorageOwner, name: StorageName): boolean {
  try {
    owner[name]?.getItem('');
    return !owner[name];
  } catch {
    return true;
  }
}

/** A storage that lasts as long as the page. */
function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, String(value)),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}

/**
 * Puts a storage in memory in the place of each that the browser blocks, so that the console works until the page is
 * left. Returns whether there was one; the console then says what does not last.
 */
export function replaceBlockedStorage(owner: StorageOwner): boolean {
  const blocked = names.filter((name) => isBlocked(owner, name));
  for (const name of blocked) Object.defineProperty(owner, name, { value: memoryStorage(), configurable: true });
  return blocked.length > 0;
}
