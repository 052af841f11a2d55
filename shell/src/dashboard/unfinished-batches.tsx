import type { ReactNode } from 'react';
import type { ActiveBatch, UnfinishedBatch, BatchRunner } from '@device-console/shared-lib/batch';
import { commandById } from '@device-console/shared-lib/contract';
import { formatCount, useAddresses, useBatchHandover, useConsole } from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Button, buttonClass, Notice, Progress } from '@device-console/shared-lib/ui';
import { RelativeTime } from '@device-console/shared-lib/ui/timeline';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import { EntryIcon } from '../navigation/entry-icon.tsx';
import { useSending } from '../common/use-sending.ts';
import styles from './dashboard.module.css';
import { t } from '../t.ts';

/**
 * Moves a saved batch to the archive, as its own screen does. Returns false, and does nothing, if it is in use or gone.
 */
async function discardUnfinished(runner: BatchRunner, batchId: string): Promise<boolean> {
  const state = await runner.settled();
  if (state.status !== 'resumable' || state.saved.batchId !== batchId) return false;
  runner.newBatch();
  return (await runner.settled()).status === 'idle';
}

interface UnfinishedBatchesProps {
  readonly batches: readonly UnfinishedBatch[];
  readonly active: readonly ActiveBatch[];
  readonly onDiscarded: () => void;
}

/** Resumes a batch at once; asks before leaving one. */
export function UnfinishedBatches({ batches, active, onDiscarded }: UnfinishedBatchesProps): ReactNode {
  const { to } = useAddresses();
  const { resume } = useBatchHandover();
  return (
    <ul className={styles['list']} aria-label={t('Unfinished batches')}>
      {batches.map(({ header, progress }) => {
        const { title: declared, screen, icon } = commandById(header.command);
        const title = t.known(declared);
        const running = active.find(({ state }) => state.batch.batchId === header.batchId);
        const done = running ? running.state.batch.summary.done : progress.next;
        const total = header.totals.valid;
        return (
          <li key={header.batchId} className={styles['unfinished']}>
            <EntryIcon name={icon} />
            <div className={styles['grow']}>
              <Link to={to(screen)}>{title}</Link>
              <div className={styles['muted']}>
                {t('{file}, {done} of {total, plural, one {{total} device} other {{total} devices}}', {
                  file: header.fileName,
                  done: formatCount(done),
                  total: formatCount(total),
                })}{' '}
                · {t('begun')} <RelativeTime moment={header.createdAt} />
              </div>
              <Progress label={title} value={done} max={total} isCompact />
            </div>
            {running ? (
              <Link className={buttonClass({})} to={to(screen)} aria-label={t('Open the batch of {title}', { title })}>
                {t('Open')}
              </Link>
            ) : (
              <>
                <Button
                  variant="primary"
                  aria-label={t('Resume the batch of {title}', { title })}
                  onPress={() => resume(header.command)}
                >
                  {t('Resume')}
                </Button>
                <DiscardButton batch={header} left={total - done} onDiscarded={onDiscarded} />
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface DiscardButtonProps {
  readonly batch: UnfinishedBatch['header'];
  readonly left: number;
  readonly onDiscarded: () => void;
}

function DiscardButton({ batch, left, onDiscarded }: DiscardButtonProps): ReactNode {
  const { loadBatches } = useConsole();
  const { failure, send } = useSending();
  const command = commandById(batch.command);
  const title = t.known(command.title);
  const discard = async (): Promise<void> => {
    const runner = (await loadBatches()).runnerFor(batch.operator, command);
    if (!(await discardUnfinished(runner, batch.batchId)))
      throw new Error(t('It is in use, maybe in another tab. Open it to see its progress.'));
    onDiscarded();
  };
  return (
    <>
      <ConfirmButton
        label={t('Discard')}
        spokenLabel={t('Discard the batch of {title}', { title })}
        title={t('Discard this batch?')}
        message={t(
          '{left, plural, one {{left} device} other {{left} devices}} will not be sent {title}. What was done so ' +
            'far stays in the list of unfinished batches.',
          { left: formatCount(left), title },
        )}
        confirmLabel={t('Discard batch')}
        cancelLabel={t('Keep the batch')}
        tone="danger"
        onConfirm={() => void send(discard)}
      />
      {failure && (
        <Notice tone="danger" title={t('The batch could not be discarded')}>
          {failure.children}
        </Notice>
      )}
    </>
  );
}
