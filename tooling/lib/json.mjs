// Reads text that may not be JSON.

/**
 * Returns null if the text is not JSON.
 * @type {(text: string) => unknown}
 */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
