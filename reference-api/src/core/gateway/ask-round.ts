import { NEVER, type ClaimedCommand, type CommandChange } from '../store/command-queue.ts';
import { isoAfter, isoTime } from '../time/clock.ts';
import type { Stop } from './deliver.ts';
import type { GatewayOutcome } from './device-gateway.ts';
import { commandKey } from './provider-protocol.ts';
import { changeBy, settle, settleAll } from './settle.ts';
import type { Tally } from './tally.ts';
import { ASKED_FOR, askWait, UNKNOWN_AFTER, type WorkerParts } from './worker-parts.ts';

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
export async function askRound(
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
