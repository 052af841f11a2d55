import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import type { BatchRunner } from '@device-console/shared-lib/batch';
import type { Command } from '@device-console/shared-lib/contract';
import { useConsole, useSession } from '@device-console/shared-lib/console';
import { Button, Card, FailureState, Spinner } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import type { BatchCardsProps } from './batch-cards.tsx';

type Loading =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly runner: BatchRunner; readonly Cards: ComponentType<BatchCardsProps> }
  | { readonly status: 'failed'; readonly message: string };

/**
 * The batches of one command: the operator's runner, which lives above the screens (D16). Its cards come with the
 * engine, after the form of one device, which is there without either.
 */
export function BatchArea({ command }: { readonly command: Command }): ReactNode {
  const { loadBatches } = useConsole();
  const { email } = useSession();
  const [loading, setLoading] = useState<Loading>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let wanted = true;
    Promise.all([loadBatches(), import('./batch-cards.tsx')]).then(
      ([manager, { BatchCards }]) =>
        wanted && setLoading({ status: 'ready', runner: manager.runnerFor(email, command), Cards: BatchCards }),
      (error: unknown) =>
        wanted && setLoading({ status: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [loadBatches, email, command, attempt]);

  if (loading.status === 'ready') return <loading.Cards command={command} runner={loading.runner} />;
  return (
    <Card title={messages.manyDevices}>
      {loading.status === 'loading' ? (
        <Spinner label={messages.preparing} />
      ) : (
        <FailureState
          title={messages.loadFailed}
          actions={<Button onPress={() => setAttempt((count) => count + 1)}>{messages.retry}</Button>}
        >
          {loading.message}
        </FailureState>
      )}
    </Card>
  );
}
