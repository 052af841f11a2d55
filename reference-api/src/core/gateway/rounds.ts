import { randomUUID } from 'node:crypto';
import {
  claimCommands,
  type ClaimedCommand,
  type CommandChange,
  NEVER,
  type OpenState,
  type Queue,
} from '../store/command-queue.ts';
import { putWait, takeBudget } from '../store/dispatch.ts';
import { DAY, isoAfter, isoTime } from '../time/clock.ts';
import { GATEWAY_LIST, type GatewayOutcome } from './device-gateway.ts';
import { standardTimes } from './dispatch-times.ts';
import { expireRound, sendRound } from './send-round.ts';
import type { Tally } from './tally.ts';
import {
  ASKED_FOR,
  askWait,
  type NoteWait,
  retryWait,
  TOLERANCE,
  UNKNOWN_AFTER,
  type WorkerParts,
} from './worker-parts.ts';
import type { Stop } from './deliver.ts';
import { commandKey } from './provider-protocol.ts';
import { changeBy, settle, settleAll } from './settle.ts';

/** Commands handled, and whether the provider may be asked more now. */
export interface Round {
  readonly handled: number;
  readonly mayAsk: boolean;
}

const nothing: Round = { handled: 0, mayAsk: true };

const isDue = (at: string | undefined, by: Date): boolean => at !== undefined && at <= isoTime(by);

function claimer({ store, clock, times = standardTimes }: WorkerParts) {
  return (state: OpenState, epoch: string, limit: number, dueBy = clock.now()) =>
    claimCommands(store.db, {
      state,
      now: isoTime(clock.now()),
      dueBy: isoTime(dueBy),
      until: isoAfter(clock.now(), times.claim),
      longest: isoAfter(clock.now(), TOLERANCE * times.claim),
      limit,
      token: randomUUID(),
      epoch,
    });
}

function waitNoter(parts: WorkerParts): NoteWait {
  const { store, clock, log, times = standardTimes } = parts;
  return async (control, stop, heard) => {
    if (!stop) {
      if (control.wait && heard) await putWait(store.db, undefined);
      return;
    }
    const failures = (control.wait?.failures ?? 0) + 1;
    const own = stop.kind === 'misconfigured' ? times.misconfigured : retryWait(parts, failures - 1);
    const milliseconds = stop.kind === 'busy' ? (stop.retryAfter ?? own) : own;
    log.error({ reason: stop.reason, failures }, 'the provider takes no commands; they wait');
    await putWait(store.db, { until: isoAfter(clock.now(), milliseconds), why: stop.reason, failures });
  };
}

export function createRounds(parts: WorkerParts) {
  const { store, clock, lifetime = DAY, commandsPerMinute } = parts;
  const claim = claimer(parts);
  const noteWait = waitNoter(parts);

  async function claimToSend(epoch: string): Promise<readonly ClaimedCommand[]> {
    if (commandsPerMinute === undefined) return claim('queued', epoch, GATEWAY_LIST);
    const budget = await takeBudget(store.db, commandsPerMinute, GATEWAY_LIST, clock.now());
    if (budget === 0) return [];
    const claimed = await claim('queued', epoch, budget);
    if (claimed.length < budget) await takeBudget(store.db, commandsPerMinute, claimed.length - budget, clock.now());
    return claimed;
  }

  return {
    noteWait,
    async send({ control, due }: Queue, tally: Tally): Promise<Round> {
      const claimed = isDue(due.queued, clock.now()) ? await claimToSend(control.epoch) : [];
      if (claimed.length === 0) return nothing;
      const { stop, heard } = await sendRound(parts, claimed, tally);
      await noteWait(control, stop, heard);
      return { handled: claimed.length, mayAsk: stop === undefined };
    },
    /** Withdraws commands that waited too long while nothing is sent. */
    async expire({ control, due }: Queue, mayAsk: boolean, tally: Tally): Promise<Round> {
      const since = new Date(clock.now().getTime() - lifetime);
      const claimed = isDue(due.queued, since) ? await claim('queued', control.epoch, GATEWAY_LIST, since) : [];
      if (claimed.length > 0) await expireRound(parts, claimed, mayAsk, tally);
      return { handled: claimed.length, mayAsk };
    },
    async ask({ control, due }: Queue, state: 'sent' | 'unknown', tally: Tally): Promise<number> {
      const claimed = isDue(due[state], clock.now()) ? await claim(state, control.epoch, GATEWAY_LIST) : [];
      if (claimed.length === 0) return 0;
      const stop = await askRound(parts, claimed, tally);
      await noteWait(control, stop, stop === undefined);
      return claimed.length;
    },
  };
}

function unanswered({ gateway, clock }: WorkerParts, row: ClaimedCommand): CommandChange {
  const now = clock.now();
  const since = row.first_failure_at ?? isoTime(now);
  const nobodyCanSay = now.getTime() - Date.parse(since) >= UNKNOWN_AFTER;
  return {
    attempts: row.attempts + 1,
    first_failure_at: since,
    next_attempt_at: isoAfter(now, askWait(gateway.askAfter, row.attempts + 1)),
    ...(nobodyCanSay && row.status === 'sent'
      ? { status: 'unknown', failure: 'It was sent, and the provider has said nothing of it for a week.' }
      : {}),
  };
}

function changeByAnswer(parts: WorkerParts, row: ClaimedCommand, outcome: GatewayOutcome | undefined): CommandChange {
  const now = parts.clock.now();
  const isOld = row.status === 'unknown' && now.getTime() - Date.parse(row.created_at) >= ASKED_FOR;
  if (outcome && outcome.status !== 'unknown-key') return changeBy(row, outcome, parts.gateway.askAfter, now);
  // Its lifetime is over, or nobody has resent it after a restore: the provider will not start it.
  if (outcome && row.status === 'unknown' && row.sent_at === null)
    return { status: 'expired', failure: 'The provider never had it, and it is not sent any more.', handed_at: null };
  const change = unanswered(parts, row);
  if (isOld) return { ...change, next_attempt_at: NEVER };
  if (!outcome || row.status === 'unknown') return change;
  return { ...change, status: 'unknown', failure: 'It was sent, and the provider does not know it.' };
}

/** Asks for the outcomes of sent commands. Returns what prevents further questions. */
async function askRound(
  parts: WorkerParts,
  claimed: readonly ClaimedCommand[],
  tally: Tally,
): Promise<Stop | undefined> {
  const reply = await parts.gateway.ask(claimed.map((row) => ({ key: commandKey(row), wasSent: true })));
  const answers = reply.kind === 'answered' ? reply.answer : undefined;
  if (reply.kind !== 'answered') tally.failed(reply.reason);
  else if (claimed.some((row) => !reply.answer.has(commandKey(row))))
    tally.failed('The provider did not answer, in words that can be read, for every command that it was asked about.');
  await settleAll(claimed, (row) =>
    settle(parts, row, changeByAnswer(parts, row, answers?.get(commandKey(row))), tally),
  );
  return reply.kind === 'unreachable' || reply.kind === 'busy' || reply.kind === 'misconfigured' ? reply : undefined;
}
