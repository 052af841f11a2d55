import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { ArchivedBatch, BatchProgress, BatchRunner, BatchState } from '@device-console/shared-lib/batch';
import { IMEI_DATA_FILE, imeiDataCsv } from '@device-console/shared-lib/csv';
import { failureText, formatCount, formatTime } from '@device-console/shared-lib/console';
import { saveCsv } from '@device-console/shared-lib/imei-file';
import { Actions, Button, Card, Notice } from '@device-console/shared-lib/ui';
import { DataTable, type Column } from '@device-console/shared-lib/ui/table';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import { messages } from '../messages.ts';
import { archiveMessages } from './archive-messages.ts';

const texts = archiveMessages;

/** A batch can be taken out of the archive where no other is in the way. */
const restStatuses: readonly BatchState['status'][] = ['idle', 'rejected', 'finished'];

/** The batches of this command that are kept unfinished in this browser: to be resumed, saved or deleted (D14). */
export function ArchiveCard({ runner }: { readonly runner: BatchRunner }): ReactNode {
  const state = useSyncExternalStore(runner.subscribe, runner.getSnapshot);
  return restStatuses.includes(state.status) ? <Archive key={state.status} runner={runner} state={state} /> : null;
}

/** Why something could not be done, or ''. */
function failureOf(work: () => Promise<void>): Promise<string> {
  return work().then(
    () => '',
    (error: unknown) => failureText(error),
  );
}

interface ArchiveProps {
  readonly runner: BatchRunner;
  /** Another one each time that something about the archive may have changed. */
  readonly state: BatchState;
}

function Archive({ runner, state }: ArchiveProps): ReactNode {
  const [batches, setBatches] = useState<readonly ArchivedBatch[]>([]);
  const [problem, setProblem] = useState('');

  /** Does something with the archive, says why when it cannot be done, and shows what the archive has then. */
  const act = useCallback(
    async (work: () => Promise<void>): Promise<void> => {
      const failure = await failureOf(work);
      const unread = await failureOf(async () => setBatches(await runner.archived()));
      setProblem(failure || unread);
    },
    [runner],
  );
  useEffect(() => {
    let wanted = true;
    runner.archived().then(
      (found) => wanted && setBatches(found),
      (error: unknown) => wanted && setProblem(failureText(error)),
    );
    return () => {
      wanted = false;
    };
  }, [runner, state]);

  const columns = useMemo(() => {
    const save = async (batchId: string): Promise<void> => {
      const batch = await runner.openArchived(batchId);
      if (!batch) throw new Error(texts.gone);
      await saveCsv(IMEI_DATA_FILE, imeiDataCsv(batch.results.processed()));
    };
    return archiveColumns({
      onTakeUp: (batchId) => runner.restore(batchId),
      onSave: (batchId) => void act(() => save(batchId)),
      onDelete: (batchId) => void act(() => runner.discard(batchId)),
    });
  }, [runner, act]);

  if (batches.length === 0 && problem === '') return null;
  return (
    <Card title={texts.title} description={texts.help}>
      {problem !== '' && (
        <Notice tone="danger" title={texts.failed}>
          {problem}
        </Notice>
      )}
      <DataTable
        label={texts.title}
        columns={columns}
        rows={batches}
        rowKey={({ header }) => header.batchId}
        emptyText={texts.empty}
        minHeight={240}
      />
    </Card>
  );
}

/** Why a batch is in the archive (D11, D11a, D14). */
function whyKept({ phase, notTold = '' }: BatchProgress): string {
  if (phase === 'reporting') return texts.notTold(notTold);
  return phase === 'finished' ? texts.unconfirmedLeft : texts.unfinished;
}

interface ArchiveActions {
  readonly onTakeUp: (batchId: string) => void;
  readonly onSave: (batchId: string) => void;
  readonly onDelete: (batchId: string) => void;
}

function archiveColumns({ onTakeUp, onSave, onDelete }: ArchiveActions): readonly Column<ArchivedBatch>[] {
  return [
    {
      id: 'file',
      header: messages.fileName,
      cell: ({ header }) => header.fileName,
      sortValue: ({ header }) => header.fileName,
      width: 200,
      isRowHeader: true,
    },
    {
      id: 'left',
      header: texts.leftAt,
      cell: ({ archivedAt }) => formatTime(new Date(archivedAt).toISOString()),
      sortValue: ({ archivedAt }) => archivedAt,
      width: 180,
    },
    {
      id: 'processed',
      header: messages.processedSoFar,
      width: 120,
      cell: ({ header, progress }) => `${formatCount(progress.next)} of ${formatCount(header.totals.valid)}`,
      sortValue: ({ progress }) => progress.next,
    },
    { id: 'why', header: texts.why, cell: ({ progress }) => whyKept(progress), width: 220 },
    {
      id: 'actions',
      header: texts.actions,
      width: 350,
      cell: ({ header: { batchId, fileName }, progress }) => (
        <Actions>
          <Button size="small" onPress={() => onTakeUp(batchId)} aria-label={texts.takeUpOf(fileName)}>
            {texts.takeUp}
          </Button>
          <Button size="small" onPress={() => onSave(batchId)} aria-label={texts.saveOf(fileName)}>
            {messages.downloadResults}
          </Button>
          <ConfirmButton
            label={texts.remove}
            spokenLabel={texts.removeOf(fileName)}
            buttonSize="small"
            title={texts.removeTitle(fileName)}
            message={progress.phase === 'reporting' ? texts.removeUntold : texts.removeText}
            confirmLabel={texts.remove}
            tone="danger"
            onConfirm={() => onDelete(batchId)}
          />
        </Actions>
      ),
    },
  ];
}
