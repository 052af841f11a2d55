import * as v from 'valibot';
import type { ClaimedCommand, CommandChange } from '../store/command-queue.ts';
import { ALL_DEVICES } from '../store/commands.ts';
import { DAY, isoAfter, isoTime } from '../time/clock.ts';
import { cleanReason, commandKey } from './provider-protocol.ts';
import { deliver, type Attempt, type Stop } from './deliver.ts';
import type { GatewayCommand, GatewayOutcome } from './device-gateway.ts';
import { changeBy, settle, settleAll } from './settle.ts';
import type { Tally } from './tally.ts';
import { askWait, expiryOf, retryWait, type WorkerParts } from './worker-parts.ts';

const payloadSchema = v.record(v.string(), v.string());

function gatewayCommand(row: ClaimedCommand, lifetime: number | undefined): GatewayCommand {
  return {
    key: commandKey(row),
    imei: row.imei,
    action: row.action,
    payload: v.parse(payloadSchema, JSON.parse(row.payload)),
    expiresAt: expiryOf(row, lifetime),
  };
}

/** Why a command must no longer be sent; undefined if it may be. */
type Withdrawal = { readonly status: 'expired' | 'failed'; readonly reason: string };

function withdrawalOf({ clock, lifetime }: WorkerParts, row: ClaimedCommand): Withdrawal | undefined {
  if (expiryOf(row, lifetime) <= isoTime(clock.now()))
    return { status: 'expired', reason: 'It could not be sent within its lifetime.' };
  if (row.imei === ALL_DEVICES || row.deviceIs === 'ENROLLED') return undefined;
  return {
    status: 'failed',
    reason: `The device is ${row.deviceIs ?? 'not registered'} since the command was queued.`,
  };
}

/** It certainly was not sent. */
function withdrawn({ status, reason }: Withdrawal): CommandChange {
  return { status, failure: reason, handed_at: null, first_failure_at: null };
}

/**
 * A withdrawn command that may have been sent, by the provider's answer. If an earlier request may still be under way,
 * `unknown-key` is not final.
 */
function withdrawnAsked(
  parts: WorkerParts,
  row: ClaimedCommand,
  withdrawal: Withdrawal,
  outcome: GatewayOutcome | undefined,
): CommandChange {
  const { gateway, clock } = parts;
  const now = clock.now();
  if (outcome && outcome.status !== 'unknown-key') return changeBy(row, outcome, gateway.askAfter, now);
  if (outcome && !row.isTakenOver) return withdrawn(withdrawal);
  const failing = { attempts: row.attempts + 1, first_failure_at: row.first_failure_at ?? isoTime(now) };
  if (withdrawal.status === 'failed')
    return { ...failing, next_attempt_at: isoAfter(now, retryWait(parts, row.attempts)) };
  return {
    ...failing,
    status: 'unknown',
    failure: 'It may have been sent, and the provider could not say so within its lifetime.',
    next_attempt_at: isoAfter(now, askWait(gateway.askAfter, row.attempts)),
  };
}

/** Fails unreadable rows singly, with a reason and an alarm; if one may have been sent, its outcome is unknown. */
async function takeOutUnreadable(
  parts: WorkerParts,
  claimed: readonly ClaimedCommand[],
  tally: Tally,
): Promise<readonly ClaimedCommand[]> {
  const readable: ClaimedCommand[] = [];
  for (const row of claimed)
    try {
      gatewayCommand(row, parts.lifetime);
      readable.push(row);
    } catch (error) {
      parts.fault?.('row', error, { command: row.id });
      const failure = 'The command cannot be read in the database.';
      const status = row.handedBefore === null ? 'failed' : 'unknown';
      await settle(parts, row, { status, failure, handed_at: row.handedBefore }, tally);
    }
  return readable;
}

type Answers = ReadonlyMap<string, GatewayOutcome>;

/** The provider should have none of the commands that it refused, unless it broke the protocol. */
async function askRefused(
  { gateway }: WorkerParts,
  rows: readonly ClaimedCommand[],
  attempts: ReadonlyMap<string, Attempt>,
  tally: Tally,
): Promise<Answers> {
  const refused = rows.filter((row) => attempts.get(commandKey(row))?.kind === 'refused');
  if (refused.length === 0) return new Map();
  const reply = await gateway.ask(refused.map((row) => ({ key: commandKey(row), wasSent: false })));
  if (reply.kind === 'answered') return reply.answer;
  tally.failed(reply.reason);
  return new Map();
}

