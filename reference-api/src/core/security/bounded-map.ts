/** Limits a map that anybody can fill by asking. */
const KEPT = 10_000;

export function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.delete(key);
  if (map.size >= KEPT) for (const oldest of map.keys()) if (map.delete(oldest)) break;
  map.set(key, value);
}
