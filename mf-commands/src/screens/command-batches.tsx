import type { ReactNode } from 'react';
import { BatchCards } from '../batch/batch-cards.tsx';
import type { LoadedBatchesProps } from '../batch/batch-area.tsx';
import { fileKindOf } from './file-kinds.ts';

/** The cards of a command's batches, with what its kind of file needs. */
export function CommandBatches({ command, ...batches }: LoadedBatchesProps): ReactNode {
  return <BatchCards command={command} kind={fileKindOf(command)} {...batches} />;
}
