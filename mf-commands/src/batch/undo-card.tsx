import { useState, type ReactNode } from 'react';
import type { BatchState, BatchView } from '@device-console/shared-lib/batch';
import type { Command } from '@device-console/shared-lib/contract';
import { formatCount, useAddresses, useBatchHandover, useSession } from '@device-console/shared-lib/console';
import { Actions, Button, Card, Notice } from '@device-console/shared-lib/ui';
import type { BatchSubject } from './batch-subject.ts';
import { foundList, undoCommandOf } from './undo.ts';
import { t } from '../t.ts';

interface UndoCardProps {
  readonly subject: BatchSubject;
  readonly state: BatchState;
}

/** After a batch: runs its inverse, for the found devices only, on the inverse command's screen (N5, D14). */
export function UndoCard({ subject: { command }, state }: UndoCardProps): ReactNode {
  const { audience } = useAddresses();
  const undo = undoCommandOf(command, useSession(), audience);
  if (state.status !== 'finished' || !undo || state.batch.summary.found === 0) return null;
  return <UndoOffer key={state.batch.batchId} undo={undo} batch={state.batch} />;
}

function UndoOffer({ undo, batch }: { readonly undo: Command; readonly batch: BatchView }): ReactNode {
  const { handOver } = useBatchHandover();
  const [isPreparing, setPreparing] = useState(false);
  const { found, unconfirmed } = batch.summary;
  const prepare = async (): Promise<void> => {
    setPreparing(true);
    handOver(undo.id, await foundList(batch.fileName, batch.results));
  };
  return (
    <Card
      title={t('Undo')}
      description={t(
        '{title} can be sent to the {count, plural, one {{count} device that was} other {{count} devices that ' +
          'were}} found. It opens as a batch of its own, and nothing is sent before you start it.',
        { title: t.known(undo.title), count: formatCount(found) },
      )}
    >
      {unconfirmed > 0 && (
        <Notice tone="info">
          {t(
            '{count, plural, one {The {count} unconfirmed device is left out: it is not known whether it} other ' +
              '{The {count} unconfirmed devices are left out: it is not known whether they}} got the command.',
            { count: formatCount(unconfirmed) },
          )}
        </Notice>
      )}
      <Actions>
        <Button isPending={isPreparing} onPress={() => void prepare()}>
          {t('Prepare {title}', { title: t.known(undo.title) })}
        </Button>
      </Actions>
    </Card>
  );
}
