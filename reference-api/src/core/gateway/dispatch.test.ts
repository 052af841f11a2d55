import type { CommandState } from '@device-console/shared-lib/contract';
import { createHttpGateway } from './http-gateway.ts';
import { FAULTS_IN_A_ROW } from './deliver.ts';
import type { DeviceGateway, GatewayOutcome, Outcomes } from './device-gateway.ts';
import { takeOutcome } from './settle.ts';
import { noTally, standardTimes } from './worker-parts.ts';
import { createCommandWorker } from './worker.ts';
import { DAY, HOUR, MINUTE } from '../time/clock.ts';
import { CALLBACK_SECRET, dispatched, later, settled } from '../../testing/dispatched-api.ts';
import { createGate, databases, ENROLLED } from '../../testing/index.ts';

const [first = '', second = '', third = ''] = ENROLLED;

it('D17c a claim lasts longer than a round of answers that each take as long as they may', () => {
  // The provider is asked once before and once after the lists themselves.
  expect((FAULTS_IN_A_ROW + 2) * standardTimes.answer).toBeLessThan(standardTimes.claim);
});

type LateReply =
  | Exclude<Outcomes, { kind: 'answered' }>
  | { readonly kind: 'answered'; readonly outcome: Exclude<GatewayOutcome, { status: 'unknown-key' }> };

const silent = { kind: 'unreachable', reason: 'No answer.', surelyNotTaken: false } as const;
const unsent = { ...silent, surelyNotTaken: true } as const;
const refused = { kind: 'refused', reason: 'Too late.' } as const;
const accepted = { kind: 'answered', outcome: { status: 'accepted' } } as const;
const acknowledged = { kind: 'answered', outcome: { status: 'acknowledged' } } as const;
const failed = { kind: 'answered', outcome: { status: 'failed', reason: 'No such phone.' } } as const;

/** What the worker hears whose claim is over, and then the worker that has it. */
const lateReplies: [LateReply, CommandState | 'as it was', LateReply, CommandState][] = [
  [silent, 'as it was', accepted, 'sent'],
  [unsent, 'as it was', failed, 'failed'],
  [refused, 'as it was', acknowledged, 'acknowledged'],
  [failed, 'as it was', accepted, 'sent'],
  [failed, 'as it was', unsent, 'queued'],
  [accepted, 'sent', unsent, 'sent'],
  [accepted, 'sent', failed, 'sent'],
  [accepted, 'sent', acknowledged, 'acknowledged'],
  [acknowledged, 'acknowledged', accepted, 'acknowledged'],
  [acknowledged, 'acknowledged', failed, 'acknowledged'],
];

