import { type HousekeepingParts, type HousekeepingStep } from '../core/housekeeping.ts';
import { HOUR } from '../core/time/clock.ts';
import { modules } from './modules.ts';

/** What old rows are deleted by. */
interface Housekeeping extends Omit<HousekeepingParts, 'closing'> {
  /** Told of a step that failed; the others are taken all the same, and this one again an hour later. */
  onFailure(error: unknown, step: string): void;
}

/** What is done, each by itself, by what it is called. */
const steps: Readonly<Record<string, HousekeepingStep>> = Object.assign(
  {},
  ...modules.map(({ housekeeping }) => housekeeping),
);

/** Deletes what is kept no longer, until all of it is gone or `closing` ends it between two pieces. */
export async function deleteOldRows(parts: Housekeeping, closing: AbortSignal): Promise<void> {
  for (const [name, step] of Object.entries(steps))
    try {
      await step({ ...parts, closing });
    } catch (error) {
      parts.onFailure(error, name);
    }
}

/** Deletes old rows now and once an hour; what it returns ends that, after the piece in hand. */
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
