import { deleteOldRows } from '../app/housekeeping.ts';
import type { Store } from '../core/store/store.ts';
import { standardOf } from '../core/configuration/named-numbers.ts';
import { retentionTable } from '../modules/retention/index.ts';
import type { Clock } from '../core/time/clock.ts';

/** Deletes old rows as the server does, with the standard times; a step that fails is thrown, or told. */
export function keepHouse(
  { store: { db }, clock }: { readonly store: Pick<Store, 'db'>; readonly clock: Clock },
  closing = new AbortController().signal,
  onFailure = (error: unknown, _step: string): void => {
    throw error;
  },
): Promise<void> {
  return deleteOldRows({ db, clock, retention: standardOf(retentionTable), telemetryDays: 30, onFailure }, closing);
}
