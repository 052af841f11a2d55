import type { Clock } from '../time/clock.ts';
import type { DispatchTimes } from './dispatch-times.ts';

export interface WorkerLog {
  error(fields: object, message: string): void;
}

interface LoopParts {
  /** Handles what is due. Returns how much, and when something is due next, as stored text. */
  round(): Promise<{ readonly handled: number; readonly due: string | undefined }>;
  readonly clock: Clock;
  readonly log: WorkerLog;
  readonly times: Pick<DispatchTimes, 'idle' | 'pause'>;
}

async function step({ round, clock, log, times: { idle, pause } }: LoopParts): Promise<number> {
  try {
    const { handled, due } = await round();
    if (handled > 0) return 0;
    return due === undefined ? idle : Math.min(idle, Math.max(pause, Date.parse(due) - clock.now().getTime()));
  } catch (error) {
    log.error({ err: error }, 'the command queue could not be worked; trying again soon');
    return idle;
  }
}

/** Repeats at once while there is work, otherwise when something is due or `wake` is called. */
export function createLoop(parts: LoopParts) {
  let state: 'stopped' | 'running' = 'stopped';
  let woken = false;
  let interrupt: () => void = () => undefined;
  let loop: Promise<void> = Promise.resolve();

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
      if (woken || state === 'stopped') interrupt();
    });
  }

  async function run(): Promise<void> {
    while (state === 'running') {
      woken = false;
      const wait = await step(parts);
      if (wait > 0) await pause(wait);
    }
  }

  return {
    start() {
      if (state === 'running') return;
      state = 'running';
      loop = run();
    },
    /** A command was queued. */
    wake() {
      woken = true;
      interrupt();
    },
    /** After the current commands are settled. */
    async stop() {
      state = 'stopped';
      interrupt();
      await loop;
    },
  };
}
