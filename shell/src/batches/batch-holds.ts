import { commandById } from '@device-console/shared-lib/contract';
import type { Release } from '../releases/release.ts';
import type { BatchHolder } from './use-batches.ts';

/**
 * The releases that batches under way need, paused ones included: their screens show progress and end. The batches run
 * in the host; each holds the remote of its command's screen.
 */
export function createBatchHolds(batches: BatchHolder) {
  const paths = (): readonly string[] =>
    (batches.current()?.getSnapshot() ?? []).map(({ command }) => commandById(command).screen);
  return {
    isHeld: ({ declaration }: Release): boolean => {
      const needed = paths();
      return declaration.screens.some(({ path }) => needed.includes(path));
    },
    /** Called when the set of commands under way changes, not on progress. */
    onHoldChange: (listener: () => void): void => {
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
