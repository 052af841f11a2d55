import type { StoragePort } from '../session/host.ts';

/** localStorage as a map. `isFull` makes it refuse to write. */
export interface MemoryStorage extends StoragePort {
  readonly items: Map<string, string>;
  isFull: boolean;
}

export function memoryStorage(): MemoryStorage {
  const items = new Map<string, string>();
  return {
    items,
    isFull: false,
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem(key, value) {
      if (this.isFull) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key) => items.delete(key),
  };
}
