import { setTimeout } from 'node:timers/promises';
import { bringForward, lookAtQueue, type Queue } from '../store/command-queue.ts';
import { readControl, type Control, putWait } from '../store/dispatch.ts';
import { askDue, expireOverdue, sendDue } from './rounds.ts';
import { LONGEST_WAIT, noTally, standardTimes, TOLERANCE, type RoundParts, type WorkerParts } from './worker-parts.ts';
import { DAY, isoAfter, isoTime } from '../time/clock.ts';

/** Commands that one look makes due; the next round makes more due. */
const PIECE = 1_000;

/**
 * Ends overlong waits, written by a clock that was ahead. Looks only now and then, so that instances with different
 * clocks do not ask the provider in turns without a pause.
 */
function createLongWaits(): (parts: RoundParts) => Promise<void> {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return async ({ store, clock, times }) => {
    const now = clock.now();
    if (Math.abs(now.getTime() - lookedAt) < times.look) return;
    const longest = { queued: times.longestRetry, sent: LONGEST_WAIT, unknown: LONGEST_WAIT } as const;
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

function modeOf(control: Control, now: Date) {
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

async function work(parts: RoundParts, queue: Queue): Promise<number> {
  const { control } = queue;
  const now = parts.clock.now();
  const mode = modeOf(control, now);
  const isCompared = control.isHeld && !isWaiting(control, now);
  const compared = isCompared ? ((await parts.held?.(parts, control)) ?? 0) : 0;
  if (mode === 'held') return compared;
  const { handled, mayAsk } = await (mode === 'send'
    ? sendDue(parts, queue)
    : expireOverdue(parts, queue, mode === 'expire'));
  if (!mayAsk) return compared + handled;
  return compared + handled + (await askDue(parts, queue, 'sent')) + (await askDue(parts, queue, 'unknown'));
}

/** Carries queued commands to the gateway and their outcomes back. Several on one database share the queue. */
export function createCommandWorker(given: WorkerParts) {
  const { store, clock, log, lifetime = DAY, times = standardTimes, tally: newTally = noTally } = given;
  const endLongWaits = createLongWaits();
  let isRunning = false;
  /** Aborted to end the pause after this round, or to leave it out. */
  let turn = new AbortController();
  let loop = Promise.resolve();

  async function round() {
    const parts = { ...given, lifetime, times, tally: newTally() };
    await endLongWaits(parts);
    const queue = await lookAtQueue(store.db);
    const handled = await work(parts, queue);
    await parts.tally.write(store.db, clock.now());
    return { handled, due: nextDue(queue, clock.now()) };
  }

  /** Returns the milliseconds to wait afterwards. */
  async function step(): Promise<number> {
    try {
      const { handled, due } = await round();
      if (handled > 0) return 0;
      if (due === undefined) return times.idle;
      return Math.min(times.idle, Math.max(times.pause, Date.parse(due) - clock.now().getTime()));
    } catch (error) {
      log.error({ err: error }, 'the command queue could not be worked; trying again soon');
      return times.idle;
    }
  }

  /** Repeats at once while there is work, otherwise when something is due or `wake` is called. */
  async function run(): Promise<void> {
    while (isRunning) {
      turn = new AbortController();
      const wait = await step();
      // Aborting ends the pause, and nothing else.
      if (wait > 0) await setTimeout(wait, undefined, { signal: turn.signal }).catch(() => undefined);
    }
  }

  return {
    /** Handles what is due now; returns how many commands it touched. */
    runOnce: async () => (await round()).handled,
    start() {
      if (isRunning) return;
      isRunning = true;
      loop = run();
    },
    /** A command was queued. */
    wake: () => turn.abort(),
    /** After the current commands are settled. */
    async stop() {
      isRunning = false;
      turn.abort();
      await loop;
    },
  };
}