describe.each(databases)('dispatch to a provider on $name', ({ newFilled }) => {
  const { provider, api, superadmin, send, handOver, states } = dispatched(newFilled);

  const decide = (decision: string, state: string) =>
    superadmin.ask('operationsDecide', { decision, reason: 'A mistake', filter: { state } });
  const workerBy = (gateway: DeviceGateway) => createCommandWorker({ ...api, gateway, log: api.server.log });
  const executed = () => [...provider.state.commands.values()].map(({ imei, executions }) => [imei, executions]);

  it('D17c every command has a key of its own: deployment and UUID, the same however often it is sent', async () => {
    for (const imei of [first, second]) await send(imei);
    provider.behave({ faults: [{ at: 'submit', kind: 'drop-after', times: 1 }], phones: 'at-once' });
    await settled(api);
    expect(await states()).toEqual(['queued', 'queued']);
    await later(api, MINUTE);
    expect(await states()).toEqual(['acknowledged', 'acknowledged']);
    expect(provider.state.commands.size).toBe(2);
    for (const key of provider.state.commands.keys())
      expect(key).toMatch(/^[\da-f-]{36}\.[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/);
    for (const one of provider.state.commands.values()) expect([one.executions, one.submissions]).toEqual([1, 2]);
  });

  it('D17c a command that the provider refuses with 400 fails alone and at once; the others go', async () => {
    provider.behave({ phones: 'at-once', faults: [{ at: 'submit', kind: 'answer', status: 400, imei: second }] });
    for (const imei of [first, second, third]) await send(imei);
    await handOver(second, 'unlock');
    expect(await api.commands()).toMatchObject([
      { imei: first, status: 'acknowledged' },
      { imei: second, status: 'failed', failure: 'The provider answered 400 to POST /commands: A fault.' },
      { imei: third, status: 'acknowledged' },
      { imei: second, action: 'unlock', status: 'failed' },
    ]);
  });

  it('D17c a refusal fails nothing that an attempt before it may have brought to the provider', async () => {
    for (const imei of [first, second]) await send(imei);
    const refused = { at: 'submit', kind: 'answer', status: 400, times: 2 } as const;
    provider.behave({ faults: [{ at: 'submit', kind: 'drop-after', imei: first, times: 1 }] });
    await api.worker.runOnce();
    await send(third);
    provider.behave({ faults: [{ ...refused, times: 5 }] });
    await later(api, MINUTE);
    expect(await states()).toEqual(['sent', 'sent', 'failed']);
    await provider.execute();
    await later(api, HOUR);
    expect(await states()).toEqual(['acknowledged', 'acknowledged', 'failed']);

    provider.behave({ faults: [{ at: 'submit', kind: 'drop-before', times: 1 }, refused] });
    await handOver(third, 'unlock');
    await later(api, MINUTE);
    const last = (await api.commands()).at(-1);
    expect(last).toMatchObject({ status: 'failed', failure: expect.stringMatching(/answered 400/) });
  });

  it('D17c what a list may have brought to the provider stays so, whatever becomes of its halves', async () => {
    for (const imei of [first, second]) await send(imei);
    const garbage = { at: 'submit', kind: 'garbage', times: 1 } as const;
    provider.behave({ faults: [garbage, { at: 'submit', kind: 'answer', status: 401, times: 1 }] });
    await settled(api);
    expect(await decide('cancel', 'queued')).toMatchObject({ done: 0 });
    provider.behave({ faults: [] });
    await later(api, HOUR);
    expect(await states()).toEqual(['sent', 'sent']);

    for (const imei of [first, second]) await send(imei, 'unlock');
    provider.behave({ faults: [garbage, { at: 'submit', kind: 'answer', status: 400, times: 2 }] });
    await settled(api);
    expect(await states()).toEqual(['sent', 'sent', 'sent', 'sent']);
  });

  it('D17c what one reason holds rolls nothing back: it is cleaned, and each outcome is its own', async () => {
    provider.behave({ refusals: { [second]: `\u0000not\u0007 there ${'x'.repeat(2000)}` } });
    await handOver([first, second, third]);
    const rows = await api.commands();
    expect(rows.map(({ status }) => status)).toEqual(['sent', 'failed', 'sent']);
    expect(rows[1]?.failure).toMatch(/^not there x+…$/);
    expect(rows[1]?.failure).toHaveLength(500);
    expect(provider.seen).toHaveLength(1);
  });

  it('D17c what was sent stays so while the provider is away; after a week nobody can say, until it does', async () => {
    await handOver(first, 'release');
    const away = { at: 'status', kind: 'answer', status: 503, times: 1 } as const;
    provider.behave({ faults: [away, { at: 'status', kind: 'garbage' }] });
    for (let days = 0; days < 6; days += 1) await later(api, DAY);
    expect(await states()).toEqual(['sent']);
    for (let days = 0; days < 3; days += 1) await later(api, DAY);
    expect(await api.commands()).toMatchObject([{ status: 'unknown', failure: expect.stringMatching(/a week/) }]);
    provider.behave({ faults: [] });
    await provider.execute();
    await later(api, 2 * HOUR);
    expect(await states()).toEqual(['acknowledged']);
  });

  it('D17c what did not leave expires after its lifetime; what may have left is unknown meanwhile', async () => {
    provider.behave({ faults: [{ at: 'submit', kind: 'answer', status: 429 }] });
    await handOver(first);
    provider.behave({ faults: [{ kind: 'drop-before' }] });
    api.clock.advance(HOUR);
    await handOver(second);
    await later(api, DAY + HOUR);
    await later(api, HOUR);
    expect(await states()).toEqual(['unknown', 'unknown']);
    provider.behave({ faults: [] });
    await later(api, 2 * HOUR);
    expect(await states()).toEqual(['expired', 'expired']);
    expect(executed()).toEqual([]);
  });

  it('D17 gives each command to one of two workers', async () => {
    for (const imei of ENROLLED) await send(imei);
    const gateway = createHttpGateway(provider.url);
    const other = workerBy(gateway);
    const handled = await Promise.all([api.worker.runOnce(), other.runOnce()]);
    expect(handled[0] + handled[1]).toBe(ENROLLED.length);
    expect([...provider.state.commands.values()].map(({ submissions }) => submissions)).toEqual(ENROLLED.map(() => 1));
    await gateway.close?.();
  });

  it('D17c an attempt whose claim is over counts for nothing', async () => {
    await send(first);
    const gate = createGate();
    const slow: DeviceGateway = {
      ...createHttpGateway(provider.url),
      async submit() {
        await gate.pass();
        return { kind: 'refused', reason: 'Too late.' };
      },
    };
    const other = workerBy(slow);
    const slowRound = other.runOnce();
    await gate.reached;
    api.clock.advance(6 * MINUTE);
    provider.behave({ phones: 'at-once' });
    await settled(api);
    expect(await states()).toEqual(['acknowledged']);
    gate.open();
    await slowRound;
    expect(await states()).toEqual(['acknowledged']);
  });

  /** A worker whose provider gives one reply, once it may. */
  function workerThatHears(reply: LateReply) {
    const gate = createGate();
    const hear = async (commands: readonly { readonly key: string }[]): Promise<Outcomes> => {
      await gate.pass();
      if (reply.kind !== 'answered') return reply;
      return { kind: 'answered', answer: new Map(commands.map(({ key }) => [key, reply.outcome])) };
    };
    const ask = async () => ({ kind: 'answered', answer: new Map() }) as const;
    return { gate, worker: workerBy({ ...createHttpGateway(provider.url), submit: hear, ask }) };
  }

  it.each(lateReplies)(
    'D17c a claim is of one worker: %j, heard late, leaves it %s; then %j makes it %s',
    async (...row) => {
      const [early, between, late, atLast] = row;
      await send(first);
      const [former, holder] = [workerThatHears(early), workerThatHears(late)];
      const formerRound = former.worker.runOnce();
      await former.gate.reached;
      api.clock.advance(6 * MINUTE);
      const holderRound = holder.worker.runOnce();
      await holder.gate.reached;
      const [held] = await api.commands();
      former.gate.open();
      await formerRound;
      const after = between === 'as it was' ? held : { status: between, claim: null, failure: '' };
      expect(await api.commands()).toMatchObject([{ ...after }]);
      holder.gate.open();
      await holderRound;
      expect(await api.commands()).toMatchObject([{ status: atLast, claim: null, claimed_until: null }]);
    },
  );

  it.each([400, 403, 429])('D17c what a provider takes and answers %i to is never called not sent', async (status) => {
    await send(first);
    const silent = { at: 'status', kind: 'garbage' } as const;
    provider.behave({ faults: [{ at: 'submit', kind: 'act', status, times: 1 }, silent] });
    await api.worker.runOnce();
    expect(await states()).toEqual(['queued']);
    expect(await decide('cancel', 'queued')).toMatchObject({ done: 0 });
    provider.behave({ phones: 'at-once', faults: [] });
    await later(api, HOUR);
    expect(await states()).toEqual(['acknowledged']);
    expect(executed()).toEqual([[first, 1]]);
  });

  it('D17c what a provider surely does not know is tried again under its own key', async () => {
    provider.behave({ faults: [{ at: 'submit', kind: 'answer', status: 400, times: 1 }], phones: 'at-once' });
    await handOver(first);
    expect(await states()).toEqual(['failed']);
    const uids = () => api.store.db.selectFrom('commands').select('uid').execute();
    const before = await uids();
    expect(await decide('retry', 'failed')).toMatchObject({ done: 1 });
    await settled(api);
    expect([await states(), await uids()]).toEqual([['acknowledged'], before]);
  });

  it('D17c an answer that comes after a retry counts where the phone has done it', async () => {
    await handOver(first);
    api.clock.advance(HOUR);
    const gateway: DeviceGateway = {
      ...createHttpGateway(provider.url),
      ask: async (questions) => {
        const [key = ''] = questions.map((question) => question.key);
        await takeOutcome({ ...api, gateway, tally: noTally() }, key, { status: 'failed', reason: 'Refused.' });
        await decide('retry', 'failed');
        return { kind: 'answered', answer: new Map([[key, { status: 'acknowledged' }]]) };
      },
    };
    await workerBy(gateway).runOnce();
    expect(await api.commands()).toMatchObject([{ imei: first, status: 'acknowledged' }]);
    expect(provider.state.commands.size).toBe(1);
  });

  it('D17c a callback tells an outcome at once, twice too, and no state goes back', async () => {
    const address = await api.server.listen({ port: 0, host: '127.0.0.1' });
    provider.callBackTo(`${address}/gateway/outcomes`, CALLBACK_SECRET);
    provider.behave({ callbacks: 'twice' });
    await send(first, 'release');
    await handOver(second);
    await provider.execute();
    expect(await states()).toEqual(['acknowledged', 'acknowledged']);
    const releases = await api.store.db.selectFrom('releases').select('imei1').execute();
    expect(releases.filter(({ imei1 }) => imei1 === first)).toHaveLength(1);
    expect(provider.seen.filter(({ path }) => path === '/commands/status')).toEqual([]);
  });

  it('D17c 429 and 503 are obeyed for as long as they say; 401 is no command’s failure', async () => {
    await send(first);
    provider.behave({ faults: [{ at: 'submit', kind: 'answer', status: 429, retryAfter: '90', times: 1 }] });
    await settled(api);
    await later(api, MINUTE);
    expect(provider.seen).toHaveLength(1);
    provider.behave({ faults: [{ at: 'submit', kind: 'answer', status: 401, times: 1 }] });
    await later(api, MINUTE);
    expect(await states()).toEqual(['queued']);
    expect(await superadmin.ask('operations', {})).toMatchObject({
      dispatch: 'running',
      waitsFor: 'The provider answered 401 to POST /commands: A fault.',
      gateway: 'http',
      simulated: 'no',
      providerErrors: [{ message: expect.stringMatching(/401/) }, { message: expect.stringMatching(/429/) }],
    });
    await later(api, 2 * MINUTE);
    expect(await states()).toEqual(['sent']);
  });
});

describe.each(databases)('dispatch within a limit on $name', ({ newFilled }) => {
  const { provider, api, handOver } = dispatched(newFilled, { commandsPerMinute: 12 });

  it('D17c no more commands a minute than the deployment allows itself', async () => {
    await handOver(ENROLLED);
    expect(provider.state.commands.size).toBe(2);
    await later(api, 10_000);
    expect(provider.state.commands.size).toBe(4);
  });
});
