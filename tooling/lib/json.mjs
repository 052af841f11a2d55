// Text that may be no JSON.

/**
 * What a text says as JSON; null for what is none.
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
