import { useState, type ReactNode } from 'react';
import type { ActiveBatch, UnfinishedBatch } from '@device-console/shared-lib/batch';
import { commandById } from '@device-console/shared-lib/contract';
import {
  failureText,
  formatCount,
  useAddresses,
  useBatchHandover,
  useConsole,
} from '@device-console/shared-lib/console';
import { Link } from '@device-console/shared-lib/router';
import { Button, buttonClass, Notice, Progress, RelativeTime } from '@device-console/shared-lib/ui';
import { ConfirmButton } from '@device-console/shared-lib/ui/dialog';
import { EntryIcon } from '../navigation/entry-icon.tsx';
import { discardUnfinished } from './discard-unfinished.ts';
import { messages } from './home-messages.ts';
import styles from './dashboard.module.css';
import { t } from '../t.ts';

interface UnfinishedBatchesProps {
  readonly batches: readonly UnfinishedBatch[];
  /** The operator's batches that this page works on. */
  readonly active: readonly ActiveBatch[];
  readonly onDiscarded: () => void;
}

/** Batches that were not finished: gone on with by one press, or left after a question. */
export function UnfinishedBatches({ batches, active, onDiscarded }: UnfinishedBatchesProps): ReactNode {
  return (
    <ul className={styles['list']} aria-label={messages.unfinished}>
      {batches.map((batch) => (
        <UnfinishedItem
          key={batch.header.batchId}
          batch={batch}
          active={active.find(({ state }) => state.batch.batchId === batch.header.batchId)}
          onDiscarded={onDiscarded}
        />
      ))}
    </ul>
  );
}

interface UnfinishedItemProps {
  readonly batch: UnfinishedBatch;
  readonly active: ActiveBatch | undefined;
  readonly onDiscarded: () => void;
}

function UnfinishedItem({ batch: { header, progress }, active, onDiscarded }: UnfinishedItemProps): ReactNode {
  const { to } = useAddresses();
  const { resume } = useBatchHandover();
  const { title: declared, screen, icon } = commandById(header.command);
  const title = t.known(declared);
  const done = active ? active.state.batch.summary.done : progress.next;
  const total = header.totals.valid;
  return (
    <li className={styles['unfinished']}>
      <EntryIcon name={icon} />
      <div className={styles['grow']}>
        <Link to={to(screen)}>{title}</Link>
        <div className={styles['muted']}>
          {messages.batchOf(header.fileName, formatCount(done), formatCount(total))} · {messages.since}{' '}
          <RelativeTime moment={header.createdAt} />
        </div>
        <Progress label={title} value={done} max={total} isCompact />
      </div>
      {active ? (
        <Link className={buttonClass({})} to={to(screen)} aria-label={messages.openBatch(title)}>
          {messages.open}
        </Link>
      ) : (
        <>
          <Button variant="primary" aria-label={messages.resumeBatch(title)} onPress={() => resume(header.command)}>
            {messages.resume}
          </Button>
          <DiscardButton batch={header} left={total - done} onDiscarded={onDiscarded} />
        </>
      )}
    </li>
  );
}

interface DiscardButtonProps {
  readonly batch: UnfinishedBatch['header'];
  readonly left: number;
  readonly onDiscarded: () => void;
}

function DiscardButton({ batch, left, onDiscarded }: DiscardButtonProps): ReactNode {
  const { loadBatches } = useConsole();
  const [failure, setFailure] = useState<string | null>(null);
  const command = commandById(batch.command);
  const title = t.known(command.title);
  const discard = async (): Promise<void> => {
    try {
      const runner = (await loadBatches()).runnerFor(batch.operator, command);
      const isDone = await discardUnfinished(runner, batch.batchId);
      setFailure(isDone ? null : messages.discardBusy);
      if (isDone) onDiscarded();
    } catch (error) {
      setFailure(failureText(error));
    }
  };
  return (
    <>
      <ConfirmButton
        label={messages.discard}
        spokenLabel={messages.discardBatch(title)}
        title={messages.discardTitle}
        message={messages.discardMessage(title, formatCount(left))}
        confirmLabel={messages.discardConfirm}
        cancelLabel={messages.keep}
        tone="danger"
        onConfirm={() => void discard()}
      />
      {failure !== null && (
        <Notice tone="danger" title={messages.discardFailed}>
          {failure}
        </Notice>
      )}
    </>
  );
}
