// Values and servers that a test needs to continue.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type RequestListener, createServer } from 'node:http';
import type { Server } from 'node:net';

/** Throws if the value is null or undefined. */
export function defined<T>(value: T): NonNullable<T> {
  assert.ok(value !== undefined && value !== null, 'There is no value.');
  return value;
}

/** Throws if the server does not listen on a port. */
export function portOf(server: Server): number {
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object', 'The server does not listen on a port.');
  return address.port;
}

/** A server on a free port. */
export async function answering(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${portOf(server)}`, close: () => server.close() };
}
