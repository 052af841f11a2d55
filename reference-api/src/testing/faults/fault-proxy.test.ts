import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { fresh } from '../fixtures.ts';
import { FaultProxy, type Fault } from './fault-proxy.ts';

const server = fresh(async () => {
  /** What has arrived, one text per connection. */
  const arrived: string[] = [];
  const own = createServer((socket) => {
    const index = arrived.push('') - 1;
    socket.on('data', (bytes: Buffer) => {
      arrived[index] += bytes.toString();
      if (bytes.toString().endsWith('\n')) socket.write(`yes: ${bytes.toString()}`);
    });
    // Some connections are reset on purpose.
    socket.on('error', () => undefined);
    socket.on('close', () => own.emit('gone'));
  });
  const gone = once(own, 'gone');
  await once(own.listen(0, '127.0.0.1'), 'listening');
  return { arrived, gone, port: (own.address() as AddressInfo).port, close: async () => own.close() };
});
const proxy = fresh(() => FaultProxy.start({ port: server.port, host: '127.0.0.1' }));

async function client(): Promise<Socket> {
  const socket = connect(proxy.port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}
async function asked(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  return String((await once(socket, 'data'))[0]);
}

it.each<[string, Fault, string, string | undefined]>([
  ['what follows the byte never arrives', { kind: 'drop-before', at: 5 }, 'lock\n', undefined],
  ['or what follows the whole write', { kind: 'drop-before', at: 2, isBehindWrite: true }, 'lock\nopen\n', undefined],
  ['all of it arrives, and the answer is lost', { kind: 'drop-after', at: 5 }, 'lock\nopen\n', ''],
  ['another answer comes', { kind: 'garbage', at: 0, garbage: Buffer.from('?!') }, 'lock\nopen\n', '?!'],
  ['both ends are told so', { kind: 'reset', at: 7 }, 'lock\nop', 'ECONNRESET'],
])('%s: %j', async (_what, fault, arrives, answer) => {
  proxy.arm(fault);
  const socket = await client();
  let received = '';
  socket.on('data', (bytes: Buffer) => (received += bytes.toString()));
  socket.on('error', ({ message }) => (received = message.replace('read ', '')));
  const closed = once(socket, 'close').catch(() => undefined);
  socket.write('lock\nopen\n');
  await Promise.all([closed, server.gone]);
  expect(server.arrived).toEqual([arrives]);
  expect(received).toBe(answer ?? received);
});

it('a fault proxy delays: it arrives after the time, in order', async () => {
  proxy.arm({ kind: 'delay', at: 0, delay: 40 });
  const socket = await client();
  const begun = performance.now();
  socket.write('lock\n');
  expect(await asked(socket, 'unlock\n')).toBe('yes: lock\nunlock\n');
  expect(performance.now() - begun).toBeGreaterThan(35);
});

it('a fault proxy freezes: nothing passes until it is healed, and then what was given up arrives late', async () => {
  // Bytes are counted over all connections.
  const frozen = new Promise<void>((resolve) => proxy.arm({ kind: 'freeze', at: 7 }, resolve));
  expect(await asked(await client(), 'open\n')).toBe('yes: open\n');
  const socket = await client();
  socket.write('lock\n');
  await frozen;
  socket.destroy();
  expect(await asked(await client(), 'unlock\n')).toBe('yes: unlock\n');
  expect(server.arrived.toSorted()).toEqual(['lo', 'open\n', 'unlock\n']);
  expect(proxy.leaving).toBe(1);
  proxy.heal();
  await server.gone;
  expect(server.arrived.toSorted()).toEqual(['lock\n', 'open\n', 'unlock\n']);
});
