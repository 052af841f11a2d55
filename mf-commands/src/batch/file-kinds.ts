import type { Command, CommandBatch } from '@device-console/shared-lib/contract';
import { readImeiCsv } from '@device-console/shared-lib/csv';
import { notificationFileKind } from '../notification/notification-file-kind.tsx';
import type { BatchFileKind } from './batch-file-kind.ts';
import { ChooseFile } from './choose-file.tsx';
import { ReadyFile } from './ready-file.tsx';

/** The kinds of batch file, as the rows of the command table name them. */
const fileKinds: Readonly<Record<CommandBatch['file'], BatchFileKind>> = {
  imei: {
    read: readImeiCsv,
    isDiagnosed: true,
    Choose: ChooseFile,
    Ready: ReadyFile,
    resumeWith: () => undefined,
    kept: () => undefined,
    resultDetails: () => null,
  },
  notification: notificationFileKind,
};

/** The kind of a command's batch file; throws for a command without a batch, which has no batch card. */
export function fileKindOf({ batch, title }: Command): BatchFileKind {
  if (!batch) throw new Error(`The command ${title} has no batch.`);
  return fileKinds[batch.file];
}
