/**
 * The JSON text of a value with the keys of its objects sorted at every level. Signatures of registry entries (ADR
 * 0020) and stored hashes of request bodies (D2) are over this text: it must not change.
 */
export const canonicalJson = (value: unknown): string => JSON.stringify(sortKeys(value));

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, part]) => [key, sortKeys(part)]),
  );
}
