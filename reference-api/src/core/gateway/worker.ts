import { nextDueTime } from '../store/command-queue.ts';
import { readControl, type Control } from '../store/dispatch.ts';
import { standardTimes } from './dispatch-times.ts';
import { createSampler } from './queue-samples.ts';
import { createLongWaits } from './long-waits.ts';
import { reconcileRound } from './reconcile-round.ts';
import { createRounds } from './rounds.ts';
import { createTally, type Tally } from './tally.ts';
import { createLoop } from './worker-loop.ts';
import type { WorkerParts } from './worker-parts.ts';

/** Carries queued commands to the gateway and their outcomes back. */
export interface CommandWorker {
  /** Handles what is due now; returns how many commands it touched. */
  runOnce(): Promise<number>;
  start(): void;
  /** Tells a started worker that a command was queued. */
  wake(): void;
  /** Ends after the commands in hand are settled. */
  stop(): Promise<void>;
}

/** True while the provider has asked this deployment to wait, or was not there. */
function isWaiting({ wait }: Control, now: Date): boolean {
  return wait !== undefined && Date.parse(wait.until) > now.getTime();
}

type Mode = 'compare' | 'expire-without-asking' | 'expire' | 'send';

function modeOf(control: Control, now: Date): Mode {
  if (control.reconcile) return 'compare';
  if (isWaiting(control, now)) return 'expire-without-asking';
  return control.dispatch.state === 'paused' ? 'expire' : 'send';
}

/** Makes a worker; several on one database share the queue. */
export function createCommandWorker(parts: WorkerParts): CommandWorker {
  const { store, clock, log, times = standardTimes } = parts;
  const sample = createSampler(store.db);
  const rounds = createRounds(parts);
  const endLongWaits = createLongWaits(parts);

  async function work(control: Control, tally: Tally): Promise<number> {
    const mode = modeOf(control, clock.now());
    if (mode === 'compare')
      return isWaiting(control, clock.now()) ? 0 : reconcileRound(parts, control, rounds.noteWait, tally);
    const mayAsk = mode !== 'expire-without-asking';
    const handled = mode === 'send' ? await rounds.send(control, tally) : await rounds.expire(control, mayAsk, tally);
    if (!mayAsk || isWaiting(await readControl(store.db), clock.now())) return handled;
    return handled + (await rounds.ask(control, 'sent', tally)) + (await rounds.ask(control, 'unknown', tally));
  }

  async function runOnce(): Promise<number> {
    const tally = createTally(parts.acknowledged);
    await endLongWaits();
    const handled = await work(await readControl(store.db), tally);
    await tally.write(store.db, clock.now());
    await sample(clock.now());
    return handled;
  }

  async function nextDue(): Promise<string | undefined> {
    const control = await readControl(store.db);
    const mode = modeOf(control, clock.now());
    if (mode === 'expire-without-asking') return control.wait?.until;
    if (mode === 'compare') return undefined;
    return nextDueTime(store.db, mode === 'send' ? ['queued', 'sent', 'unknown'] : ['sent', 'unknown'], control.epoch);
  }

  return { runOnce, ...createLoop({ runOnce, nextDue, clock, log, times }) };
}