function changeByAttempt(parts: WorkerParts, row: ClaimedCommand, attempt: Attempt, answers: Answers): CommandChange {
  const { gateway, clock } = parts;
  const now = clock.now();
  if (attempt.kind === 'said') return changeBy(row, attempt.outcome, gateway.askAfter, now);
  if (attempt.kind === 'refused') {
    const withdrawal = { status: 'failed', reason: cleanReason(attempt.reason) } as const;
    return withdrawnAsked(parts, row, withdrawal, answers.get(commandKey(row)));
  }
  return {
    attempts: row.attempts + 1,
    failure: cleanReason(attempt.reason),
    first_failure_at: row.first_failure_at ?? isoTime(now),
    handed_at: attempt.surelyNotTaken ? row.handedBefore : row.handed_at,
    next_attempt_at: attempt.isItsOwn ? isoAfter(now, retryWait(parts, row.attempts)) : row.next_attempt_at,
  };
}

interface RoundEnd {
  readonly stop: Stop | undefined;
  /** The provider answered at least once. */
  readonly heard: boolean;
}

/** Withdraws commands that must no longer be sent; returns the others. */
async function withdraw(
  parts: WorkerParts,
  rows: readonly ClaimedCommand[],
  mayAsk: boolean,
  tally: Tally,
): Promise<{ readonly rest: readonly ClaimedCommand[]; readonly stop: Stop | undefined }> {
  const readable = await takeOutUnreadable(parts, rows, tally);
  const judged = readable.map((row) => ({ row, withdrawal: withdrawalOf(parts, row) }));
  const perhapsSent = judged.filter(({ row, withdrawal }) => withdrawal && row.handedBefore !== null);
  const reply =
    mayAsk && perhapsSent.length > 0
      ? await parts.gateway.ask(perhapsSent.map(({ row }) => ({ key: commandKey(row), wasSent: false })))
      : undefined;
  const answers = reply?.kind === 'answered' ? reply.answer : undefined;
  await settleAll(judged, async ({ row, withdrawal }) => {
    if (!withdrawal) return;
    const change =
      row.handedBefore === null
        ? withdrawn(withdrawal)
        : withdrawnAsked(parts, row, withdrawal, answers?.get(commandKey(row)));
    await settle(parts, row, change, tally);
  });
  const stopped = reply && 'kind' in reply && reply.kind !== 'answered' ? reply : undefined;
  return {
    rest: judged.flatMap(({ row, withdrawal }) => (withdrawal ? [] : [row])),
    stop: stopped && stopped.kind !== 'refused' && stopped.kind !== 'faulty' ? stopped : undefined,
  };
}

/** Sends claimed commands as one list, and settles each by its result. */
export async function sendRound(
  parts: WorkerParts,
  claimed: readonly ClaimedCommand[],
  tally: Tally,
): Promise<RoundEnd> {
  const { rest, stop: asked } = await withdraw(parts, claimed, true, tally);
  if (asked) {
    await putBack(parts, rest, tally);
    return { stop: asked, heard: false };
  }
  const { attempts, stop } = await deliver(
    parts.gateway,
    rest.map((row) => gatewayCommand(row, parts.lifetime)),
  );
  const reasons = new Set([...attempts.values()].flatMap((one) => (one.kind === 'later' ? [one.reason] : [])));
  for (const reason of reasons) tally.failed(reason);
  const answers = await askRefused(parts, rest, attempts, tally);
  await settleAll(rest, async (row) => {
    const attempt = attempts.get(commandKey(row));
    if (attempt) await settle(parts, row, changeByAttempt(parts, row, attempt, answers), tally);
  });
  return { stop, heard: [...attempts.values()].some(({ kind }) => kind !== 'later') };
}

/** Releases claimed commands unchanged. */
function putBack(parts: WorkerParts, rows: readonly ClaimedCommand[], tally: Tally): Promise<void> {
  return settleAll(rows, (row) => settle(parts, row, { handed_at: row.handedBefore }, tally));
}

/**
 * Withdraws commands that waited longer than their lifetime while nothing is sent. One with a longer lifetime of its
 * own stays due, and is looked at again when that is over.
 */
export async function expireRound(
  parts: WorkerParts,
  claimed: readonly ClaimedCommand[],
  mayAsk: boolean,
  tally: Tally,
): Promise<void> {
  const { rest } = await withdraw(parts, claimed, mayAsk, tally);
  const now = isoTime(parts.clock.now());
  await settleAll(rest, (row) => {
    const again = isoAfter(new Date(expiryOf(row, parts.lifetime)), -(parts.lifetime ?? DAY));
    return settle(parts, row, { handed_at: row.handedBefore, next_attempt_at: again < now ? again : now }, tally);
  });
}
