import { commandById } from '@device-console/shared-lib/contract';
import type { Release } from '../releases/release.ts';
import type { BatchHolder } from './use-batches.ts';

/** The releases that batches under way need, paused ones included: their screens show progress and end. */
export interface BatchHolds {
  readonly isHeld: (release: Release) => boolean;
  /** Called when the set of commands under way changes, not on progress. */
  readonly onChange: (listener: () => void) => void;
}

/** Watches the page's batches, which run in the host: a batch holds the remote of its command's screen. */
export function createBatchHolds(batches: BatchHolder): BatchHolds {
  const paths = (): readonly string[] =>
    (batches.current()?.getSnapshot() ?? []).map(({ command }) => commandById(command).screen);
  return {
    isHeld: ({ declaration }) => {
      const needed = paths();
      return declaration.screens.some(({ path }) => needed.includes(path));
    },
    onChange: (listener) => {
      let before = '';
      const look = (): void => {
        const now = paths().toSorted().join();
        if (now === before) return;
        before = now;
        listener();
      };
      batches.subscribe(() => {
        batches.current()?.subscribe(look);
        look();
      });
    },
  };
}
