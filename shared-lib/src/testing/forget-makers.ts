import * as React from 'react';

const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
/** React's limit of recorded elements per second. */
const NOTED = 10_000;

/**
 * React's development build records where elements were made, for the stacks in its warnings. Tests need only a
 * warning's text, and the records cost an eighth of the rendering time. So this tells React that its limit is reached.
 * A React without this counter is left unchanged.
 */
export function forgetMakers(): void {
  const internals: unknown = Reflect.get(React, INTERNALS);
  if (typeof internals !== 'object' || internals === null || !('recentlyCreatedOwnerStacks' in internals)) return;
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => NOTED, set: () => {} });
}
