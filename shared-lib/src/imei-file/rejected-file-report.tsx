import type { ReactNode } from 'react';
import { INCORRECT_FORMAT, type RejectedFile } from '../csv/index.ts';
import { Notice } from '../ui/index.ts';
import { FileDetails } from './file-details.tsx';
import { InvalidRows } from './invalid-rows.tsx';
import { WorkbookTables } from './workbook-tables.tsx';

export interface RejectedFileReportProps {
  readonly file: RejectedFile;
  /**
   * Its rows hold an IMEI and nothing else, so that it can be told what is wrong with them and what they were meant to
   * be (D10).
   */
  readonly isDiagnosed: boolean;
  /** Reads another table of a workbook; without it none is offered. */
  readonly onTable?: ((table: number) => void) | undefined;
}

/**
 * Why a file cannot be used at all (B1, B3, D14): what is wrong with its lines stands under the summary of B3, its kind
 * has its own text.
 */
export function RejectedFileReport({ file, isDiagnosed, onTable }: RejectedFileReportProps): ReactNode {
  const { reason, detail, errors } = file;
  const summary = errors.length > 0 ? INCORRECT_FORMAT : reason;
  return (
    <>
      <FileDetails file={file} />
      <Notice tone="danger" title={summary}>
        {reason !== summary && <div>{reason}</div>}
        <div>{detail}</div>
      </Notice>
      {onTable && <WorkbookTables workbook={file.workbook} onTable={onTable} />}
      {errors.length > 0 && <InvalidRows errors={errors} isDiagnosed={isDiagnosed} />}
    </>
  );
}
