// Reads a thrown value, which may be anything.

/** @type {(error: unknown) => string} */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * The code of a Node error, such as ENOENT.
 * @type {(error: unknown) => string | undefined}
 */
export const codeOf = (error) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/**
 * Why a request failed: fetch puts the reason into the cause of its error.
 * @type {(error: unknown) => string}
 */
export const causeOf = (error) => messageOf((error instanceof Error && error.cause) || error);
