import type { ReactNode } from 'react';
import { BatchCards } from '../batch/batch-cards.tsx';
import type { LoadedBatchesProps } from '../batch/batch-area.tsx';
import type { Command, CommandBatch } from '@device-console/shared-lib/contract';
import type { BatchFileKind } from '../batch/batch-subject.ts';
import { imeiFileKind } from '../batch/imei-file-kind.tsx';
import { notificationFileKind } from '../notification/notification-file-kind.tsx';

const fileKinds: Readonly<Record<CommandBatch['file'], BatchFileKind>> = {
  imei: imeiFileKind,
  notification: notificationFileKind,
};

/** Throws for a command without a batch. */
function fileKindOf({ batch, title }: Command): BatchFileKind {
  if (!batch) throw new Error(`The command ${title} has no batch.`);
  return fileKinds[batch.file];
}

export function CommandBatches({ command, ...batches }: LoadedBatchesProps): ReactNode {
  return <BatchCards command={command} kind={fileKindOf(command)} {...batches} />;
}
