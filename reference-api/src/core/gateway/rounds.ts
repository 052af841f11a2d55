import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import {
  claimCommands,
  type ClaimedCommand,
  type CommandChange,
  NEVER,
  type OpenState,
  type Queue,
} from '../store/command-queue.ts';
import { ALL_DEVICES } from '../store/commands.ts';
import { type Control, putWait, takeBudget } from '../store/dispatch.ts';
import { isoAfter, isoTime } from '../time/clock.ts';
import { type Attempt, deliver, stopOf } from './deliver.ts';
import { GATEWAY_LIST, type GatewayOutcome, type GatewayStop, type SubmittedCommand } from './device-gateway.ts';
import { cleanReason, commandKey } from './provider-protocol.ts';
import { changeBy, settle, settleAll, settleList, type Settling } from './settle.ts';
import { ASKED_FOR, askWait, expiryOf, retryWait, type RoundParts, TOLERANCE, UNKNOWN_AFTER } from './worker-parts.ts';

const isDue = ({ due }: Queue, state: OpenState, by: Date): boolean => (due[state] ?? NEVER) <= isoTime(by);

async function claim(
  { store, clock, times }: RoundParts,
  queue: Queue,
  state: OpenState,
  { limit = GATEWAY_LIST, dueBy = clock.now() } = {},
): Promise<readonly ClaimedCommand[]> {
  if (!isDue(queue, state, dueBy)) return [];
  const now = clock.now();
  return claimCommands(store.db, {
    state,
    now: isoTime(now),
    dueBy: isoTime(dueBy),
    until: isoAfter(now, times.claim),
    longest: isoAfter(now, TOLERANCE * times.claim),
    limit,
    token: randomUUID(),
    epoch: queue.control.epoch,
  });
}

async function claimToSend(parts: RoundParts, queue: Queue): Promise<readonly ClaimedCommand[]> {
  const { store, clock, commandsPerMinute } = parts;
  if (!isDue(queue, 'queued', clock.now())) return [];
  if (commandsPerMinute === undefined) return claim(parts, queue, 'queued');
  const budget = await takeBudget(store.db, commandsPerMinute, GATEWAY_LIST, clock.now());
  if (budget === 0) return [];
  const claimed = await claim(parts, queue, 'queued', { limit: budget });
  if (claimed.length < budget) await takeBudget(store.db, commandsPerMinute, claimed.length - budget, clock.now());
  return claimed;
}

/** Records the wait that the provider requested; without a stop it has answered, and is available again. */
export async function noteWait(parts: RoundParts, control: Control, stop: GatewayStop | undefined): Promise<void> {
  const { store, clock, log, times } = parts;
  if (!stop) {
    if (control.wait) await putWait(store.db, undefined);
    return;
  }
  const failures = (control.wait?.failures ?? 0) + 1;
  const own = stop.kind === 'misconfigured' ? times.misconfigured : retryWait(parts, failures - 1);
  const milliseconds = stop.kind === 'busy' ? (stop.retryAfter ?? own) : own;
  log.error({ reason: stop.reason, failures }, 'the provider takes no commands; they wait');
  await putWait(store.db, { until: isoAfter(clock.now(), milliseconds), why: stop.reason, failures });
}

const askedOf = (wasSent: boolean) => (row: ClaimedCommand) => {
  const { imei, action } = row;
  return { key: commandKey(row), imei, action, isAccepted: row.sent_at !== null, wasSent };
};

/** The provider's answers about commands, by key, and what prevents further questions. */
async function ask({ gateway, tally }: RoundParts, rows: readonly ClaimedCommand[], wasSent: boolean) {
  const none: ReadonlyMap<string, GatewayOutcome> = new Map();
  if (rows.length === 0) return { answers: none, stop: undefined };
  const reply = await gateway.ask(rows.map(askedOf(wasSent)));
  if (reply.kind !== 'answered') {
    tally.failed(reply.reason);
    return { answers: none, stop: stopOf(reply) };
  }
  const { answer, stop } = reply;
  if (stop) tally.failed(stop.reason);
  else if (rows.some((row) => !answer.has(commandKey(row))))
    tally.failed('The provider did not answer, in words that can be read, for every command that it was asked about.');
  return { answers: answer, stop };
}

/** A command that must no longer be sent, and why. */
interface Withdrawn {
  readonly row: ClaimedCommand;
  readonly status: 'expired' | 'failed';
  readonly reason: string;
  readonly isPerhapsSent: boolean;
}

