import { useEffect, useState } from 'react';
import { pageClock } from '@device-console/shared-lib/csv';
import { filterRows } from './filter-rows.ts';
import type { NotificationBatch } from './notification-batch.ts';

/**
 * The messages that a filter leaves: all, or those at the found indices; `isBusy` while a newer filter is worked on.
 */
export interface FilteredMessages {
  readonly found: readonly number[] | null;
  readonly isBusy: boolean;
}

/** Everything of a message that can be searched, in small letters. */
function searchable(batch: NotificationBatch, index: number): string {
  const { imei, name, amount, date, template, header, text } = batch.messageAt(index);
  return [imei, name, amount, date, template, header, text].join('\n').toLowerCase();
}

/** Filters the messages of a batch by text, in any case, without blocking the page (T5). */
export function useFilteredMessages(batch: NotificationBatch, filter: string): FilteredMessages {
  const [last, setLast] = useState<{ readonly wanted: string; readonly found: readonly number[] } | null>(null);
  const wanted = filter.trim().toLowerCase();
  useEffect(() => {
    if (wanted === '') return undefined;
    let isOver = false;
    const matches = (index: number): boolean => searchable(batch, index).includes(wanted);
    void filterRows(batch.imeis.length, matches, pageClock, () => isOver).then((found) => {
      if (found) setLast({ wanted, found });
    });
    return () => {
      isOver = true;
    };
  }, [batch, wanted]);
  if (wanted === '') return { found: null, isBusy: false };
  return { found: last?.found ?? null, isBusy: last?.wanted !== wanted };
}
