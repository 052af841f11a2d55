import { randomUUID } from 'node:crypto';
import { Semaphore } from 'async-mutex';
import { ALL_DEVICES } from '../../core/store/commands.ts';
import type {
  AskedCommand,
  DeviceGateway,
  GatewayOutcome,
  GatewayStop,
  Outcomes,
  Submission,
  SubmitOutcome,
  SubmittedCommand,
} from '../../core/gateway/device-gateway.ts';
import { partsOfKey } from '../../core/gateway/provider-protocol.ts';
import { type DispatchTimes, standardTimes } from '../../core/gateway/worker-parts.ts';
import { systemClock, type Clock } from '../../core/time/clock.ts';
import {
  CONNECTIONS,
  createKnoxApi,
  type KnoxApi,
  type KnoxDevice,
  type KnoxReply,
  type KnoxSettings,
} from './knox-api.ts';
import { isNamed, type KnoxCommand, knoxCommandOf, knoxOffer, outcomeByState } from './knox-commands.ts';

/** Requests without a usable answer, one after the other, after which Knox Guard is left alone for a while. */
export const FAULTS_IN_A_ROW = 5;
/**
 * Milliseconds after which a round begins no more calls: a claim must outlast the rounds of asking and of sending, and
 * their last calls.
 */
const ROUND = 60_000;
/** Devices that a search may find: several have an IMEI, a serial number or an approval id with these digits. */
const FOUND = 20;

const UNHEARD =
  'It may have been sent, and Knox Guard keeps no record of messages. It is not sent again: ask the customer.';

type Failure = Exclude<KnoxReply<never>, { kind: 'answered' }>;

/** One round of calls: ends early when Knox Guard takes no more. */
class Round {
  stop: GatewayStop | undefined;
  readonly #until = performance.now() + ROUND;
  #faults = 0;

  /** `isHeld`: no other instance has the commands yet. */
  constructor(private readonly isHeld: () => boolean = () => true) {}

  /** Why nothing more is called in this round. */
  get over(): string | undefined {
    if (this.stop) return this.stop.reason;
    const isLate = performance.now() > this.#until || !this.isHeld();
    return isLate ? 'Knox Guard is slow, and other commands were before it.' : undefined;
  }

