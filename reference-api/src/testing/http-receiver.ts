import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Reply = (response: ServerResponse) => void;

/** Starts a server that keeps what it receives, and answers by `state.reply`, which a test may change. */
export async function startReceiver(reply: Reply) {
  const received: { url: string | undefined; headers: Record<string, unknown>; body: string }[] = [];
  const state = { reply };
  const server = createServer(async (request, response) => {
    received.push({ url: request.url, headers: request.headers, body: await text(request) });
    state.reply(response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    received,
    state,
    async close() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
