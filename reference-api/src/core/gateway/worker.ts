import { bringForward, lookAtQueue, type Queue } from '../store/command-queue.ts';
import { readControl, type Control, putWait } from '../store/dispatch.ts';
import { standardTimes } from './dispatch-times.ts';
import { createRounds } from './rounds.ts';
import { noTally, type Tally } from './tally.ts';
import { createLoop } from './worker-loop.ts';
import { type WorkerParts, LONGEST_WAIT, TOLERANCE } from './worker-parts.ts';
import { isoAfter, isoTime } from '../time/clock.ts';

/** Commands that one look makes due; the next round makes more due. */
const PIECE = 1_000;

/**
 * Ends overlong waits, written by a clock that was ahead. Looks only now and then, so that instances with different
 * clocks do not ask the provider in turns without a pause.
 */
function createLongWaits({ store, clock, times = standardTimes }: WorkerParts): () => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  const longest = { queued: times.longestRetry, sent: LONGEST_WAIT, unknown: LONGEST_WAIT } as const;
  return async () => {
    const now = clock.now();
    if (Math.abs(now.getTime() - lookedAt) < times.look) return;
    const beyond = (wait: number) => isoAfter(now, TOLERANCE * wait);
    const { wait } = await readControl(store.db);
    if (wait && wait.until > beyond(LONGEST_WAIT)) await putWait(store.db, undefined);
    let isWhole = true;
    for (const state of ['queued', 'sent', 'unknown'] as const) {
      const piece = { state, beyond: beyond(longest[state]), now: isoTime(now), limit: PIECE };
      isWhole = (await bringForward(store.db, piece)) < PIECE && isWhole;
    }
    if (isWhole) lookedAt = now.getTime();
  };
}

export type CommandWorker = ReturnType<typeof createCommandWorker>;

/** The provider has requested a wait or is unreachable. */
function isWaiting({ wait }: Control, now: Date): boolean {
  return wait !== undefined && Date.parse(wait.until) > now.getTime();
}

type Mode = 'held' | 'expire-without-asking' | 'expire' | 'send';

function modeOf(control: Control, now: Date): Mode {
  if (control.isHeld && control.dispatch.state === 'paused') return 'held';
  if (isWaiting(control, now)) return 'expire-without-asking';
  return control.dispatch.state === 'paused' ? 'expire' : 'send';
}

/** When something is due next, as stored text; undefined if nothing is, or everything is held. */
function nextDue({ control, due }: Queue, now: Date): string | undefined {
  const mode = modeOf(control, now);
  if (mode === 'expire-without-asking') return control.wait?.until;
  if (mode === 'held') return undefined;
  const times = [mode === 'send' ? due.queued : undefined, due.sent, due.unknown];
  return times.filter((at) => at !== undefined).toSorted()[0];
}

/** Carries queued commands to the gateway and their outcomes back. Several on one database share the queue. */
export function createCommandWorker(parts: WorkerParts) {
  const { store, clock, log, times = standardTimes } = parts;
  const rounds = createRounds(parts);
  const endLongWaits = createLongWaits(parts);

  async function work(queue: Queue, tally: Tally): Promise<number> {
    const { control } = queue;
    const mode = modeOf(control, clock.now());
    const isCompared = control.isHeld && !isWaiting(control, clock.now());
    const compared = isCompared ? ((await parts.held?.(parts, control, rounds.noteWait, tally)) ?? 0) : 0;
    if (mode === 'held') return compared;
    const { handled, mayAsk } = await (mode === 'send'
      ? rounds.send(queue, tally)
      : rounds.expire(queue, mode === 'expire', tally));
    if (!mayAsk) return compared + handled;
    return compared + handled + (await rounds.ask(queue, 'sent', tally)) + (await rounds.ask(queue, 'unknown', tally));
  }

  async function round() {
    const tally = (parts.tally ?? noTally)();
    await endLongWaits();
    const queue = await lookAtQueue(store.db);
    const handled = await work(queue, tally);
    await tally.write(store.db, clock.now());
    return { handled, due: nextDue(queue, clock.now()) };
  }

  /** Handles what is due now; returns how many commands it touched. */
  const runOnce = async () => (await round()).handled;
  return { runOnce, ...createLoop({ round, clock, log, times }) };
}
