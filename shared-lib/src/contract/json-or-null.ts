/** The JSON in a text of the browser's storage; null for no text, or for text that is not JSON and so not ours. */
export function jsonOrNull(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
