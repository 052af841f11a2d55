import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { waitUntil } from '../wait-until.ts';
import { FaultProxy } from './fault-proxy.ts';

/** A server that answers each line with `yes: <line>`. */
interface LineServer {
  readonly server: Server;
  /** What has arrived, one text per connection. */
  readonly arrived: string[];
  /** How connections ended: `end`, or the code of their error. */
  readonly ends: string[];
}

async function startLineServer(): Promise<LineServer> {
  const arrived: string[] = [];
  const ends: string[] = [];
  const server = createServer((socket) => {
    const index = arrived.push('') - 1;
    socket.on('data', (bytes: Buffer) => {
      arrived[index] += bytes.toString();
      if (bytes.toString().endsWith('\n')) socket.write(`yes: ${bytes.toString()}`);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => ends.push(error.code ?? ''));
    socket.on('end', () => ends.push('end'));
    socket.on('close', () => server.emit('gone'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, arrived, ends };
}

const behind = { kind: 'drop-before', at: 2, isBehindWrite: true } as const;
const garbage = { kind: 'garbage', at: 0, garbage: Buffer.from('?!') } as const;

describe('a fault proxy', () => {
  let lines: LineServer;
  let proxy: FaultProxy;
  let gone: Promise<unknown>;
  beforeEach(async () => {
    lines = await startLineServer();
    proxy = await FaultProxy.start({ port: (lines.server.address() as AddressInfo).port, host: '127.0.0.1' });
    gone = once(lines.server, 'gone');
  });
  afterEach(async () => {
    await proxy.close();
    lines.server.close();
  });

  async function client(): Promise<Socket> {
    const socket = connect(proxy.port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }
  const answerOf = async (socket: Socket) => String((await once(socket, 'data'))[0]);

  it('that is cut breaks off what is open and takes nothing else, until it is healed', async () => {
    const open = await client();
    open.write('lock\n');
    await answerOf(open);
    proxy.cut();
    await once(open, 'close');
    const refused = connect(proxy.port, '127.0.0.1');
    await once(refused, 'close');
    expect(lines.arrived).toEqual(['lock\n']);
    proxy.heal();
    const next = await client();
    next.write('unlock\n');
    expect(await answerOf(next)).toBe('yes: unlock\n');
    next.destroy();
  });

  it('passes everything on, and ends', async () => {
    const socket = await client();
    socket.write('lock\n');
    expect(await answerOf(socket)).toBe('yes: lock\n');
    socket.end();
    await gone;
    expect(lines).toMatchObject({ arrived: ['lock\n'], ends: ['end'] });
  });

  it.each([
    ['drop-before: what follows the byte never arrives', { kind: 'drop-before', at: 5 }, 'lock\n', undefined],
    ['drop-before: or begins behind what was written together', behind, 'lock\nunlock\n', undefined],
    ['drop-after: all of it arrives, and the answer is lost', { kind: 'drop-after', at: 5 }, 'lock\nunlock\n', ''],
    ['garbage: it arrives, and another answer comes', garbage, 'lock\nunlock\n', '?!'],
  ] as const)('%s', async (_what, fault, arrives, answer) => {
    proxy.arm(fault);
    const socket = await client();
    let received = '';
    socket.on('data', (bytes: Buffer) => (received += bytes.toString()));
    socket.write('lock\nunlock\n');
    await Promise.all([once(socket, 'close'), gone]);
    expect(lines.arrived).toEqual([arrives]);
    expect(received).toBe(answer ?? received);
  });

  it('delay: it arrives after the time, in order', async () => {
    proxy.arm({ kind: 'delay', at: 0, delay: 40 });
    const socket = await client();
    const begun = performance.now();
    socket.write('lock\n');
    socket.write('unlock\n');
    expect(await answerOf(socket)).toBe('yes: lock\nunlock\n');
    expect(performance.now() - begun).toBeGreaterThan(35);
  });

  it('reset: both ends are told so', async () => {
    proxy.arm({ kind: 'reset', at: 7 });
    const socket = await client();
    const broken = once(socket, 'error');
    socket.write('lock\n');
    await answerOf(socket);
    socket.write('unlock\n');
    expect((await broken)[0]).toMatchObject({ code: 'ECONNRESET' });
    await gone;
    expect(lines.arrived).toEqual(['lock\nun']);
  });

  it('freeze: nothing passes until it is healed, and then what was given up arrives late', async () => {
    const frozen = new Promise<void>((resolve) => {
      proxy.arm({ kind: 'freeze', at: 2 }, resolve);
    });
    const socket = await client();
    socket.write('lock\n');
    await frozen;
    socket.destroy();
    const other = await client();
    other.write('unlock\n');
    expect(await answerOf(other)).toBe('yes: unlock\n');
    expect(lines.arrived.toSorted()).toEqual(['lo', 'unlock\n']);
    expect(proxy.leaving).toBe(1);
    proxy.heal();
    await gone;
    expect(lines.arrived.toSorted()).toEqual(['lock\n', 'unlock\n']);
  });

  it('does to a connection the first of two faults, and closes both ends', async () => {
    proxy.arm({ kind: 'reset', at: 2 });
    proxy.arm({ kind: 'drop-before', at: 3 });
    const socket = connect(proxy.port, '127.0.0.1');
    socket.write('lock\n');
    expect((await once(socket, 'error'))[0]).toMatchObject({ code: 'ECONNRESET' });
    await gone;
    await waitUntil('both ends are closed', async () => (proxy.leaving === 0 ? undefined : 'one is open'), 5_000);
  });

  it('counts bytes over all connections, and calls back at one', async () => {
    const passed = new Promise<void>((resolve) => {
      proxy.after(8, resolve);
    });
    proxy.arm({ kind: 'drop-before', at: 9 });
    const [first, second] = [await client(), await client()];
    first.write('lock\n');
    expect(await answerOf(first)).toBe('yes: lock\n');
    second.write('unlock\n');
    await Promise.all([passed, once(second, 'close'), gone]);
    first.write('block\n');
    expect(await answerOf(first)).toBe('yes: block\n');
    expect(lines.arrived).toEqual(['lock\nblock\n', 'unlo']);
  });
});
