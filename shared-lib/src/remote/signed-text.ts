/**
 * What the signature of a registry entry is over: its JSON without `signature`, keys sorted at every level, so that it
 * does not depend on how the file was written. Takes the entry as it was read, with fields that this version does not
 * know.
 */
export function signedText(entry: object): string {
  return JSON.stringify(sorted(Object.fromEntries(Object.entries(entry).filter(([name]) => name !== 'signature'))));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  );
}
