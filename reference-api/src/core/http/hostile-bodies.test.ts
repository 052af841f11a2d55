import fc from 'fast-check';
import * as v from 'valibot';
import { MINUTE } from '../time/clock.ts';
import { makeIdentities } from '../../testing/access-identities.ts';
import { fuzzRequest, wireRequestOf, type FuzzRequest, type WireRequest } from '../../testing/fuzz/fuzz-request.ts';
import { databases, newSession, shared } from '../../testing/index.ts';

// A failure names its seed; FUZZ_SEED=<seed> runs the same again.
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const FULL = process.env['FULL'] === '1';
const BODIES = FULL ? 5_000 : 150;
jest.setTimeout(FULL ? 900_000 : 60_000);
/** How long each answer may take at the very most, in milliseconds, on a busy computer. */
const LONGEST = 20_000;
/** How many seconds of processor time each may take, client and server together. */
const MOST_WORK = 2;
const MEMORY = 512 * 1024 * 1024;

const sealedReply = v.object({ payload: v.string(), transactionId: v.string() });
const refusal = v.object({ status: v.literal('error'), message: v.pipe(v.string(), v.minLength(1)) });
/** How a call may end; the rest would be an error of the server's. */
const STATUSES = [200, 400, 401, 403, 404, 409, 410, 413, 415, 429];

describe.each(databases)(`hostile bodies on $name, FUZZ_SEED=${seed}`, ({ start }) => {
  const api = shared(() => start({ trustedProxies: ['127.0.0.1'] }));
  let address: string;
  beforeAll(async () => {
    address = await api.server.listen({ port: 0, host: '127.0.0.1' });
  });

  let sent = 0;
  /** Each from its own network, so that none counts as part of a flood. */
  function newNetwork(): string {
    sent += 1;
    return `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
  }

  async function exchange({ call, init }: WireRequest) {
    const begun = process.cpuUsage();
    const response = await fetch(`${address}/${call.path}`, {
      ...init,
      headers: { ...init.headers, 'x-forwarded-for': newNetwork() },
      signal: AbortSignal.timeout(LONGEST),
    });
    const text = await response.text();
    const { user, system } = process.cpuUsage(begun);
    return { status: response.status, text, seconds: (user + system) / 1_000_000 };
  }

  /** Checks that a reply is one of the contract's. */
  async function expectReply({ call, transactionId }: WireRequest, status: number, text: string): Promise<void> {
    const json: unknown = JSON.parse(text);
    const { method, path } = call;
    const sealed = v.is(sealedReply, json) ? json : undefined;
    const context = { direction: 'reply', method, path } as const;
    const answer = sealed ? await api.codec.open(sealed, { ...context, transactionId: sealed.transactionId }) : json;
    if (status === 200) expect(sealed?.transactionId).toBe(call.reply === 'sealed' ? transactionId : undefined);
    // A refusal in words has nothing else of its call's answer.
    const fits = v.is(refusal, answer) || (status === 200 && v.is(call.answer, answer));
    if (!fits) throw new Error(`${path}: HTTP ${status}, and no answer of the contract: ${JSON.stringify(answer)}`);
  }

  it('W7 D2a every reply is one of the contract, none a failure of the server, none late; it works on', async () => {
    const identities = new Map((await makeIdentities(api)).map((one) => [one.title, one]));
    const before = process.memoryUsage().rss;
    const statuses = new Map<number, number>();
    const check = async (request: FuzzRequest): Promise<void> => {
      const caller = identities.get(request.caller);
      const wire = await wireRequestOf(request, caller?.email ?? '', await caller?.token());
      const { status, text, seconds } = await exchange(wire);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (sent % 100 === 0) api.clock.advance(MINUTE);
      if (!STATUSES.includes(status)) throw new Error(`${wire.call.path}: HTTP ${status}: ${text.slice(0, 500)}`);
      await expectReply(wire, status, text);
      expect(seconds).toBeLessThan(MOST_WORK);
      expect(process.memoryUsage().rss - before).toBeLessThan(MEMORY);
    };
    await fc.assert(fc.asyncProperty(fuzzRequest, check), { seed, numRuns: BODIES, endOnFailure: true });
    expect(statuses.get(200)).toBeGreaterThan(BODIES / 20);
    expect(statuses.get(400)).toBeGreaterThan(BODIES / 4);
    // Somebody new logs in and makes a key.
    const session = (await newSession(api, 'ADMIN')).session;
    expect(await session.newKey()).toMatch(/^[\w.-]{30,}$/);
    expect({}).not.toHaveProperty('polluted');
  });
});
