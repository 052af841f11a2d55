import { E_TIMEOUT, Semaphore, withTimeout } from 'async-mutex';
import { TooBusy } from '../errors/request-errors.ts';

interface CapacityOptions {
  /** Named in the refusal, such as "other large files". */
  readonly what: string;
  readonly units: number;
  /** Milliseconds. */
  readonly wait: number;
  /** False if a refusal comes before the envelope is opened. */
  readonly sealed: boolean;
}

export type Capacity = ReturnType<typeof createCapacity>;

/** A limit on something costly: requests wait for it in order of arrival, and are refused after a while. */
export function createCapacity({ what, units: all, wait, sealed }: CapacityOptions) {
  const semaphore = new Semaphore(all);
  const waiting = withTimeout(semaphore, wait);
  return {
    inUse: () => all - semaphore.getValue(),
    /** Returns a function that gives them back, once. Throws TooBusy. More than exist count as all. */
    async take(units: number, urgent?: 'urgent'): Promise<() => void> {
      try {
        const [, release] = await waiting.acquire(Math.min(units, all), urgent ? 1 : 0);
        return release;
      } catch (error) {
        if (error === E_TIMEOUT) throw new TooBusy(what, sealed);
        throw error;
      }
    },
  };
}
