import { DAY, MINUTE } from '../time/clock.ts';
import { startTestApi, type Session, type TestApi } from '../testing/test-api.ts';
import { ENROLLED } from '../testing/test-data.ts';
import type { DeviceGateway, GatewayCommand, GatewayOutcome } from './device-gateway.ts';
import { createHttpGateway } from './http-gateway.ts';
import { createCommandWorker } from './worker.ts';

const [first = '', second = ''] = ENROLLED;

/** A provider whose answers a test chooses. */
class FakeProvider implements DeviceGateway {
  readonly name = 'fake';
  readonly sent: GatewayCommand[] = [];
  answer: () => GatewayOutcome = () => ({ status: 'acknowledged' });

  async send(command: GatewayCommand): Promise<GatewayOutcome> {
    this.sent.push(command);
    return this.answer();
  }

  async outcomeOf(): Promise<GatewayOutcome> {
    return this.answer();
  }
}

const unreachable = () => {
  throw new Error('connection refused');
};

let api: TestApi;
let admin: Session;
let provider: FakeProvider;
beforeEach(async () => {
  provider = new FakeProvider();
  api = await startTestApi(undefined, { gateway: provider });
  admin = await api.as('admin');
});
afterEach(() => api.close());

const send = (imei: string, action: string) => admin.call('lockNotification', { imei, action });
const statuses = async () =>
  await api.store.db.selectFrom('commands').select(['action', 'status', 'failure']).orderBy('id').execute();

describe('command worker', () => {
  it('D17 hands every command over once, in the order of each device', async () => {
    await send(first, 'lock');
    await send(second, 'lock');
    await send(first, 'unlock');
    while ((await api.worker.runOnce()) > 0);
    expect(provider.sent.map(({ imei, action }) => [imei, action])).toEqual([
      [first, 'lock'],
      [second, 'lock'],
      [first, 'unlock'],
    ]);
    expect((await statuses()).map((row) => row.status)).toEqual(['acknowledged', 'acknowledged', 'acknowledged']);
  });

  it(
    'tries again with growing waits while the provider is out of reach, and never lets an unlock overtake a ' + 'lock',
    async () => {
      provider.answer = unreachable;
      await send(first, 'lock');
      await send(first, 'unlock');
      expect(await api.worker.runOnce()).toBe(1);
      expect(await api.worker.runOnce()).toBe(0);
      api.clock.advance(1000);
      expect(await api.worker.runOnce()).toBe(1);
      api.clock.advance(1000);
      expect(await api.worker.runOnce()).toBe(0);
      provider.answer = () => ({ status: 'acknowledged' });
      api.clock.advance(MINUTE);
      while ((await api.worker.runOnce()) > 0);
      expect(provider.sent.map((command) => command.action)).toEqual(['lock', 'lock', 'lock', 'unlock']);
      expect(new Set(provider.sent.slice(0, 3).map((command) => command.id)).size).toBe(1);
    },
  );

  it('says after a day that a command could not be handed over', async () => {
    provider.answer = unreachable;
    await send(first, 'lock');
    api.clock.advance(DAY + 1);
    await api.worker.runOnce();
    expect(await statuses()).toEqual([
      { action: 'lock', status: 'failed', failure: 'The device gateway could not be reached for a day.' },
    ]);
  });

  it('keeps the reason of a command that failed', async () => {
    provider.answer = () => ({ status: 'failed', reason: 'The phone is unknown to the provider.' });
    await send(first, 'lock');
    await api.worker.runOnce();
    expect(await statuses()).toEqual([
      { action: 'lock', status: 'failed', failure: 'The phone is unknown to the provider.' },
    ]);
  });

  it('D17 takes over what a crashed worker had claimed, after its claim ran out', async () => {
    await send(first, 'lock');
    await api.store.db.updateTable('commands').set({ claimed_until: '2026-11-20T10:01:00.000Z' }).execute();
    expect(await api.worker.runOnce()).toBe(0);
    api.clock.advance(MINUTE);
    expect(await api.worker.runOnce()).toBe(1);
  });

  it('D17 gives each command to one of two workers', async () => {
    for (const imei of ENROLLED) await send(imei, 'lock');
    const other = createCommandWorker({ store: api.store, gateway: provider, clock: api.clock, log: api.server.log });
    const handled = await Promise.all([api.worker.runOnce(), other.runOnce()]);
    expect(handled[0] + handled[1]).toBe(ENROLLED.length);
    expect(provider.sent.map((command) => command.imei).toSorted()).toEqual([...ENROLLED].toSorted());
  });

  it('fails a command whose device was de-enrolled while it waited', async () => {
    await send(first, 'lock');
    await admin.call('formattedDevice', { imei: first, action: 'formatteddevice' });
    await api.worker.runOnce();
    expect(provider.sent).toEqual([]);
    expect(await statuses()).toMatchObject([
      { action: 'lock', status: 'failed', failure: 'The device is DE-ENROLLED since the command was queued.' },
      { action: 'formatteddevice' },
    ]);
  });

  it('D17 works by itself once started, and a new command wakes it', async () => {
    const delivered = new Promise<GatewayCommand>((resolve) => {
      provider.answer = () => {
        resolve(provider.sent[0] as GatewayCommand);
        return { status: 'acknowledged' };
      };
    });
    api.worker.start();
    await send(first, 'lock');
    expect(await delivered).toMatchObject({ imei: first, action: 'lock', payload: {} });
    await api.worker.stop();
    expect((await statuses()).map((row) => row.status)).toEqual(['acknowledged']);
  });
});

describe('HTTP gateway', () => {
  const command: GatewayCommand = { id: 7, transactionId: 'abcdefgh', imei: first, action: 'lock', payload: {} };

  function gatewayAnswering(answer: Response) {
    const requests: { url: string; init: RequestInit | undefined }[] = [];
    const fetcher: typeof fetch = async (input, init) => {
      requests.push({ url: String(input), init });
      return answer;
    };
    return { gateway: createHttpGateway('https://provider.example/commands', fetcher), requests };
  }

  it('posts a command with a key that stays the same, and reads how far it came', async () => {
    const { gateway, requests } = gatewayAnswering(Response.json({ status: 'sent' }));
    expect(await gateway.send(command)).toEqual({ status: 'sent', askAfter: 30_000 });
    expect(requests).toMatchObject([
      {
        url: 'https://provider.example/commands',
        init: { method: 'POST', body: JSON.stringify(command), headers: { 'idempotency-key': 'device-console-7' } },
      },
    ]);
  });

  it("asks for the outcome under the command's own address", async () => {
    const { gateway, requests } = gatewayAnswering(Response.json({ status: 'failed', reason: 'no such phone' }));
    expect(await gateway.outcomeOf(command)).toEqual({ status: 'failed', reason: 'no such phone' });
    expect(requests[0]?.url).toBe('https://provider.example/commands/7');
  });

  it('takes an answer that is no answer as out of reach', async () => {
    await expect(gatewayAnswering(new Response('busy', { status: 503 })).gateway.send(command)).rejects.toThrow(
      'The device gateway answered 503 to POST /commands.',
    );
    await expect(gatewayAnswering(Response.json({ status: 'maybe' })).gateway.send(command)).rejects.toThrow(
      /Expected/,
    );
  });
});
