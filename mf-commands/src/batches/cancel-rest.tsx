import { useState, type ReactNode } from 'react';
import { calls, mayAccess, textKinds, type BatchRunRow } from '@device-console/shared-lib/contract';
import {
  decideInSteps,
  failureNotice,
  formatCount,
  useConsole,
  useSession,
  type DecidedCommands,
} from '@device-console/shared-lib/console';
import { Actions, Notice, Spinner, TextField } from '@device-console/shared-lib/ui';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import { batchPageMessages as texts } from './batch-page-messages.ts';

const LEAST_REASON = 3;
const call = calls.operationsCancelBatch;

/** `of` are the figures that it began with; they are old from then on. */
type Cancelling =
  | { readonly status: 'none' }
  | { readonly status: 'cancelling'; readonly of: BatchRunRow }
  | { readonly status: 'done'; readonly of: BatchRunRow; readonly decided: DecidedCommands }
  | { readonly status: 'failed'; readonly of: BatchRunRow; readonly error: unknown };

const waitingOf = ({ queued }: BatchRunRow): number => queued ?? 0;

interface CancelRestProps {
  readonly run: BatchRunRow;
  /** Told that commands were cancelled, or may have been: the figures are old. */
  readonly onChanged: () => void;
}

/** Cancels the commands of a batch that still wait to be sent, after a question; for superadmins alone (D17c). */
export function CancelRest({ run, onChanged }: CancelRestProps): ReactNode {
  const { api } = useConsole();
  const session = useSession();
  const [cancelling, setCancelling] = useState<Cancelling>({ status: 'none' });
  const { access } = call;
  const isAllowed = typeof access === 'object' && mayAccess(session, access) && api.offers(call);
  if (!isAllowed) return null;
  const waiting = waitingOf(run);
  const isOffered = waiting > 0 && (cancelling.status === 'none' || cancelling.of !== run);

  const cancel = async (reason: string): Promise<void> => {
    setCancelling({ status: 'cancelling', of: run });
    try {
      const decided = await decideInSteps((after) => api.call(call, { batchId: run.batchId, reason, after }));
      setCancelling({ status: 'done', of: run, decided });
    } catch (error) {
      setCancelling({ status: 'failed', of: run, error });
    }
    onChanged();
  };
  return (
    <>
      {cancelling.status === 'cancelling' && <Spinner label={texts.cancelling} />}
      {cancelling.status === 'done' && <Outcome decided={cancelling.decided} asked={waitingOf(cancelling.of)} />}
      {cancelling.status === 'failed' && (
        <>
          <Notice tone="danger" title={texts.cancelRestFailed} {...failureNotice(cancelling.error)} />
          <Notice tone="warning">{texts.cancelRestLook}</Notice>
        </>
      )}
      {isOffered && cancelling.status !== 'cancelling' && (
        <Actions>
          <AskAndCancel run={run} waiting={waiting} onConfirm={(reason) => void cancel(reason)} />
        </Actions>
      )}
    </>
  );
}

interface AskAndCancelProps {
  readonly run: BatchRunRow;
  readonly waiting: number;
  readonly onConfirm: (reason: string) => void;
}

function AskAndCancel({ run, waiting, onConfirm }: AskAndCancelProps): ReactNode {
  const [reason, setReason] = useState('');
  const count = formatCount(waiting);
  return (
    <ConfirmButton
      label={texts.cancelRest(count)}
      variant="danger"
      tone="danger"
      title={texts.cancelRestTitle(run.oldfile || run.file)}
      message={texts.cancelRestText(count)}
      confirmLabel={texts.cancelRestConfirm}
      isConfirmDisabled={reason.trim().length < LEAST_REASON}
      onConfirm={() => onConfirm(reason.trim())}
    >
      {run.state === 'running' && <p>{texts.cancelRestRunning}</p>}
      <TextField
        label={texts.cancelReason}
        description={texts.cancelReasonHint}
        value={reason}
        onChange={setReason}
        isRequired
        maxLength={textKinds.reason.most}
      />
    </ConfirmButton>
  );
}

/** What was cancelled, and of what the operator saw waiting what was not. */
function Outcome({ decided, asked }: { readonly decided: DecidedCommands; readonly asked: number }): ReactNode {
  const { done, notDone, reasons } = decided;
  const gone = asked - done - notDone;
  const lines = [
    ...(notDone > 0 ? [texts.notCancelled(formatCount(notDone), reasons.join(' '))] : []),
    ...(gone > 0 ? [texts.sentBefore(formatCount(gone))] : []),
  ];
  return (
    <Notice tone={lines.length === 0 ? 'success' : 'warning'} title={texts.cancelledRest(formatCount(done))}>
      {lines.length === 0 ? undefined : lines.join(' ')}
    </Notice>
  );
}
