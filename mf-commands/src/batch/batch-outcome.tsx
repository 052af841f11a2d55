import type { ReactNode } from 'react';
import type { BatchView } from '@device-console/shared-lib/batch';
import { FileDetails, IncorrectRows } from '@device-console/shared-lib/imei-file';
import { BatchSummaryList } from './batch-figures.tsx';
import { BatchResults } from './batch-results.tsx';

interface BatchOutcomeProps {
  readonly batch: BatchView;
  readonly isFinished?: boolean | undefined;
  /** Before the first device there is neither summary nor result. */
  readonly hasBegun?: boolean | undefined;
}

/** What is known of a batch so far: its file, summary, results, and the rows that were left out (B3, B4, B9). */
export function BatchOutcome({ batch, isFinished = false, hasBegun = true }: BatchOutcomeProps): ReactNode {
  const { file, summary } = batch;
  return (
    <>
      {file && <FileDetails file={file} />}
      {hasBegun && (
        <>
          <BatchSummaryList batch={batch} isFinished={isFinished} />
          <BatchResults batch={batch} isFinished={isFinished} />
        </>
      )}
      <IncorrectRows errors={file?.errors ?? null} totals={summary} announce="off" />
    </>
  );
}
