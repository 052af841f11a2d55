// What hostile or unlucky clients do to a server all the time, each over its own connections.
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const MEGABYTE = 1024 * 1024;
/** For the slow clients: their number, and how often each sends a byte. */
const DRIPPING = 200;
const DRIP_MS = 100;
/** How many of the floods' requests are pending at once. */
const AT_ONCE = 8;

const hostOf = (address) => ({ host: new URL(address).hostname, port: Number(new URL(address).port) });

/** Sends a request and discards its answer. Never rejects, because these clients are meant to be refused. */
function exchange(address, { method = 'POST', path, headers, body }) {
  return new Promise((resolve) => {
    const sent = httpRequest({ ...hostOf(address), method, path: `/${path}`, headers, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
      response.on('error', () => resolve(0));
    });
    sent.on('error', () => resolve(0));
    sent.end(body);
  });
}

/** Repeats `once` until told to stop; counts its outcomes. */
function repeat(count, once) {
  let isOver = false;
  const statuses = new Map();
  const running = Array.from({ length: count }, async () => {
    while (!isOver) {
      const status = await once();
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  return {
    async end() {
      isOver = true;
      await Promise.all(running);
      return statuses;
    },
  };
}

/** Opens two hundred connections that send one byte of their body now and then. */
function dripping(address, { path }) {
  const sockets = Array.from({ length: DRIPPING }, () => {
    const socket = connect(hostOf(address));
    socket.on('error', () => undefined);
    socket.write(
      `POST /${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: 15000\r\n\r\n{`,
    );
    return socket;
  });
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      for (const socket of sockets) if (socket.writable) socket.write(' ');
      await setTimeout(DRIP_MS);
    }
  })();
  return {
    async end() {
      isOver = true;
      await running;
      for (const socket of sockets) socket.destroy();
      return new Map([['open', sockets.length]]);
    },
  };
}

/** Every flood by name: starts it, and reports how it ended. */
export const floods = {
  'slow clients, a byte at a time': (address, { light }) => dripping(address, light),
  'wrong tokens': (address, { light }) =>
    repeat(AT_ONCE, () =>
      exchange(address, {
        path: light.path,
        headers: { 'x-api-key': randomUUID(), 'x-transaction-id': randomUUID() },
      }),
    ),
  'bodies too large for their call': (address, { light }) => {
    const body = Buffer.alloc(2 * MEGABYTE, 120);
    return repeat(2, () =>
      exchange(address, { path: light.path, headers: { 'content-type': 'application/json' }, body }),
    );
  },
  'bodies of nothing but brackets': (address, { light }) => {
    const body = '['.repeat(15_000);
    return repeat(AT_ONCE, () =>
      exchange(address, { path: light.path, headers: { 'content-type': 'application/json' }, body }),
    );
  },
  'large bodies without a token': (address, { large }) => {
    const body = Buffer.alloc(24 * MEGABYTE, 120);
    return repeat(2, () =>
      exchange(address, { method: 'PUT', path: large.path, headers: { 'content-type': 'application/json' }, body }),
    );
  },
};
