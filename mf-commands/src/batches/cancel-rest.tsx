import { useCallback, useState, type ReactNode } from 'react';
import { calls, mayAccess, type BatchRunRow } from '@device-console/shared-lib/contract';
import {
  formatCount,
  QueryNotice,
  useConsole,
  useInvalidate,
  useQuery,
  useSession,
} from '@device-console/shared-lib/console';
import { decideInSteps, type DecidedCommands } from '@device-console/shared-lib/records';
import { Actions, Notice, Spinner } from '@device-console/shared-lib/ui';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import { t } from '../t.ts';

const call = calls.operationsDecide;

const waitingOf = ({ queued }: BatchRunRow): number => queued ?? 0;

interface CancelRestProps {
  readonly run: BatchRunRow;
}

/** Asks, then cancels a batch's commands that still wait to be sent; for superadmins only (D17c). */
export function CancelRest({ run }: CancelRestProps): ReactNode {
  const { api } = useConsole();
  const invalidate = useInvalidate();
  const session = useSession();
  const { batchId } = run;
  /** With the figures of then, which are outdated from then on. */
  const [asked, setAsked] = useState<BatchRunRow | null>(null);
  const { state, ask } = useQuery(
    useCallback(
      (reason: string) =>
        decideInSteps((after) => api.call(call, { decision: 'cancel', filter: { batchId }, reason, after })).finally(
          // Also after a failure: some may be cancelled.
          () => invalidate(calls.batchRuns),
        ),
      [api, batchId, invalidate],
    ),
  );
  const { access } = call;
  const isAllowed = typeof access === 'object' && mayAccess(session, access) && api.offers(call);
  if (!isAllowed) return null;
  const waiting = waitingOf(run);
  const count = formatCount(waiting);
  const cancel = (reason: string): void => {
    setAsked(run);
    ask(reason);
  };
  return (
    <>
      {state.status === 'loading' && <Spinner label={t('Cancelling the rest')} />}
      {state.status === 'ready' && asked && <Outcome decided={state.last} asked={waitingOf(asked)} />}
      <QueryNotice state={state} title={t('The rest could not be cancelled')} />
      {state.status === 'failed' && (
        <Notice tone="warning">
          {t('Some of it may be cancelled already. The figures have been refreshed: check them first.')}
        </Notice>
      )}
      {waiting > 0 && asked !== run && state.status !== 'loading' && (
        <Actions>
          <ConfirmButton
            label={t(
              '{count, plural, one {Cancel {count} waiting command…} other {Cancel {count} waiting commands…}}',
              { count },
            )}
            variant="danger"
            tone="danger"
            title={t('Cancel the rest of {file}?', { file: run.oldfile || run.file })}
            message={t(
              '{count, plural, one {{count} command of this batch waits} other {{count} commands of this ' +
                'batch wait}} to be sent. Commands that have certainly not reached the provider are cancelled ' +
                'for good; those that may have reached it cannot be recalled.',
              { count },
            )}
            confirmLabel={t('Cancel the rest')}
            needsReason
            onConfirm={cancel}
          >
            {run.state === 'running' && (
              <p>{t('The batch is still being sent: what it queues from now on is not cancelled.')}</p>
            )}
          </ConfirmButton>
        </Actions>
      )}
    </>
  );
}

/** What was cancelled, and which waiting commands were not. */
function Outcome({ decided, asked }: { readonly decided: DecidedCommands; readonly asked: number }): ReactNode {
  const { done, notDone, reasons } = decided;
  const gone = asked - done - notDone;
  const lines: string[] = [];
  if (notDone > 0)
    lines.push(
      t('{count, plural, one {{count} command} other {{count} commands}} could not be cancelled: {why}', {
        count: formatCount(notDone),
        why: reasons.join(' '),
      }),
    );
  if (gone > 0)
    lines.push(
      t(
        '{count, plural, one {{count} command} other {{count} commands}} could not be cancelled: no longer ' +
          'waiting by then, but sent or ended.',
        { count: formatCount(gone) },
      ),
    );
  return (
    <Notice
      tone={lines.length === 0 ? 'success' : 'warning'}
      title={t('{count, plural, =0 {Nothing was} one {{count} command was} other {{count} commands were}} cancelled.', {
        count: formatCount(done),
      })}
    >
      {lines.length === 0 ? undefined : lines.join(' ')}
    </Notice>
  );
}
