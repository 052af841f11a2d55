import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { FaultProxy } from './fault-proxy.ts';

const behind = { kind: 'drop-before', at: 2, isBehindWrite: true } as const;
const garbage = { kind: 'garbage', at: 0, garbage: Buffer.from('?!') } as const;

describe('a fault proxy before a server that answers each line', () => {
  /** What has arrived, one text per connection. */
  let arrived: string[];
  let proxy: FaultProxy;
  let gone: Promise<unknown>;
  let server: Server;
  beforeEach(async () => {
    arrived = [];
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
    server = own;
    await once(own.listen(0, '127.0.0.1'), 'listening');
    proxy = await FaultProxy.start({ port: (own.address() as AddressInfo).port, host: '127.0.0.1' });
    gone = once(own, 'gone');
  });
  afterEach(async () => {
    await proxy.close();
    server.close();
  });

  async function client(): Promise<Socket> {
    const socket = connect(proxy.port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  }
  async function asked(socket: Socket, text: string): Promise<string> {
    socket.write(text);
    return String((await once(socket, 'data'))[0]);
  }

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
    expect(arrived).toEqual([arrives]);
    expect(received).toBe(answer ?? received);
  });

  it('delay: it arrives after the time, in order', async () => {
    proxy.arm({ kind: 'delay', at: 0, delay: 40 });
    const socket = await client();
    const begun = performance.now();
    socket.write('lock\n');
    expect(await asked(socket, 'unlock\n')).toBe('yes: lock\nunlock\n');
    expect(performance.now() - begun).toBeGreaterThan(35);
  });

  it('reset: both ends are told so; bytes are counted over all connections, and one calls back', async () => {
    const passed = new Promise<void>((resolve) => {
      proxy.after(8, resolve);
    });
    proxy.arm({ kind: 'reset', at: 7 });
    const [first, second] = [await client(), await client()];
    expect(await asked(first, 'lock\n')).toBe('yes: lock\n');
    const broken = once(second, 'error');
    second.write('unlock\n');
    expect((await broken)[0]).toMatchObject({ code: 'ECONNRESET' });
    await Promise.all([passed, gone]);
    expect(arrived).toEqual(['lock\n', 'un']);
  });

  it('freeze: nothing passes until it is healed, and then what was given up arrives late', async () => {
    const frozen = new Promise<void>((resolve) => {
      proxy.arm({ kind: 'freeze', at: 2 }, resolve);
    });
    const socket = await client();
    socket.write('lock\n');
    await frozen;
    socket.destroy();
    expect(await asked(await client(), 'unlock\n')).toBe('yes: unlock\n');
    expect(arrived.toSorted()).toEqual(['lo', 'unlock\n']);
    expect(proxy.leaving).toBe(1);
    proxy.heal();
    await gone;
    expect(arrived.toSorted()).toEqual(['lock\n', 'unlock\n']);
  });
});
