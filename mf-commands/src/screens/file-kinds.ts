import type { Command, CommandBatch } from '@device-console/shared-lib/contract';
import type { BatchFileKind } from '../batch/batch-file-kind.ts';
import { imeiFileKind } from '../batch/imei-file-kind.ts';
import { notificationFileKind } from '../notification/notification-file-kind.tsx';

const fileKinds: Readonly<Record<CommandBatch['file'], BatchFileKind>> = {
  imei: imeiFileKind,
  notification: notificationFileKind,
};

/** The kind of a command's batch file; throws for a command without a batch, which has no batch card. */
export function fileKindOf({ batch, title }: Command): BatchFileKind {
  if (!batch) throw new Error(`The command ${title} has no batch.`);
  return fileKinds[batch.file];
}