  note(reply: KnoxReply<unknown>): void {
    if (reply.kind === 'answered' || reply.kind === 'refused') this.#faults = 0;
    else if (reply.kind === 'busy' || reply.kind === 'misconfigured') this.stop ??= reply;
    else if (reply.kind !== 'late') {
      this.#faults += 1;
      const isAway = reply.kind === 'unreachable' && reply.surelyNotTaken;
      if (isAway || this.#faults >= FAULTS_IN_A_ROW)
        this.stop ??= { kind: 'unreachable', reason: reply.reason, surelyNotTaken: isAway };
    }
  }
}

async function ofEach<Item>(items: readonly Item[], one: (item: Item) => Promise<void>): Promise<void> {
  const lanes = new Semaphore(CONNECTIONS);
  await Promise.all(items.map((item) => lanes.runExclusive(() => one(item))));
}

/** Undefined if Knox Guard has no such device. A list that contradicts itself, or is not whole, is no answer. */
async function findDevice(api: KnoxApi, round: Round, imei: string): Promise<KnoxReply<KnoxDevice | undefined>> {
  const reply = await api.list({ pageNum: 0, pageSize: FOUND, search: imei }, randomUUID());
  round.note(reply);
  if (reply.kind !== 'answered') return reply;
  const { deviceList, totalCount } = reply.answer;
  const named = deviceList.filter((device) => isNamed(device, imei));
  const states = new Set(named.map(({ status }) => status));
  if (states.size > 1)
    return { kind: 'faulty', reason: `Knox Guard lists the phone as ${[...states].join(' and ')} at once.` };
  if (named.length === 0 && totalCount > deviceList.length)
    return { kind: 'faulty', reason: `Knox Guard lists ${totalCount} devices for one IMEI, and not all of them.` };
  return { kind: 'answered', answer: named[0] };
}

const laterBy = (failure: Failure): SubmitOutcome => ({
  status: 'later',
  reason: failure.reason,
  surelyNotTaken: 'surelyNotTaken' in failure && failure.surelyNotTaken,
});

/** The state may be older than what was sent last: only a later look acknowledges. */
const takenBy = (command: KnoxCommand, device: KnoxDevice): SubmitOutcome | undefined =>
  outcomeByState(command, device) && { status: 'accepted' };

/** Ours, and the same for a repetition: the key without the deployment's part. */
function transactionIdOf(key: string): string {
  const { uid, retries } = partsOfKey(key) ?? { uid: key, retries: 0 };
  return retries === 0 ? uid : `${uid}.${retries}`;
}

function refusedOutright({ imei, action }: SubmittedCommand): SubmitOutcome | undefined {
  if (imei === ALL_DEVICES)
    return { status: 'failed', reason: 'Knox Guard sends nothing to ALL devices. Nothing was sent.' };
  if (knoxCommandOf(action)) return undefined;
  return { status: 'failed', reason: `Knox Guard has no command for "${action}". Nothing was sent.` };
}

type Look = (imei: string) => ReturnType<typeof findDevice>;

/** Several commands to one phone are answered by one look at it. */
function lookingOnce(api: KnoxApi, round: Round): Look {
  const looks = new Map<string, ReturnType<typeof findDevice>>();
  return (imei) => {
    const going = looks.get(imei) ?? findDevice(api, round, imei);
    looks.set(imei, going);
    return going;
  };
}

/** Undefined: no answer. */
async function askOne(round: Round, asked: AskedCommand, look: Look): Promise<GatewayOutcome | undefined> {
  const { imei, action, isAccepted } = asked;
  const command = knoxCommandOf(action);
  if (!command || imei === ALL_DEVICES) return { status: 'unknown-key' };
  if (!command.states)
    return isAccepted ? { status: 'accepted', isLast: true } : { status: 'unclear', reason: UNHEARD, isLast: true };
  if (round.over !== undefined) return undefined;
  const found = await look(imei);
  if (found.kind !== 'answered') return undefined;
  if (!found.answer) return { status: 'unclear', reason: 'Knox Guard has no device with this IMEI now.' };
  const { status } = found.answer;
  const reason = `Knox Guard says that the phone is "${status}": it has not done it, or something came after.`;
  return outcomeByState(command, found.answer) ?? { status: 'unclear', reason };
}

/** Speaks the REST API of Samsung Knox Guard (docs/provider.md). */
export function createKnoxGuardGateway(
  settings: KnoxSettings,
  clock: Clock = systemClock,
  times: Pick<DispatchTimes, 'ask' | 'connect' | 'answer'> = standardTimes,
): DeviceGateway {
  const api = createKnoxApi(settings, clock, times);

  /** What a repeated command has already come to; undefined: nothing, so that it is sent. */
  async function before(round: Round, { imei, action }: SubmittedCommand): Promise<SubmitOutcome | undefined> {
    const command = knoxCommandOf(action);
    if (!command?.states) return { status: 'unclear', reason: UNHEARD, isLast: true };
    const found = await findDevice(api, round, imei);
    if (found.kind !== 'answered') return laterBy(found);
    if (found.answer) return takenBy(command, found.answer);
    return { status: 'unclear', reason: 'It may have been sent, and Knox Guard has no device with this IMEI now.' };
  }

  /** A phone may be in the wanted state already; the refusal of a repetition may be because of the first. */
  async function afterRefusal(
    round: Round,
    { imei, isRepeat }: SubmittedCommand,
    command: KnoxCommand,
    reason: string,
  ): Promise<SubmitOutcome> {
    const refused: SubmitOutcome = { status: isRepeat ? 'unclear' : 'failed', reason };
    if (!command.states) return refused;
    const found = await findDevice(api, round, imei);
    if (found.kind !== 'answered') return { status: 'later', reason: found.reason, surelyNotTaken: false };
    return (found.answer && takenBy(command, found.answer)) ?? refused;
  }

  async function submitOne(round: Round, command: SubmittedCommand): Promise<SubmitOutcome> {
    const { imei, action, payload, key, isRepeat } = command;
    const refused = refusedOutright(command);
    const known = knoxCommandOf(action);
    if (refused || !known) return refused ?? { status: 'failed', reason: '' };
    if (round.over !== undefined) return { status: 'later', reason: round.over, surelyNotTaken: true };
    const come = isRepeat ? await before(round, command) : undefined;
    if (come) return come;
    const body = { deviceUid: imei, ...known.body?.(payload, settings) };
    const reply = await api.command(known.path, body, transactionIdOf(key), round);
    round.note(reply);
    if (reply.kind === 'answered') return known.states ? { status: 'accepted' } : { status: 'accepted', isLast: true };
    if (reply.kind !== 'refused') return laterBy(reply);
    return afterRefusal(round, command, known, reply.reason);
  }

  return {
    name: 'knox-guard',
    simulated: false,
    offer: knoxOffer,
    askAfter: times.ask,
    async submit(commands, isHeld): Promise<Submission> {
      const round = new Round(isHeld);
      const answer = new Map<string, SubmitOutcome>();
      await ofEach(commands, async (one) => void answer.set(one.key, await submitOne(round, one)));
      return { kind: 'answered', answer, stop: round.stop };
    },
    async ask(commands): Promise<Outcomes> {
      const round = new Round();
      const answer = new Map<string, GatewayOutcome>();
      const look = lookingOnce(api, round);
      await ofEach(commands, async (one) => {
        const outcome = await askOne(round, one, look);
        if (outcome) answer.set(one.key, outcome);
      });
      return { kind: 'answered', answer, stop: round.stop };
    },
    close: () => api.close(),
  };
}
