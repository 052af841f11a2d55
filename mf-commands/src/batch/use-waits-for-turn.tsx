import { useState, useSyncExternalStore, type ReactNode } from 'react';
import type { ActiveBatch } from '@device-console/shared-lib/batch';
import { useSession } from '@device-console/shared-lib/console';
import { Checkbox } from '@device-console/shared-lib/ui';
import { useBatchSubject } from './batch-context.ts';
import { t } from '../t.ts';

function useOthersUnderWay(): readonly ActiveBatch[] {
  const { email } = useSession();
  const { command, manager } = useBatchSubject();
  const active = useSyncExternalStore(manager.subscribe, manager.getSnapshot);
  return active.filter((other) => other.operator === email && other.command !== command.id);
}

/** Whether a batch begins after those under way, which the operator is asked where there are any (D16a). */
export function useWaitsForTurn(): { readonly waitsForTurn: boolean; readonly choice: ReactNode } {
  const others = useOthersUnderWay();
  const [isWanted, setWanted] = useState(false);
  if (others.length === 0) return { waitsForTurn: false, choice: null };
  const titles = others.map(({ title }) => t.known(title)).join(', ');
  return {
    waitsForTurn: isWanted,
    choice: (
      <Checkbox isSelected={isWanted} onChange={setWanted}>
        {t('Begin when the batches under way are over: {titles}', { titles })}
      </Checkbox>
    ),
  };
}
