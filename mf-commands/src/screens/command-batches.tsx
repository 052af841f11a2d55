import type { ReactNode } from 'react';
import type { Command, CommandBatch } from '@device-console/shared-lib/contract';
import { BatchCards, type BatchCardsProps } from '../batch/batch-cards.tsx';
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

export function CommandBatches(props: Omit<BatchCardsProps, 'kind'>): ReactNode {
  return <BatchCards kind={fileKindOf(props.command)} {...props} />;
}
