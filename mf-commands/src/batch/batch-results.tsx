import type { ReactNode } from 'react';
import type { BatchView } from '@device-console/shared-lib/batch';
import { BatchResultsTable } from './batch-results-table.tsx';
import { RowActionOutcome, RowActionQuestion, useRowAction } from './row-action.tsx';

interface BatchResultsProps {
  readonly batch: BatchView;
  readonly isFinished: boolean;
}

/** The results of a batch, with the action per device where its command has one (B9, C8). */
export function BatchResults({ batch, isFinished }: BatchResultsProps): ReactNode {
  const action = useRowAction(batch);
  return (
    <>
      {action && <RowActionOutcome action={action} />}
      {action && <RowActionQuestion action={action} />}
      <BatchResultsTable batch={batch} isFinished={isFinished} extraColumn={action?.column} />
    </>
  );
}
