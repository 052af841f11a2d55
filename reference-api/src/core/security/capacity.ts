import { E_TIMEOUT, Semaphore, withTimeout } from 'async-mutex';
import { TooBusy } from '../errors/request-errors.ts';

/** What of something costly is done at once. */
interface CapacityOptions {
  /** Named in the refusal, such as "other large files". */
  readonly what: string;
  /** Units that are given out at once. */
  readonly units: number;
  /** Milliseconds that a request waits for its units. */
  readonly wait: number;
  /** Whether a refusal comes before the envelope is opened, and so plain. */
  readonly sealed: boolean;
}

/** A bound on something costly: who finds it in use waits a while and is then refused. */
export interface Capacity {
  /**
   * Waits for units; returns what gives them back, once. Throws TooBusy. More than there are count as all. Who is
   * `urgent` goes before those who are not.
   */
  take(units: number, urgent?: 'urgent'): Promise<() => void>;
  /** Units that are given out. */
  inUse(): number;
}

const RETRY_AFTER_SECONDS = 5;

/** Makes a bound; requests wait in the order in which they came. */
export function createCapacity({ what, units: all, wait, sealed }: CapacityOptions): Capacity {
  const semaphore = new Semaphore(all);
  const waiting = withTimeout(semaphore, wait);
  return {
    inUse: () => all - semaphore.getValue(),
    async take(units, urgent) {
      try {
        const [, release] = await waiting.acquire(Math.min(units, all), urgent ? 1 : 0);
        return release;
      } catch (error) {
        if (error === E_TIMEOUT) throw new TooBusy(what, { retryAfterSeconds: RETRY_AFTER_SECONDS, sealed });
        throw error;
      }
    },
  };
}
