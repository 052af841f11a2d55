import { type HousekeepingParts, type HousekeepingStep } from '../core/housekeeping.ts';
import { HOUR } from '../core/time/clock.ts';
import { joined } from './modules.ts';

interface Housekeeping extends Omit<HousekeepingParts, 'closing'> {
  /** Called for a step that failed; the other steps still run, and this one again an hour later. */
  onFailure(error: unknown, step: string): void;
}

const steps: Readonly<Record<string, HousekeepingStep>> = joined('housekeeping');

/** Deletes what is no longer kept, until all of it is gone or `closing` stops it between two pieces. */
export async function deleteOldRows(parts: Housekeeping, closing: AbortSignal): Promise<void> {
  for (const [name, step] of Object.entries(steps))
    try {
      await step({ ...parts, closing });
    } catch (error) {
      parts.onFailure(error, name);
    }
}

/** Now and once an hour; the returned function stops that after the current piece. */
export function startHousekeeping(parts: Housekeeping): () => Promise<void> {
  const closing = new AbortController();
  let underWay: Promise<void> | undefined;
  const run = () => {
    underWay ??= deleteOldRows(parts, closing.signal).finally(() => {
      underWay = undefined;
    });
  };
  run();
  const timer = setInterval(run, HOUR);
  return async () => {
    clearInterval(timer);
    closing.abort();
    await underWay;
  };
}
