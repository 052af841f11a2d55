import * as React from 'react';

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
/** So many elements a second have their place noted. */
const NOTED = 10_000;

/**
 * React's development build notes of elements where they were made, for the stacks in its warnings. A test that warns
 * fails by the warning's words, and an eighth of the time of rendering goes into the notes: React is told that it has
 * made as many as it may. A React that has no such count is left as it is.
 */
export function forgetMakers(): void {
  const internals: unknown = Reflect.get(React, INTERNALS);
  if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals)) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => NOTED, set: () => {} });
}
