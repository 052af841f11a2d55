import { deleteOldRows } from '../app/housekeeping.ts';
import type { Store } from '../core/store/store.ts';
import type { Clock } from '../core/time/clock.ts';
import { leastSettings } from './least-settings.ts';

/** Deletes old rows as the server does, with the standard times; a step that fails is thrown, or told. */
export function keepHouse(
  { store: { db }, clock }: { readonly store: Pick<Store, 'db'>; readonly clock: Clock },
  closing = new AbortController().signal,
  onFailure = (error: unknown, _step: string): void => {
    throw error;
  },
): Promise<void> {
  return deleteOldRows({ db, clock, settings: leastSettings, onFailure }, closing);
}
