import { randomUUID } from 'node:crypto';
import type { CommandState } from '@device-console/shared-lib/contract';
import type { Insertable } from 'kysely';
import { ENROLLED, people, RELEASED, rowsOf, shared, startTestApi, UNKNOWN } from '../../testing/index.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { putCommand } from '../../testing/put-command.ts';
import { NEVER } from '../store/command-queue.ts';
import { putDispatch, putWait, readControl } from '../store/dispatch.ts';
import type { Schema } from '../store/schema.ts';
import { DAY, HOUR, isoTime, MINUTE } from '../time/clock.ts';
import type { DeviceGateway, GatewayCommand, GatewayOutcome, GatewayStop, Outcomes } from './device-gateway.ts';
import { createSimulator } from './simulator.ts';
import { noTally, standardTimes, type WorkerParts } from './worker-parts.ts';
import { createCommandWorker } from './worker.ts';

type More = Partial<Insertable<Schema['commands']>>;
type Row = Partial<Record<keyof Schema['commands'], unknown>>;
/** What the provider says of each command; undefined: nothing of it. */
type Said = GatewayOutcome | undefined;
type Reply =
  | Exclude<Outcomes, { kind: 'answered' }>
  | { readonly kind: 'answered'; readonly said: Said; readonly stop?: GatewayStop };

const [phone = '', other = '', third = ''] = ENROLLED;
const ASK_AFTER = 1000;
const START = Date.parse('2026-11-20T10:00:00.000Z');
const at = (milliseconds: number) => isoTime(new Date(START + milliseconds));
const NOW = at(0);

const api = shared(() => startTestApi());
beforeEach(async () => {
  await api.store.db.deleteFrom('commands').execute();
  await api.store.db.deleteFrom('settings').where('name', 'like', 'gateway_%').execute();
  await putDispatch(api.store.db, { state: 'running', why: '', by: '', at: '' });
});

async function put(status: CommandState, { imei = phone, ...more }: More = {}, ago = HOUR) {
  const { epoch } = await readControl(api.store.db);
  const own = { uid: randomUUID(), epoch, active_epoch: epoch, attempts: 0, ...more };
  await putCommand(api, { imei, by: people.admin.email, ago, status }, own);
}

/** A worker of a provider that replies so, and what it was asked. */
function working(reply: { submit?: Reply; ask?: Reply }, more: Partial<WorkerParts> = {}) {
  const [submitted, asked]: [GatewayCommand[], unknown[]] = [[], []];
  const replied = (given: Reply | undefined, keys: readonly string[]): Outcomes => {
    if (keys.length === 0) throw new Error('The provider is asked for nothing.');
    const { kind, ...rest } = given ?? ({ kind: 'answered', said: undefined } as const);
    if (kind !== 'answered') return { kind, ...rest } as Outcomes;
    const { said, stop } = rest as { said: Said; stop?: GatewayStop };
    return { kind, answer: new Map(said ? keys.map((key) => [key, said]) : []), stop };
  };
  const keysOf = (list: readonly { readonly key: string }[]) => list.map(({ key }) => key);
  const worker = createCommandWorker({
    ...{ ...api, log: api.server.log, ...more },
    gateway: {
      ...createSimulator(ASK_AFTER),
      async submit(commands) {
        submitted.push(...commands);
        return replied(reply.submit, keysOf(commands));
      },
      async ask(commands) {
        asked.push(...commands);
        return replied(reply.ask, keysOf(commands));
      },
    },
  });
  return { worker, submitted, asked };
}

const says = (status: Exclude<GatewayOutcome['status'], 'failed' | 'unclear'>): Reply => ({
  kind: 'answered',
  said: { status },
});
const SILENT: Reply = { kind: 'answered', said: undefined };
const row = async () => (await rowsOf(api.store, 'commands'))[0];

const OVER = { expires_at: NOW };
const HANDED = { handed_at: at(-HOUR) };
const TAKEN_OVER = { ...HANDED, claimed_until: at(-1) };
const FAILING = { attempts: 1, first_failure_at: NOW, handed_at: at(-HOUR) };

