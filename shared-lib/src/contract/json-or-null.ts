/** The JSON in a text of the browser's storage; null if there is no text, or it is no JSON and so no record of ours. */
export function jsonOrNull(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
