import { E_TIMEOUT, Semaphore, withTimeout } from 'async-mutex';
import { TooBusy } from '../errors/request-errors.ts';

/** How much of something costly happens at once. */
interface CapacityOptions {
  /** Named in the refusal, such as "other large files". */
  readonly what: string;
  /** Units available at once. */
  readonly units: number;
  /** How long a request waits for its units, in milliseconds. */
  readonly wait: number;
  /** Whether a refusal comes before the envelope is opened, so that it is plain. */
  readonly sealed: boolean;
}

/** A limit on something costly: requests wait a while for it and are then refused. */
export interface Capacity {
  /**
   * Waits for units; returns what gives them back, once. Throws TooBusy. More than there are count as all. Who is
   * `urgent` goes before those who are not.
   */
  take(units: number, urgent?: 'urgent'): Promise<() => void>;
  /** Units in use. */
  inUse(): number;
}

const RETRY_AFTER_SECONDS = 5;

/** Makes a limit; requests wait in order of arrival. */
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
