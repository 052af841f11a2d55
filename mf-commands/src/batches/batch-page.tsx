import { useCallback, useEffect, type ReactNode } from 'react';
import { calls, commandByAction, mayAccess, type BatchRunRow } from '@device-console/shared-lib/contract';
import {
  QueryNotice,
  useAnswer,
  useAddresses,
  useBatchHandover,
  useConsole,
  useFollowing,
  usePolling,
  useQuery,
  useSession,
} from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Actions, Button, buttonClass, EmptyState, Page, Spinner } from '@device-console/shared-lib/ui';
import { BatchFacts } from './batch-facts.tsx';
import { BatchOutcomes } from './batch-outcomes.tsx';
import { CommandLink } from './batches-columns.tsx';
import { CancelRest } from './cancel-rest.tsx';
import { TakeOverButton } from './take-over-button.tsx';
import { t } from '../t.ts';

/** A batch that is sent somewhere is looked at again after so many milliseconds. */
const LOOK_AGAIN_MS = 5000;

/** One batch: how far it is, who has it, what became of its devices, and the ways to go on with it (D17a, D17b). */
export function BatchPage({ batchId }: { readonly batchId: string }): ReactNode {
  const { to } = useAddresses();
  const { state, ask, look } = useAnswer(calls.batchRuns, { batchId });
  const run = state.last?.items.find((item) => item.batchId === batchId);
  usePolling(look, LOOK_AGAIN_MS, run?.state === 'running');
  useFollowing({
    look,
    imei: null,
    isOpen: run !== undefined && run.state !== 'running' && (run.queued ?? 0) + run.sent > 0,
  });
  return (
    <Page
      title={run ? run.oldfile || run.file : t('Batches')}
      actions={
        <>
          <Link className={buttonClass({ variant: 'quiet' })} to={to('batches')}>
            {t('All batches')}
          </Link>
          <Button onPress={ask}>{t('Refresh')}</Button>
        </>
      }
    >
      <QueryNotice state={state} title={t('The batch could not be fetched')} onRetry={ask} />
      {run && <Batch run={run} onChanged={ask} />}
      {!run && state.status === 'loading' && <Spinner label={t('Fetching the batch')} />}
      {!run && state.status === 'ready' && (
        <EmptyState title={t('There is no such batch')}>
          {t('It may be another account’s, or the address is not whole.')}
        </EmptyState>
      )}
    </Page>
  );
}

function Batch({ run, onChanged }: { readonly run: BatchRunRow; readonly onChanged: () => void }): ReactNode {
  const command = commandByAction(run.action)?.command;
  return (
    <>
      <WaysOn run={run} />
      <BatchFacts run={run} command={<CommandLink action={run.action} />} />
      <CancelRest run={run} onChanged={onChanged} />
      <BatchOutcomes run={run} command={command} />
    </>
  );
}

/** True once it is known that this browser keeps the unfinished batch. */
function useIsHere(batchId: string): boolean {
  const { loadBatches } = useConsole();
  const { email } = useSession();
  const { state, ask } = useQuery(
    useCallback(async (operator: string) => (await loadBatches()).unfinished(operator), [loadBatches]),
  );
  useEffect(() => ask(email), [ask, email]);
  return state.last?.some(({ header }) => header.batchId === batchId) === true;
}

/** Resume where this browser has the batch, Take over where another one has it; for who may send the command. */
function WaysOn({ run }: { readonly run: BatchRunRow }): ReactNode {
  const { audience } = useAddresses();
  const session = useSession();
  const { resume } = useBatchHandover();
  const isHere = useIsHere(run.batchId);
  const command = commandByAction(run.action)?.command;
  const isUnfinished = run.state === 'running' || run.state === 'silent';
  if (!isUnfinished || !command?.audiences.includes(audience) || !mayAccess(session, command)) return null;
  return (
    <Actions>
      {isHere ? (
        <Button variant="primary" onPress={() => resume(command.id)}>
          {t('Resume')}
        </Button>
      ) : (
        <TakeOverButton run={run} command={command} />
      )}
    </Actions>
  );
}
