import { useCallback, useEffect, type ComponentType, type ReactNode } from 'react';
import type { BatchManager, BatchRunner } from '@device-console/shared-lib/batch';
import type { Command } from '@device-console/shared-lib/contract';
import { failureText, useConsole, useQuery, useSession } from '@device-console/shared-lib/console';
import { Button, Card, FailureState, Spinner } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

export interface LoadedBatchesProps {
  readonly command: Command;
  readonly runner: BatchRunner;
  readonly manager: BatchManager;
}

interface BatchAreaProps {
  readonly command: Command;
  /** Must be the same function each time. */
  readonly loadCards: () => Promise<ComponentType<LoadedBatchesProps>>;
}

/** The operator's runner is above the screens (D16); cards and engine load after the form. */
export function BatchArea({ command, loadCards }: BatchAreaProps): ReactNode {
  const { loadBatches } = useConsole();
  const { email } = useSession();
  const { state, ask } = useQuery(
    useCallback(
      async (operator: string) => {
        const [manager, Cards] = await Promise.all([loadBatches(), loadCards()]);
        return { operator, manager, runner: manager.runnerFor(operator, command), Cards };
      },
      [loadBatches, loadCards, command],
    ),
  );
  useEffect(() => ask(email), [ask, email]);
  if (state.last) {
    const { Cards, operator, ...batches } = state.last;
    return <Cards key={operator} command={command} {...batches} />;
  }
  return (
    <Card title={t('Many devices (CSV)')}>
      {state.status === 'failed' ? (
        <FailureState
          title={t('Batches are not available')}
          actions={<Button onPress={() => ask(email)}>{t('Retry')}</Button>}
        >
          {failureText(state.error)}
        </FailureState>
      ) : (
        <Spinner label={t('Looking for an unfinished batch')} />
      )}
    </Card>
  );
}
