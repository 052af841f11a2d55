import { once } from 'node:events';
import { connect } from 'node:net';

/** Opens a connection and sends the head of a request; the test sends the body, or not. */
export function rawRequest(address: string, line: string, headers: object) {
  const all = Object.entries({ host: 'test', ...headers }).map(([name, value]) => `${name}: ${String(value)}`);
  return rawHead(address, `${line} HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`);
}

export async function rawHead(address: string, text: string) {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // Some tests are about a connection that the server breaks off, which may reset it.
  socket.on('error', () => undefined);
  const gone = new Promise((done) => socket.once('close', done));
  socket.write(text);
  return {
    socket,
    write: (more: string) => void socket.write(more),
    /** Resolves with the head of the reply; rejects if the connection ends without one. */
    async head(): Promise<string> {
      let received = '';
      for await (const part of socket.iterator({ destroyOnReturn: false })) {
        received += String(part);
        if (received.includes('\r\n\r\n')) return received.slice(0, received.indexOf('\r\n\r\n'));
      }
      throw new Error('The connection was closed without a reply.');
    },
    async closed(): Promise<void> {
      socket.resume();
      await gone;
    },
  };
}
