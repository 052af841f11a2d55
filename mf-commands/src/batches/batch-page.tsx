import { useCallback, useEffect, type ReactNode } from 'react';
import { calls, commandByAction, mayAccess, type BatchRunRow, type Command } from '@device-console/shared-lib/contract';
import {
  formatCount,
  formatTime,
  useAddresses,
  useBatchHandover,
  useConsole,
  usePolling,
  useQuery,
  useSession,
  useAnswer,
  QueryNotice,
  useIsOffered,
} from '@device-console/shared-lib/console';
import { useFollowing } from '@device-console/shared-lib/records';
import { Link, useNavigate } from '@device-console/shared-lib/router';
import {
  Actions,
  Button,
  buttonClass,
  Card,
  EmptyState,
  Notice,
  Page,
  Progress,
  Spinner,
} from '@device-console/shared-lib/ui';
import { DefinitionList } from '@device-console/shared-lib/ui/chart';
import { RelativeTime } from '@device-console/shared-lib/ui/timeline';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import { BatchOutcomes } from './batch-outcomes.tsx';
import { BatchStateBadge, CommandLink } from './batches-columns.tsx';
import { CancelRest } from './cancel-rest.tsx';
import { t } from '../t.ts';

const whyNot = {
  occupied: (command: string) =>
    t('This browser has an unfinished batch of {command}. Finish it or leave it first.', { command }),
  busy: (command: string) => t('A batch of {command} is being worked on here or in another tab.', { command }),
} as const;

/** Asks, then continues an unfinished batch here, wherever it is (D17b). */
function TakeOverButton({ run, command }: { readonly run: BatchRunRow; readonly command: Command }): ReactNode {
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
const REFETCH_MS = 5000;

/** One batch: progress, holder, outcomes, and how to continue it (D17a, D17b). */
export function BatchPage({ batchId }: { readonly batchId: string }): ReactNode {
  const { to } = useAddresses();
  const { state, ask, refetch } = useAnswer(calls.batchRuns, { batchId });
  const run = state.last?.items.find((item) => item.batchId === batchId);
  usePolling(refetch, REFETCH_MS, run?.state === 'running');
  useFollowing({
    refetch,
    imei: null,
    isOpen: run !== undefined && run.state !== 'running' && (run.queued ?? 0) + run.sent > 0,
    hasFailed: state.status === 'failed',
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
      {run && (
        <>
          <NextActions run={run} />
          <BatchFacts run={run} />
          <CancelRest run={run} />
          <BatchOutcomes run={run} />
        </>
      )}
      {!run && state.status === 'loading' && <Spinner label={t('Fetching the batch')} />}
      {!run && state.status === 'ready' && (
        <EmptyState title={t('There is no such batch')}>
          {t('It may belong to another account, or the address is incomplete.')}
        </EmptyState>
      )}
    </Page>
  );
}

const countOf = (count: number | null): string => (count === null ? '–' : formatCount(count));

const when = (moment: string): ReactNode => (moment === '' ? '–' : <RelativeTime moment={Date.parse(moment)} />);

/** Commands that ended without reaching their phones. */
function undone({ expired, unknown, cancelled }: BatchRunRow): readonly (readonly [string, number])[] {
  const counts = [
    [t('Expired unsent'), expired ?? 0],
    [t('Outcome unknown'), unknown ?? 0],
    [t('Cancelled unsent'), cancelled ?? 0],
  ] as const;
  return counts.filter(([, count]) => count > 0);
}

/** Progress, holder, and the state of the commands (D17a). */
function BatchFacts({ run }: { readonly run: BatchRunRow }): ReactNode {
  const { holder, place, user, done, total } = run;
  const waiting = run.queued ?? run.found - run.sent - run.acknowledged - run.failed;
  return (
    <Card title={t('Progress')}>
      {done !== null && total !== null && (
        <Progress
          label={t('Devices with an outcome')}
          value={done}
          max={total}
          text={`${formatCount(done)} / ${formatCount(total)}`}
        />
      )}
      <DefinitionList
        isWide
        items={[
          { term: t('State'), value: <BatchStateBadge run={run} /> },
          { term: t('Command'), value: <CommandLink action={run.action} /> },
          { term: t('Started by'), value: user },
          { term: t('Started'), value: formatTime(run.startedAt) },
          ...(holder === '' ? [] : [{ term: t('Sent by'), value: t('{holder}, {place}', { holder, place }) }]),
          { term: t('Last contact'), value: when(run.seenAt || run.updatedAt) },
          { term: t('Found'), value: formatCount(run.found), tone: 'success' as const },
          { term: t('Not Found'), value: countOf(run.notFound) },
          ...(run.refused === null || run.refused === 0
            ? []
            : [{ term: t('Refused'), value: formatCount(run.refused), tone: 'danger' as const }]),
          { term: t('Acknowledged by phones'), value: formatCount(run.acknowledged), tone: 'success' as const },
          { term: t('Sent to phones'), value: formatCount(run.sent) },
          { term: t('Waiting at the server'), value: formatCount(Math.max(waiting, 0)) },
          { term: t('Failed at phones'), value: formatCount(run.failed) },
          ...undone(run).map(([term, count]) => ({ term, value: formatCount(count) })),
        ]}
      />
    </Card>
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
function NextActions({ run }: { readonly run: BatchRunRow }): ReactNode {
  const { audience } = useAddresses();
  const session = useSession();
  const { resume } = useBatchHandover();
  const isHere = useIsHere(run.batchId);
  const command = commandByAction(run.action)?.command;
  const isUnfinished = run.state === 'running' || run.state === 'silent';
  const isOffered = useIsOffered();
  if (!isUnfinished || !command?.audiences.includes(audience) || !mayAccess(session, command)) return null;
  if (!isOffered(command)) return null;
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