const withdrawals: [string, More, Reply, Row, number][] = [
  ['is over', OVER, SILENT, { status: 'expired', failure: 'It could not be sent within its lifetime.' }, 0],
  ['is over, tried', { ...OVER, ...HANDED }, says('unknown-key'), { status: 'expired', handed_at: null }, 1],
  ['is over, tried', { ...OVER, ...HANDED }, says('accepted'), { status: 'sent', sent_at: NOW }, 1],
  ['is over, tried', { ...OVER, ...HANDED }, says('acknowledged'), { status: 'acknowledged' }, 1],
  ['is over, tried', { ...OVER, ...HANDED }, SILENT, { status: 'unknown', ...FAILING }, 1],
  ['is over, under way', { ...OVER, ...TAKEN_OVER }, says('unknown-key'), { status: 'unknown', ...FAILING }, 1],
  ['is of a released phone', { imei: RELEASED }, SILENT, { status: 'failed', handed_at: null }, 0],
  ['is of no phone', { imei: UNKNOWN }, SILENT, { status: 'failed', first_failure_at: null }, 0],
  ['is of a released phone, tried', { imei: RELEASED, ...HANDED }, says('unknown-key'), { status: 'failed' }, 1],
  ['is of a released phone, tried', { imei: RELEASED, ...HANDED }, says('accepted'), { status: 'sent' }, 1],
  [
    'is of a released phone, tried',
    { imei: RELEASED, ...HANDED, attempts: 2, first_failure_at: at(-MINUTE) },
    SILENT,
    { status: 'queued', attempts: 3, first_failure_at: at(-MINUTE), next_attempt_at: at(4000), handed_at: at(-HOUR) },
    1,
  ],
  [
    'is of a released phone, under way',
    { imei: RELEASED, ...TAKEN_OVER },
    says('unknown-key'),
    { status: 'queued', ...FAILING, next_attempt_at: at(1000) },
    1,
  ],
];

it.each(withdrawals)(
  'D17c what %s (%j) is not sent; asked about it says %j: %j',
  async (_what, more, ask, next, asked) => {
    await put('queued', more);
    const { worker, ...provider } = working({ ask });
    await worker.runOnce();
    expect(await row()).toMatchObject(next);
    expect(provider.submitted).toEqual([]);
    expect(provider.asked).toHaveLength(asked);
    if (asked > 0) expect(provider.asked).toMatchObject([{ wasSent: false }]);
  },
);

it('D17c a provider is told that its claim holds only as long as a request would still be within it', async () => {
  await put('queued');
  const held: boolean[] = [];
  const clock = new TestClock();
  const gateway: DeviceGateway = {
    ...createSimulator(ASK_AFTER),
    async submit(_commands, isHeld) {
      for (const wait of [0, standardTimes.claim - standardTimes.answer - 1, 1]) {
        clock.advance(wait);
        held.push(isHeld());
      }
      return { kind: 'answered', answer: new Map() };
    },
  };
  await createCommandWorker({ ...api, clock, log: api.server.log, gateway }).runOnce();
  expect(held).toEqual([true, true, false]);
});

it.each<[string, More]>([
  ['is to end a moment later', { expires_at: at(1) }],
  ['is to all phones', { imei: 'ALL' }],
  ['may be under way already', TAKEN_OVER],
])('D17c what %s is sent', async (_what, more) => {
  await put('queued', more);
  const { worker, submitted } = working({ submit: says('accepted') });
  await worker.runOnce();
  expect(submitted).toHaveLength(1);
  expect(await row()).toMatchObject({ status: 'sent', sent_at: NOW });
});

const WEEK = 7 * DAY;
const NOT_KNOWN = 'It was sent, and the provider does not know it.';
const NEVER_HAD = 'The provider never had it, and it is not sent any more.';
const A_WEEK = 'It was sent, and the provider has said nothing of it for a week.';
const SENT = { sent_at: at(-HOUR), ...HANDED };

const answers: ['sent' | 'unknown', More, number, Reply, Row][] = [
  ['sent', SENT, HOUR, says('accepted'), { status: 'sent', attempts: 1, next_attempt_at: at(2000) }],
  ['sent', SENT, HOUR, says('acknowledged'), { status: 'acknowledged', first_failure_at: null }],
  ['sent', SENT, HOUR, SILENT, { status: 'sent', attempts: 1, first_failure_at: NOW, next_attempt_at: at(2000) }],
  [
    'sent',
    { ...SENT, first_failure_at: at(1 - WEEK) },
    HOUR,
    SILENT,
    { status: 'sent', first_failure_at: at(1 - WEEK) },
  ],
  ['sent', { ...SENT, first_failure_at: at(-WEEK) }, HOUR, SILENT, { status: 'unknown', failure: A_WEEK }],
  ['sent', SENT, HOUR, says('unknown-key'), { status: 'unknown', failure: NOT_KNOWN, ...HANDED }],
  ['sent', HANDED, HOUR, says('unknown-key'), { status: 'unknown', failure: NOT_KNOWN, ...HANDED }],
  ['unknown', HANDED, HOUR, says('unknown-key'), { status: 'expired', failure: NEVER_HAD, handed_at: null }],
  ['unknown', SENT, HOUR, says('unknown-key'), { status: 'unknown', attempts: 1, ...HANDED }],
  ['unknown', HANDED, HOUR, SILENT, { status: 'unknown', next_attempt_at: at(2000), ...HANDED }],
  ['unknown', SENT, HOUR, says('accepted'), { status: 'sent', attempts: 0, next_attempt_at: at(1000) }],
  ['unknown', SENT, 30 * DAY - 1, SILENT, { status: 'unknown', next_attempt_at: at(2000) }],
  ['unknown', SENT, 30 * DAY, SILENT, { status: 'unknown', next_attempt_at: NEVER }],
  ['sent', SENT, 30 * DAY, SILENT, { status: 'sent', next_attempt_at: at(2000) }],
];