function withdrawnOf({ clock, lifetime }: RoundParts, row: ClaimedCommand): Withdrawn | undefined {
  const isPerhapsSent = row.handedBefore !== null;
  if (expiryOf(row, lifetime) <= isoTime(clock.now()))
    return { row, isPerhapsSent, status: 'expired', reason: 'It could not be sent within its lifetime.' };
  if (row.imei === ALL_DEVICES || row.deviceIs === 'ENROLLED') return undefined;
  const reason = `The device is ${row.deviceIs ?? 'not registered'} since the command was queued.`;
  return { row, isPerhapsSent, status: 'failed', reason };
}

/**
 * The change of a withdrawn command. If it may have been sent, the provider's answer decides; while an earlier request
 * may still be under way, `unknown-key` is not final.
 */
function changeByWithdrawal(parts: RoundParts, withdrawn: Withdrawn, outcome: GatewayOutcome | undefined) {
  const { gateway, clock } = parts;
  const { row, status, reason, isPerhapsSent } = withdrawn;
  const now = clock.now();
  if (outcome && outcome.status !== 'unknown-key') return changeBy(row, outcome, gateway.askAfter, now);
  if (!isPerhapsSent || (outcome && !row.isTakenOver))
    return { status, failure: reason, handed_at: null, first_failure_at: null };
  const failing = { attempts: row.attempts + 1, first_failure_at: row.first_failure_at ?? isoTime(now) };
  if (status === 'failed') return { ...failing, next_attempt_at: isoAfter(now, retryWait(parts, row.attempts)) };
  return {
    ...failing,
    status: 'unknown' as const,
    failure: 'It may have been sent, and the provider could not say so within its lifetime.',
    next_attempt_at: isoAfter(now, askWait(gateway.askAfter, row.attempts)),
  };
}

/** Ends commands that must not be sent. Returns what prevents further questions. */
async function end(
  parts: RoundParts,
  withdrawn: readonly Withdrawn[],
  mayAsk: boolean,
): Promise<GatewayStop | undefined> {
  const perhapsSent = withdrawn.flatMap(({ row, isPerhapsSent }) => (isPerhapsSent ? [row] : []));
  const { answers, stop } = await ask(parts, mayAsk ? perhapsSent : [], false);
  await settleAll(withdrawn, (one) =>
    settle(parts, one.row, changeByWithdrawal(parts, one, answers.get(commandKey(one.row)))),
  );
  return stop;
}

const payloadSchema = v.record(v.string(), v.string());

/** Fails an unreadable row by itself, with a reason and an alarm; if it may have been sent, its outcome is unknown. */
async function readOrFail(parts: RoundParts, row: ClaimedCommand): Promise<SubmittedCommand | undefined> {
  try {
    const payload = v.parse(payloadSchema, JSON.parse(row.payload));
    const { imei, action } = row;
    const isRepeat = row.handedBefore !== null;
    return { key: commandKey(row), imei, action, payload, expiresAt: expiryOf(row, parts.lifetime), isRepeat };
  } catch (error) {
    parts.fault?.('row', error, { command: row.id });
    const failure = 'The command cannot be read in the database.';
    const status = row.handedBefore === null ? 'failed' : 'unknown';
    await settle(parts, row, { status, failure, handed_at: row.handedBefore });
    return undefined;
  }
}

/** Ends commands that must no longer be sent; returns the others. */
async function withdraw(parts: RoundParts, claimed: readonly ClaimedCommand[], mayAsk: boolean) {
  const rest: { readonly row: ClaimedCommand; readonly command: SubmittedCommand }[] = [];
  const withdrawn: Withdrawn[] = [];
  for (const row of claimed) {
    const command = await readOrFail(parts, row);
    if (!command) continue;
    const ended = withdrawnOf(parts, row);
    if (ended) withdrawn.push(ended);
    else rest.push({ row, command });
  }
  return { rest, stop: await end(parts, withdrawn, mayAsk) };
}

function changeByAttempt(
  parts: RoundParts,
  row: ClaimedCommand,
  attempt: Exclude<Attempt, { kind: 'refused' }>,
): CommandChange {
  const now = parts.clock.now();
  if (attempt.kind === 'said') return changeBy(row, attempt.outcome, parts.gateway.askAfter, now);
  return {
    attempts: row.attempts + 1,
    failure: cleanReason(attempt.reason),
    first_failure_at: row.first_failure_at ?? isoTime(now),
    handed_at: attempt.surelyNotTaken ? row.handedBefore : row.handed_at,
    next_attempt_at: attempt.isItsOwn ? isoAfter(now, retryWait(parts, row.attempts)) : row.next_attempt_at,
  };
}

/**
 * Whether a claim made from now on still holds, for as long as a request takes that begins now. This process may have
 * stood still since.
 */
