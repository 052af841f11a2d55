import type { ActiveBatch } from '@device-console/shared-lib/batch';
import { useSession } from '@device-console/shared-lib/console';
import type { BatchHolder } from './batch-holder.ts';
import { useBatches } from './use-batches.ts';

const unchanged = (active: readonly ActiveBatch[]): readonly ActiveBatch[] => active;

/**
 * This operator's batches under way in this tab, paused ones included. They change several times a second while one
 * runs: what calls this is drawn as often, so it should be small.
 */
export function useOwnBatches(batches: BatchHolder): readonly ActiveBatch[] {
  const { email } = useSession();
  return useBatches(batches, unchanged).filter(({ operator }) => operator === email);
}
