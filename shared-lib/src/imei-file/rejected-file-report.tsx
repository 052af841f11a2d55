import type { ReactNode } from 'react';
import type { RejectedFile } from '../csv/index.ts';
import { Notice } from '../ui/index.ts';
import { FileDetails } from './file-details.tsx';
import { InvalidRows } from './invalid-rows.tsx';

/** Props of {@link RejectedFileReport}. */
export interface RejectedFileReportProps {
  readonly file: RejectedFile;
  /** Its rows hold an IMEI and nothing else, so that it can be told what is wrong with them and what they were meant to be (D10). */
  readonly isDiagnosed: boolean;
}

/** Why a file cannot be used at all (B1, B3, D14). */
export function RejectedFileReport({ file, isDiagnosed }: RejectedFileReportProps): ReactNode {
  return (
    <>
      <FileDetails file={file} />
      <Notice tone="danger" title={file.reason}>{file.detail}</Notice>
      {file.errors.length > 0 && <InvalidRows errors={file.errors} isDiagnosed={isDiagnosed} />}
    </>
  );
}
