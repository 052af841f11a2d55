import { type ReactNode, useState } from 'react';
import type { BatchResults, BatchState, BatchView } from '@device-console/shared-lib/batch';
import { type Audience, type Command, commandById, type Holder, mayAccess } from '@device-console/shared-lib/contract';
import {
  formatCount,
  useAddresses,
  useBatchHandover,
  useIsOffered,
  useSession,
} from '@device-console/shared-lib/console';
import { Actions, Button, Card, Notice } from '@device-console/shared-lib/ui';
import { csvBlob, forEachInSlices, pageClock, range, validRowsFile } from '@device-console/shared-lib/csv';
import type { BatchSubject } from './batch-subject.ts';
import { t } from '../t.ts';

interface UndoCardProps {
  readonly subject: BatchSubject;
  readonly state: BatchState;
}

/** After a batch: runs its inverse, for the found devices only, on the inverse command's screen (N5, D14). */
export function UndoCard({ subject: { command }, state }: UndoCardProps): ReactNode {
  const { audience } = useAddresses();
  const isOffered = useIsOffered();
  const undo = undoCommandOf(command, useSession(), audience);
  if (state.status !== 'finished' || !undo || !isOffered(undo) || state.batch.summary.found === 0) return null;
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

/** Null if its row names none, or the operator may not use it here (N5). */
export function undoCommandOf({ inverse }: Command, holder: Holder, audience: Audience): Command | null {
  if (inverse === undefined) return null;
  const undo = commandById(inverse);
  return undo.batch && undo.audiences.includes(audience) && mayAccess(holder, undo) ? undo : null;
}

/** `lock.csv` gives `lock_undo.csv`. */
export const undoFileName = (fileName: string): string => `${fileName.replace(/\.csv$/i, '')}_undo.csv`;

/** The found IMEIs of a batch, in order; made in slices, so that the page stays responsive. */
async function foundList(fileName: string, results: BatchResults): Promise<File> {
  const found: number[] = [];
  const look = (index: number): void => {
    const { status, imei } = results.rowAt(index);
    if (status === 'found') found.push(Number(imei));
  };
  await forEachInSlices(range(results.length), look, pageClock);
  const content = await csvBlob(validRowsFile(Float64Array.from(found)));
  return new File([content], undoFileName(fileName), { type: 'text/csv' });
}
