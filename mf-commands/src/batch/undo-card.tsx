import { useState, useSyncExternalStore, type ReactNode } from 'react';
import type { BatchRunner, BatchView } from '@device-console/shared-lib/batch';
import type { Command } from '@device-console/shared-lib/contract';
import { failureText, formatCount, useAddresses, useConsole, useSession } from '@device-console/shared-lib/console';
import { Link, useNavigate } from '@device-console/shared-lib/router';
import { Actions, Button, buttonClass, Card, Notice } from '@device-console/shared-lib/ui';
import { messages } from '../messages.ts';
import { useBatchSubject } from './batch-context.ts';
import { foundImeis, offerList, undoCommandOf, undoFileName } from './undo.ts';
import { t } from '../t.ts';

type Preparing =
  | { readonly status: 'offered' | 'preparing' | 'occupied' }
  | { readonly status: 'failed'; readonly message: string };

/** After a batch: its inverse, for the found devices alone, on the inverse command's own screen (N5, D14). */
export function UndoCard({ runner }: { readonly runner: BatchRunner }): ReactNode {
  const state = useSyncExternalStore(runner.subscribe, runner.getSnapshot);
  const { command } = useBatchSubject();
  const { audience } = useAddresses();
  const undo = undoCommandOf(command, useSession(), audience);
  if (state.status !== 'finished' || !undo || state.batch.summary.found === 0) return null;
  return <UndoOffer key={state.batch.batchId} undo={undo} batch={state.batch} />;
}

function UndoOffer({ undo, batch }: { readonly undo: Command; readonly batch: BatchView }): ReactNode {
  const { loadBatches } = useConsole();
  const { email } = useSession();
  const { to } = useAddresses();
  const navigate = useNavigate();
  const [state, setState] = useState<Preparing>({ status: 'offered' });
  const { found, unconfirmed } = batch.summary;

  const prepare = async (): Promise<void> => {
    setState({ status: 'preparing' });
    try {
      const runner = (await loadBatches()).runnerFor(email, undo);
      const status = await offerList(runner, undoFileName(batch.fileName), () => foundImeis(batch.results));
      setState({ status });
      if (status === 'offered') void navigate(to(undo.screen));
    } catch (error) {
      setState({ status: 'failed', message: failureText(error) });
    }
  };
  return (
    <Card title={messages.undo} description={messages.undoText(t.known(undo.title), formatCount(found))}>
      {unconfirmed > 0 && <Notice tone="info">{messages.undoUnconfirmed(formatCount(unconfirmed))}</Notice>}
      {state.status === 'occupied' && <Notice tone="warning">{messages.undoOccupied(t.known(undo.title))}</Notice>}
      {state.status === 'failed' && (
        <Notice tone="danger" title={messages.loadFailed}>
          {state.message}
        </Notice>
      )}
      <Actions>
        <Button isPending={state.status === 'preparing'} onPress={() => void prepare()}>
          {messages.undoButton(t.known(undo.title))}
        </Button>
        {state.status === 'occupied' && (
          <Link className={buttonClass({ variant: 'quiet' })} to={to(undo.screen)}>
            {messages.openScreen(t.known(undo.title))}
          </Link>
        )}
      </Actions>
    </Card>
  );
}
