// Text that may be no JSON.

/** What a text says as JSON; null for what is none. */
export function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
