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

/** The JSON in a text of the browser's storage; null for no text, or for text that is not JSON and so not ours. */
export function jsonOrNull(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