function holding({ clock, times }: RoundParts): () => boolean {
  const until = clock.now().getTime() + times.claim - times.answer;
  return () => clock.now().getTime() < until;
}

/** Sends due commands as one list, and settles each by its result. `mayAsk`: the provider may be asked more now. */
export async function sendDue(parts: RoundParts, queue: Queue) {
  const isHeld = holding(parts);
  const claimed = await claimToSend(parts, queue);
  if (claimed.length === 0) return { handled: 0, mayAsk: true };
  const { rest, stop: asked } = await withdraw(parts, claimed, true);
  if (asked) {
    await settleAll(rest, ({ row }) => settle(parts, row, { handed_at: row.handedBefore }));
    await noteWait(parts, queue.control, asked);
    return { handled: claimed.length, mayAsk: false };
  }
  const commands = rest.map(({ command }) => command);
  const { attempts, stop } = await deliver(parts.gateway, commands, isHeld);
  const tried = [...attempts.values()];
  const reasons = new Set(tried.flatMap((one) => (one.kind === 'later' ? [one.reason] : [])));
  for (const reason of reasons) parts.tally.failed(reason);
  const refused: Withdrawn[] = [];
  const settling: Settling[] = [];
  for (const { row, command } of rest) {
    const attempt = attempts.get(command.key);
    if (attempt?.kind === 'refused')
      refused.push({ row, status: 'failed', reason: cleanReason(attempt.reason), isPerhapsSent: true });
    else if (attempt) settling.push({ row, change: changeByAttempt(parts, row, attempt) });
  }
  await settleList(parts, settling);
  // The provider should have none of them, unless it broke the protocol.
  await end(parts, refused, true);
  if (stop || tried.some(({ kind }) => kind !== 'later')) await noteWait(parts, queue.control, stop);
  return { handled: claimed.length, mayAsk: stop === undefined };
}

/**
 * Withdraws commands that waited longer than their lifetime while nothing is sent. One with a longer lifetime of its
 * own stays due, and is looked at again when that is over.
 */
export async function expireOverdue(parts: RoundParts, queue: Queue, mayAsk: boolean) {
  const { clock, lifetime } = parts;
  const dueBy = new Date(clock.now().getTime() - lifetime);
  const claimed = await claim(parts, queue, 'queued', { dueBy });
  const { rest } = await withdraw(parts, claimed, mayAsk);
  const now = isoTime(clock.now());
  await settleAll(rest, ({ row, command }) => {
    const again = isoAfter(new Date(command.expiresAt), -lifetime);
    return settle(parts, row, { handed_at: row.handedBefore, next_attempt_at: again < now ? again : now });
  });
  return { handled: claimed.length, mayAsk };
}

function changeByAnswer(parts: RoundParts, row: ClaimedCommand, outcome: GatewayOutcome | undefined): CommandChange {
  const { askAfter } = parts.gateway;
  const now = parts.clock.now();
  if (outcome && outcome.status !== 'unknown-key') return changeBy(row, outcome, askAfter, now);
  // Its lifetime is over, or nobody has resent it after a restore: the provider will not start it.
  if (outcome && row.status === 'unknown' && row.sent_at === null)
    return { status: 'expired', failure: 'The provider never had it, and it is not sent any more.', handed_at: null };
  const since = row.first_failure_at ?? isoTime(now);
  const next = isoAfter(now, askWait(askAfter, row.attempts + 1));
  const change = { attempts: row.attempts + 1, first_failure_at: since, next_attempt_at: next };
  const isOver = now.getTime() - Date.parse(row.created_at) >= ASKED_FOR;
  if (row.status === 'unknown') return isOver ? { ...change, next_attempt_at: NEVER } : change;
  if (outcome) return { ...change, status: 'unknown', failure: 'It was sent, and the provider does not know it.' };
  if (now.getTime() - Date.parse(since) < UNKNOWN_AFTER) return change;
  const failure = 'It was sent, and the provider has said nothing of it for a week.';
  return { ...change, status: 'unknown', failure };
}

/** Asks for the outcomes of sent commands; returns their number. */
export async function askDue(parts: RoundParts, queue: Queue, state: 'sent' | 'unknown'): Promise<number> {
  const claimed = await claim(parts, queue, state);
  if (claimed.length === 0) return 0;
  const { answers, stop } = await ask(parts, claimed, true);
  const change = (row: ClaimedCommand) => changeByAnswer(parts, row, answers.get(commandKey(row)));
  await settleList(
    parts,
    claimed.map((row) => ({ row, change: change(row) })),
  );
  await noteWait(parts, queue.control, stop);
  return claimed.length;
}
