import { useCallback, useState } from 'react';
import type { ApiClient } from '@device-console/shared-lib/api';
import { BATCH_PAGE_ROWS, calls, type AnswerOf } from '@device-console/shared-lib/contract';
import { useConsole, useQuery, type Query } from '@device-console/shared-lib/console';

export type RowOutcome = AnswerOf<typeof calls.batchOutcomes>['items'][number];

async function readOutcomes(
  api: Pick<ApiClient, 'call'>,
  batchId: string,
  signal: AbortSignal,
  onRead: (rows: number, devices: number) => void,
): Promise<readonly RowOutcome[]> {
  const rows: RowOutcome[] = [];
  for (;;) {
    const page = await api.call(
      calls.batchOutcomes,
      { batchId, after: rows.length, limit: BATCH_PAGE_ROWS },
      { signal },
    );
    for (const item of page.items) rows.push(item);
    const devices = page.devices ?? rows.length;
    onRead(rows.length, devices);
    if (page.items.length === 0 || rows.length >= devices) return rows;
  }
}

/** Every row of a batch with its outcome, read in pages on demand, and how far the reading is (D17a). */
export function useOutcomes(batchId: string): {
  readonly query: Query<null, readonly RowOutcome[]>;
  readonly read: { readonly rows: number; readonly devices: number };
} {
  const { api } = useConsole();
  const [read, setRead] = useState({ rows: 0, devices: 1 });
  const query = useQuery(
    useCallback(
      (_input: null, signal: AbortSignal) =>
        readOutcomes(api, batchId, signal, (rows, devices) => setRead({ rows, devices: Math.max(devices, 1) })),
      [api, batchId],
    ),
  );
  return { query, read };
}
