import type { ReactNode } from 'react';
import type { BatchView } from '@device-console/shared-lib/batch';
import { BatchResultsTable } from './batch-figures.tsx';
import { RowActionOutcome, useRowAction } from './row-action.tsx';

/** The results of a batch, with the action per found device where its command has one (B9, C8). */
export function BatchResults({ batch }: { readonly batch: BatchView }): ReactNode {
  const action = useRowAction(batch);
  return (
    <>
      {action && <RowActionOutcome action={action} />}
      <BatchResultsTable batch={batch} extraColumn={action?.column} />
    </>
  );
}
