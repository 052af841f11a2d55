import { useEffect, useState, type ReactNode } from 'react';
import type { BatchRunner } from '@device-console/shared-lib/batch';
import type { Command, CommandVariant } from '@device-console/shared-lib/contract';
import { useConsole, useSession } from '@device-console/shared-lib/console';
import { Button, Card, FailureState, Spinner } from '@device-console/shared-lib/ui';
import { hasChoice } from '../command/variant-select.tsx';
import { messages } from '../messages.ts';
import { BatchContext } from './batch-context.ts';
import { BatchBoard } from './batch-board.tsx';
import { UndoCard } from './undo-card.tsx';

type Loading =
  | { readonly status: 'loading' }
  | { readonly status: 'ready'; readonly runner: BatchRunner }
  | { readonly status: 'failed'; readonly message: string };

/** The batches of one command: the operator's runner, which lives above the screens (D16). */
export function BatchArea({ command }: { readonly command: Command }): ReactNode {
  const { loadBatches } = useConsole();
  const { email } = useSession();
  const [loading, setLoading] = useState<Loading>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const [variant, chooseVariant] = useState<CommandVariant | null>(() => (hasChoice(command) ? null : command.variants[0]));

  useEffect(() => {
    let wanted = true;
    loadBatches().then(
      (manager) => wanted && setLoading({ status: 'ready', runner: manager.runnerFor(email, command) }),
      (error: unknown) => wanted && setLoading({ status: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [loadBatches, email, command, attempt]);

  if (loading.status === 'ready') {
    return (
      <BatchContext value={{ command, variant, chooseVariant }}>
        <BatchBoard command={command} runner={loading.runner} />
        <UndoCard runner={loading.runner} />
      </BatchContext>
    );
  }
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
