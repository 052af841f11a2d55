import type { ReactNode } from 'react';
import { BatchCards } from '../batch/batch-cards.tsx';
import type { LoadedBatchesProps } from '../batch/batch-area.tsx';
import { fileKindOf } from './file-kinds.ts';

export function CommandBatches({ command, ...batches }: LoadedBatchesProps): ReactNode {
  return <BatchCards command={command} kind={fileKindOf(command)} {...batches} />;
}
