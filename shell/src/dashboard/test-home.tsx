import type { ReactNode } from 'react';
import type { BatchManager, UnfinishedBatch } from '@device-console/shared-lib/batch';
import { createHolder } from '../common/holder.ts';
import { SearchContext } from '../search/search-context.ts';
import { noBatches } from '../testing/fake-batches.ts';
import { DashboardScreen } from './dashboard-screen.tsx';

/** Has no batches, no remote is known yet, and the search never opens. */
export function Dashboard(): ReactNode {
  return (
    <SearchContext value={search}>
      <DashboardScreen batches={batches} routes={[]} />
    </SearchContext>
  );
}
const batches = noBatches();
const search = { open: () => undefined, openShortcuts: () => undefined, hasFailed: false };

const daysOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `2026-11-${String(31 - count + index).padStart(2, '0')}`);

/** Two of its 30 days have data; `more` overrides fields. */
export function overviewAnswer(more: object = {}) {
  return {
    status: 'success' as const,
    message: '',
    scope: 'everyone',
    days: daysOf(30).map((day, index) => ({
      day,
      registered: index > 27 ? 5 : 0,
      reregistered: index === 29 ? 1 : 0,
      deenrolled: index === 29 ? 2 : 0,
      released: index === 28 ? 3 : 0,
    })),
    commands: daysOf(14).map((day, index) => ({
      day,
      acknowledged: index === 13 ? 3 : 0,
      failed: index === 13 ? 1 : 0,
      open: 0,
    })),
    versions: [],
    attention: [],
    actions: [],
    batches: [],
    ...more,
  };
}

export function managerOf(
  unfinished: () => Promise<readonly UnfinishedBatch[]>,
  runnerFor: BatchManager['runnerFor'] = () => {
    throw new Error('This test has no runner.');
  },
): Promise<BatchManager> {
  return createHolder(() =>
    Promise.resolve({
      runnerFor,
      unfinished,
      subscribe: () => () => undefined,
      getSnapshot: () => [],
      hasActive: () => false,
      pauseAll: () => undefined,
      signedIn: () => undefined,
      dispose: () => undefined,
    }),
  ).load();
}

export function noUnfinished(): Promise<BatchManager> {
  return managerOf(() => Promise.resolve([]));
}
