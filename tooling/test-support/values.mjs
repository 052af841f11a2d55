// Values that a test needs to continue.
/** @import { Server } from 'node:net' */
import assert from 'node:assert/strict';

/**
 * Throws if the value is null or undefined.
 * @template T
 * @param {T} value
 * @returns {NonNullable<T>}
 */
export function defined(value) {
  assert.ok(value !== undefined && value !== null, 'There is no value.');
  return value;
}

/**
 * Throws if the server does not listen on a port.
 * @type {(server: Server) => number}
 */
export function portOf(server) {
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object', 'The server does not listen on a port.');
  return address.port;
}
