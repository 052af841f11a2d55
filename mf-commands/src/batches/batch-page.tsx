import { useCallback, useEffect, type ReactNode } from 'react';
import { calls, commandByAction, mayAccess, type BatchRunRow, type Command } from '@device-console/shared-lib/contract';
import {
  useAddresses,
  useBatchHandover,
  useConsole,
  usePolling,
  useQuery,
  useSession,
  useAnswer,
  QueryNotice,
} from '@device-console/shared-lib/console';
import { useFollowing } from '@device-console/shared-lib/records';
import { Link, useNavigate } from '@device-console/shared-lib/router';
import { Actions, Button, buttonClass, EmptyState, Page, Spinner, Notice } from '@device-console/shared-lib/ui';
import { BatchFacts } from './batch-facts.tsx';
import { BatchOutcomes } from './batch-outcomes.tsx';
import { CommandLink } from './batches-columns.tsx';
import { CancelRest } from './cancel-rest.tsx';
import { t } from '../t.ts';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';

const whyNot = {
  occupied: (command: string) =>
    t('This browser has an unfinished batch of {command}. Finish it or leave it first.', { command }),
  busy: (command: string) => t('A batch of {command} is being worked on here or in another tab.', { command }),
} as const;

interface TakeOverButtonProps {
  readonly run: BatchRunRow;
  readonly command: Command;
}

/** Asks, then continues an unfinished batch here, wherever it is (D17b). */
function TakeOverButton({ run, command }: TakeOverButtonProps): ReactNode {
  const { loadBatches } = useConsole();
  const { email } = useSession();
  const { to } = useAddresses();
  const navigate = useNavigate();
  const { batchId, action, holder, place } = run;
  const title = t.known(command.title);
  const screen = to(command.screen);
  const { state, ask: take } = useQuery(
    useCallback(async () => {
      const runner = (await loadBatches()).runnerFor(email, command);
      await runner.settled();
      const status = await runner.takeOver({ batchId, action });
      if (status === 'taken') void navigate(screen);
      return status;
    }, [loadBatches, email, command, batchId, action, navigate, screen]),
  );
  return (
    <>
      <ConfirmButton
        label={t('Take over…')}
        variant="primary"
        title={t('Take over {file}?', { file: run.oldfile || run.file })}
        message={
          run.state === 'running'
            ? t('{holder} is sending it now in {place}. It stops there and continues here.', {
                holder,
                place,
              })
            : t(
                '{holder} had it in {place}, which has not been in contact recently. It can no longer ' +
                  'continue there.',
                {
                  holder: holder || run.user,
                  place,
                },
              )
        }
        confirmLabel={t('Take over')}
        isDisabled={state.status === 'loading'}
        onConfirm={() => take(null)}
      >
        {t('Nothing is sent twice, and the file is not needed. The audit says that you took it over.')}
      </ConfirmButton>
      {state.status === 'ready' && state.last !== 'taken' && (
        <Notice
          tone="warning"
          title={t('The batch could not be taken over')}
          actions={
            <Link className={buttonClass({})} to={screen}>
              {t('Open {command}', { command: title })}
            </Link>
          }
        >
          {whyNot[state.last](title)}
        </Notice>
      )}
      <QueryNotice state={state} title={t('The batch could not be taken over')} />
    </>
  );
}

/** Milliseconds; only while the batch is being sent. */
const LOOK_AGAIN_MS = 5000;

/** One batch: progress, holder, outcomes, and how to continue it (D17a, D17b). */
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

/** True once it is known that this browser has the unfinished batch. */
function useIsHere(batchId: string): boolean {
  const { loadBatches } = useConsole();
  const { email } = useSession();
  const { state, ask } = useQuery(
    useCallback(async (operator: string) => (await loadBatches()).unfinished(operator), [loadBatches]),
  );
  useEffect(() => ask(email), [ask, email]);
  return state.last?.some(({ header }) => header.batchId === batchId) === true;
}

/** Resume if this browser has the batch, Take over if another does; for operators who may send the command. */
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
