import { useCallback, useEffect, useState, type ReactNode } from 'react';
import type { ArchivedBatch, BatchProgress, BatchRunner, BatchState } from '@device-console/shared-lib/batch';
import { IMEI_DATA_FILE, imeiDataCsv } from '@device-console/shared-lib/csv';
import { failureText, formatCount, formatTime, useQuery } from '@device-console/shared-lib/console';
import { saveCsv } from '@device-console/shared-lib/imei-file';
import { Actions, Button, Card, Notice } from '@device-console/shared-lib/ui';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import styles from './batch.module.css';
import { t } from '../t.ts';

/** A batch can leave the archive if no other is in the way. */
const restStatuses: readonly BatchState['status'][] = ['idle', 'rejected', 'finished'];

interface ArchiveProps {
  readonly runner: BatchRunner;
  /** Changes whenever the archive may have changed. */
  readonly state: BatchState;
}

/** This command's unfinished batches in this browser, to resume, save or delete (D14). */
export function ArchiveCard(props: ArchiveProps): ReactNode {
  const { status } = props.state;
  return restStatuses.includes(status) ? <Archive key={status} {...props} /> : null;
}

function Archive({ runner, state }: ArchiveProps): ReactNode {
  const [failure, setFailure] = useState('');
  const archive = useQuery(useCallback(() => runner.archived(), [runner]));
  const { ask } = archive;
  const batches = archive.state.last ?? [];
  const problem = failure || (archive.state.status === 'failed' ? failureText(archive.state.error) : '');
  useEffect(() => ask(null), [ask, state]);

  /** Reports a failure, and shows the archive's new contents. */
  const act = useCallback(
    async (work: () => Promise<void>): Promise<void> => {
      setFailure(await work().then(() => '', failureText));
      ask(null);
    },
    [ask],
  );

  if (batches.length === 0 && problem === '') return null;
  return (
    <Card
      title={t('Unfinished batches')}
      description={t(
        'Batches of this command that you left unfinished, that ended with unconfirmed devices, or whose end ' +
          'was not reported to the server yet. They are kept only in this browser until you resume or delete ' +
          'them.',
      )}
    >
      {problem !== '' && (
        <Notice tone="danger" title={t('The unfinished batches are not available')}>
          {problem}
        </Notice>
      )}
      <ul className={styles['archive']} aria-label={t('Unfinished batches')}>
        {batches.map((batch) => (
          <ArchivedRow key={batch.header.batchId} runner={runner} batch={batch} act={(work) => void act(work)} />
        ))}
      </ul>
    </Card>
  );
}

/** Why a batch is in the archive (D11, D11a, D14). */
function whyKept({ phase, notTold = '' }: BatchProgress): string {
  if (phase === 'reporting') return t('complete; not reported to the server yet. {why}', { why: notTold });
  return phase === 'finished' ? t('unconfirmed devices left') : t('left unfinished');
}

async function saveResults(runner: BatchRunner, batchId: string): Promise<void> {
  const batch = await runner.openArchived(batchId);
  if (!batch) throw new Error(t('This batch is not kept any more. It was resumed or deleted in another tab.'));
  await saveCsv(IMEI_DATA_FILE, imeiDataCsv(batch.results.processed()));
}

interface ArchivedRowProps {
  readonly runner: BatchRunner;
  readonly batch: ArchivedBatch;
  /** Shows what failed, and the archive's new contents. */
  readonly act: (work: () => Promise<void>) => void;
}

/** A batch and its ways on, which wrap: in a table of this card's width they would be out of view. */
function ArchivedRow({ runner, batch: { header, progress, archivedAt }, act }: ArchivedRowProps): ReactNode {
  const { batchId, fileName, totals } = header;
  return (
    <li>
      <div>
        <strong>{fileName}</strong>
        <p className={styles['reason']}>
          {t('{done} of {total}', { done: formatCount(progress.next), total: formatCount(totals.valid) })}
          {' · '}
          {whyKept(progress)}
          {' · '}
          {formatTime(new Date(archivedAt).toISOString())}
        </p>
      </div>
      <Actions>
        <Button
          size="small"
          onPress={() => runner.restore(batchId)}
          aria-label={t('Resume {file}', { file: fileName })}
        >
          {t('Resume')}
        </Button>
        <Button
          size="small"
          onPress={() => act(() => saveResults(runner, batchId))}
          aria-label={t('Download CSV of {file}', { file: fileName })}
        >
          {t('Download CSV')}
        </Button>
        <ConfirmButton
          label={t('Delete')}
          spokenLabel={t('Delete {file}', { file: fileName })}
          buttonSize="small"
          title={t('Delete the batch {file}?', { file: fileName })}
          message={
            progress.phase === 'reporting'
              ? t(
                  'Its results are deleted from this browser, and it is never reported to the server as ' +
                    'complete. What was sent to devices is not undone.',
                )
              : t(
                  'Its list and results are deleted from this browser, and it cannot be resumed. What was ' +
                    'sent to devices is not undone, and stays in the reports.',
                )
          }
          confirmLabel={t('Delete')}
          tone="danger"
          onConfirm={() => act(() => runner.discard(batchId))}
        />
      </Actions>
    </li>
  );
}
