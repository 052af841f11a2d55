// What hostile or unlucky clients do to a server all the time, each over its own connections. Started as a worker, so
// that a flood does not slow down the measurement beside it.
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { request } from 'undici';

const MEGABYTE = 1024 * 1024;
const JSON_BODY = { 'content-type': 'application/json' };

/** Floods of requests by name: how many are pending at once, and what each sends, to a light call if not told. */
const requests = {
  'wrong tokens': {
    atOnce: 8,
    headers: () => ({ 'x-api-key': randomUUID(), 'x-transaction-id': randomUUID() }),
  },
  'bodies too large for their call': { atOnce: 2, body: Buffer.alloc(2 * MEGABYTE, 120) },
  'bodies of nothing but brackets': { atOnce: 8, body: '['.repeat(15_000) },
  'large bodies without a token': {
    atOnce: 2,
    ...{ method: 'PUT', call: 'updateCommandOnServer', body: Buffer.alloc(24 * MEGABYTE, 120) },
  },
};

const SLOW = 'slow clients, a byte at a time';
/** The slow clients: their number, and how often each sends a byte. */
const DRIPPING = 200;
const DRIP_MS = 100;

export const floods = [SLOW, ...Object.keys(requests)];

let isOver = false;

/** Opens connections that send one byte of their body now and then. Says how many of them stayed open. */
async function drip(address, path) {
  const { hostname, port } = new URL(address);
  const sockets = Array.from({ length: DRIPPING }, () => {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\ncontent-length: 15000\r\n\r\n{`,
    );
    return socket;
  });
  while (!isOver) {
    for (const socket of sockets) if (socket.writable) socket.write(' ');
    await setTimeout(DRIP_MS);
  }
  const open = sockets.filter(({ writable }) => writable).length;
  for (const socket of sockets) socket.destroy();
  return `${open} open`;
}

/** Repeats requests, each over a new connection, and discards their answers. Says how many there were by status. */
async function repeat(address, path, { atOnce, method = 'POST', headers = () => JSON_BODY, body }) {
  const statuses = new Map();
  const lane = async () => {
    while (!isOver) {
      const sent = request(`${address}${path}`, { method, headers: headers(), body, reset: true });
      const status = await sent.then(
        ({ statusCode, body: answer }) => answer.dump().then(() => statusCode),
        () => 0,
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
}

if (parentPort) {
  const { name, address, paths } = workerData;
  const flood = requests[name];
  const path = `/${paths[flood?.call ?? 'deviceDetails']}`;
  const ended = flood ? repeat(address, path, flood) : drip(address, path);
  parentPort.once('message', async () => {
    isOver = true;
    parentPort.postMessage(await ended);
  });
}
