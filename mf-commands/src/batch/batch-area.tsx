import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { BatchManager, BatchRunner } from '@device-console/shared-lib/batch';
import type { Command } from '@device-console/shared-lib/contract';
import { failureText, useConsole, useSession } from '@device-console/shared-lib/console';
import { Button, Card, FailureState, Spinner } from '@device-console/shared-lib/ui';
import { t } from '../t.ts';

export interface LoadedBatchesProps {
  readonly command: Command;
  readonly runner: BatchRunner;
  readonly manager: BatchManager;
}

interface BatchAreaProps {
  readonly command: Command;
  /** Fetches the cards; the same function each time. */
  readonly loadCards: () => Promise<ComponentType<LoadedBatchesProps>>;
}

type Loading =
  | { readonly status: 'loading' }
  | ({ readonly status: 'ready'; readonly Cards: ComponentType<LoadedBatchesProps> } & Omit<
      LoadedBatchesProps,
      'command'
    >)
  | { readonly status: 'failed'; readonly message: string };

/** A command's batches: the operator's runner above the screens (D16); cards and engine come after the form. */
export function BatchArea({ command, loadCards }: BatchAreaProps): ReactNode {
  const { loadBatches } = useConsole();
  const { email } = useSession();
  const [loading, setLoading] = useState<Loading>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let wanted = true;
    Promise.all([loadBatches(), loadCards()]).then(
      ([manager, Cards]) =>
        wanted && setLoading({ status: 'ready', manager, runner: manager.runnerFor(email, command), Cards }),
      (error: unknown) => wanted && setLoading({ status: 'failed', message: failureText(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [loadBatches, loadCards, email, command, attempt]);

  if (loading.status === 'ready')
    return (
      <loading.Cards
        key={loading.runner.key.operator}
        command={command}
        runner={loading.runner}
        manager={loading.manager}
      />
    );
  return (
    <Card title={t('Many devices (CSV)')}>
      {loading.status === 'loading' ? (
        <Spinner label={t('Looking for an unfinished batch')} />
      ) : (
        <FailureState
          title={t('Batches are not available')}
          actions={<Button onPress={() => setAttempt((count) => count + 1)}>{t('Retry')}</Button>}
        >
          {loading.message}
        </FailureState>
      )}
    </Card>
  );
}