it.each(answers)('D17c asked about, what is %s (%j, %i old): %j makes it %j', async (status, more, ago, ask, next) => {
  await put(status, more, ago);
  const { worker, asked, submitted } = working({ ask });
  await worker.runOnce();
  expect(asked).toMatchObject([{ wasSent: true, isAccepted: 'sent_at' in more }]);
  expect(submitted).toEqual([]);
  expect(await row()).toMatchObject(next);
});

const unreachable = { kind: 'unreachable', reason: 'No answer.' } as const;
const NO_MORE: GatewayStop = { ...unreachable, surelyNotTaken: false };
const SURELY_NOT: Reply = { ...unreachable, surelyNotTaken: true };
const PERHAPS: Reply = NO_MORE;
const FAULTY: Reply = { kind: 'faulty', reason: 'No JSON.' };
const earlier = { handed_at: at(-MINUTE), attempts: 2, first_failure_at: at(-MINUTE) };

const attempts: [string, More, Reply, Row][] = [
  ['first', {}, SURELY_NOT, { attempts: 1, handed_at: null, first_failure_at: NOW, next_attempt_at: at(-HOUR) }],
  ['first', {}, PERHAPS, { attempts: 1, handed_at: NOW, failure: 'No answer.', next_attempt_at: at(-HOUR) }],
  ['first', {}, FAULTY, { attempts: 1, handed_at: NOW, failure: 'No JSON.', next_attempt_at: at(1000) }],
  ['first', {}, SILENT, { attempts: 1, handed_at: NOW, next_attempt_at: at(1000) }],
  ['third', earlier, SURELY_NOT, { attempts: 3, handed_at: at(-MINUTE), first_failure_at: at(-MINUTE) }],
  ['third', earlier, FAULTY, { attempts: 3, handed_at: at(-MINUTE), next_attempt_at: at(4000) }],
];

it.each(attempts)(
  'D17c of the %s attempt (%j) the reply %j leaves it waiting: %j',
  async (_which, more, submit, next) => {
    await put('queued', more);
    await working({ submit }).worker.runOnce();
    expect(await row()).toMatchObject({ status: 'queued', claim: null, claimed_until: null, ...next });
  },
);

it.each<[Reply, string, More, Row]>([
  [says('unknown-key'), 'is refused', {}, { status: 'failed', failure: 'Bad.', handed_at: null }],
  [says('accepted'), 'is refused, and known to the provider', {}, { status: 'sent' }],
  [SILENT, 'is refused, and nobody can say', {}, { status: 'queued', handed_at: NOW, attempts: 1 }],
  [says('unknown-key'), 'is refused, under way', TAKEN_OVER, { status: 'queued', handed_at: at(-HOUR) }],
])('D17c asked about, with the answer %j, what %s (%j) is %j', async (ask, _what, more, next) => {
  await put('queued', more);
  const { worker, asked } = working({ submit: { kind: 'refused', reason: 'Bad.' }, ask });
  await worker.runOnce();
  expect(asked).toHaveLength(1);
  expect(await row()).toMatchObject(next);
});

const busy = { kind: 'busy', reason: 'Later.', surelyNotTaken: true } as const;
const before = { until: at(-1), why: 'Later.', failures: 2 };
it.each<[Reply, typeof before | undefined, object | undefined]>([
  [{ ...busy, retryAfter: 90_000 }, undefined, { until: at(90_000), why: 'Later.', failures: 1 }],
  [{ ...busy, retryAfter: undefined }, undefined, { until: at(standardTimes.retry), why: 'Later.', failures: 1 }],
  [{ ...busy, retryAfter: undefined }, before, { until: at(4 * standardTimes.retry), why: 'Later.', failures: 3 }],
  [SURELY_NOT, before, { until: at(4 * standardTimes.retry), why: 'No answer.', failures: 3 }],
  [
    { kind: 'misconfigured', reason: '401', surelyNotTaken: true },
    undefined,
    { until: at(standardTimes.misconfigured), why: '401', failures: 1 },
  ],
  [says('accepted'), before, undefined],
  [{ kind: 'refused', reason: 'Bad.' }, before, undefined],
  [SILENT, before, before],
  [FAULTY, before, before],
])('D17c the reply %j to a list, after the wait %j, makes the wait %j', async (submit, wait, next) => {
  await putWait(api.store.db, wait);
  await put('queued');
  await working({ submit }).worker.runOnce();
  expect((await readControl(api.store.db)).wait).toEqual(next);
});

