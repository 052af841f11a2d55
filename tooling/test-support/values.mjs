// Values that a test needs to continue.
/** @import { Server } from 'node:net' */
import assert from 'node:assert/strict';

/**
 * Returns the value. Throws if it is null or undefined.
 * @template T
 * @param {T} value
 * @returns {NonNullable<T>}
 */
export function defined(value) {
  assert.ok(value !== undefined && value !== null, 'There is no value.');
  return value;
}

/**
 * Returns the port that a server of HTTP or TCP listens on.
 * @type {(server: Server) => number}
 */
export function portOf(server) {
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object', 'The server does not listen on a port.');
  return address.port;
}