it.each<[Reply, boolean]>([
  [{ ...busy, retryAfter: 90_000 }, true],
  [PERHAPS, true],
  [SILENT, false],
])('D17c the reply %j to a question makes the provider wait: %j', async (ask, waits) => {
  await put('sent', SENT);
  await working({ ask }).worker.runOnce();
  expect((await readControl(api.store.db)).wait !== undefined).toBe(waits);
});

it('D17c while the provider takes no questions nothing is sent, and what was not stays so', async () => {
  await put('queued', { ...OVER, ...HANDED });
  await put('queued', { imei: other });
  await put('sent', { ...SENT, imei: third });
  const { worker, submitted, asked } = working({ ask: PERHAPS });
  await worker.runOnce();
  expect([submitted, asked]).toMatchObject([[], [{ wasSent: false }]]);
  const second = (await rowsOf(api.store, 'commands', { imei: other }))[0];
  expect(second).toMatchObject({ status: 'queued', handed_at: null, claim: null });
});

it('D17c a pause takes back what is over, and leaves the rest as it was until it may be', async () => {
  await putDispatch(api.store.db, { state: 'paused', why: '', by: '', at: '' });
  await put('queued', {}, DAY);
  await put('queued', { imei: other, expires_at: at(2 * DAY), ...HANDED }, DAY);
  await put('queued', { imei: third, expires_at: at(HOUR) }, DAY);
  const { worker, submitted, asked } = working({});
  await worker.runOnce();
  expect([submitted, asked]).toEqual([[], []]);
  expect(await rowsOf(api.store, 'commands')).toMatchObject([
    { status: 'expired' },
    { status: 'queued', handed_at: at(-HOUR), next_attempt_at: NOW },
    { status: 'queued', handed_at: null, next_attempt_at: at(HOUR - DAY) },
  ]);
});

it.each([
  [{}, 'failed', null],
  [HANDED, 'unknown', at(-HOUR)],
])('D17c what cannot be read (%j) is %s', async (more, status, handed_at) => {
  await put('queued', { payload: 'no JSON', ...more });
  const { worker, submitted } = working({});
  await worker.runOnce();
  expect(submitted).toEqual([]);
  expect(await row()).toMatchObject({ status, handed_at, failure: 'The command cannot be read in the database.' });
});

it.each<[{ submit?: Reply; ask?: Reply }, readonly string[]]>([
  [{ submit: says('accepted'), ask: says('accepted') }, []],
  [{ submit: FAULTY, ask: says('accepted') }, ['No JSON.']],
  [{ submit: says('accepted'), ask: PERHAPS }, ['No answer.']],
  [{ submit: says('accepted'), ask: { kind: 'answered', said: undefined, stop: NO_MORE } }, ['No answer.']],
  [{ submit: says('accepted'), ask: SILENT }, [expect.stringMatching(/did not answer, in words that can be read/)]],
])('D17c of the replies %j the figures get as failures of the provider: %j', async (replies, failures) => {
  await put('queued');
  await put('sent', { ...SENT, imei: other });
  const failed: string[] = [];
  const tally = () => ({ ...noTally(), failed: (reason: string) => void failed.push(reason) });
  await working(replies, { tally }).worker.runOnce();
  expect(failed).toEqual(failures);
});

it('D17c of what may be sent in a minute, what nobody needed is there for the next, and no more', async () => {
  const { worker, submitted } = working({ submit: says('accepted') }, { commandsPerMinute: 12 });
  await put('queued');
  await worker.runOnce();
  expect(submitted).toHaveLength(1);
  for (const imei of [other, third]) await put('queued', { imei });
  await worker.runOnce();
  await worker.runOnce();
  expect(submitted).toHaveLength(2);
});

it.each([
  [PERHAPS, 0],
  [says('accepted'), 1],
])('D17c after the reply %j to a list the provider is asked about %i others in that round', async (submit, asking) => {
  await put('queued');
  await put('sent', { ...SENT, imei: other });
  const { worker, asked } = working({ submit });
  await worker.runOnce();
  expect(asked).toHaveLength(asking);
});

it('D17c while the provider has asked for a wait, what is over and was tried is unknown, unasked', async () => {
  await putWait(api.store.db, { until: at(HOUR), why: 'Later.', failures: 1 });
  await put('queued', { ...OVER, ...HANDED }, DAY);
  const { worker, asked } = working({ ask: says('unknown-key') });
  await worker.runOnce();
  expect(asked).toEqual([]);
  expect(await row()).toMatchObject({ status: 'unknown', handed_at: at(-HOUR) });
});
