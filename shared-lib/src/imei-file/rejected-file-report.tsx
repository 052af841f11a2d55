import type { ReactNode } from 'react';
import { chosenFileOf, INCORRECT_FORMAT, INVALID_HEADERS, tableFileOf, type RejectedFile } from '../csv/index.ts';
import { t } from '../i18n/own.ts';
import { Button, Notice } from '../ui/index.ts';
import { FileDetails } from './file-details.tsx';
import { DiagnosisReport, InvalidRows } from './invalid-rows.tsx';
import { WorkbookTables } from './workbook-tables.tsx';

export interface RejectedFileReportProps {
  readonly file: RejectedFile;
  /** Its rows hold an IMEI alone, so that it can be told what they were meant to be (D10). */
  readonly isDiagnosed: boolean;
  /** Reads another table of a workbook; without it none is offered. */
  readonly onTable?: ((table: number) => void) | undefined;
  /** Reads another file in the place of this one, such as its repaired rows; without it nothing is repaired. */
  readonly onFile?: ((file: File) => void) | undefined;
}

/** Why a file cannot be used at all (B1, B3, D14); wrong lines stand under the summary of B3. */
export function RejectedFileReport({ file, isDiagnosed, onTable, onFile }: RejectedFileReportProps): ReactNode {
  const { reason, detail, errors } = file;
  const summary = errors.length > 0 ? INCORRECT_FORMAT : reason;
  const chosen = reason === INVALID_HEADERS ? chosenFileOf(file) : undefined;
  return (
    <>
      <FileDetails file={file} />
      <Notice
        tone="danger"
        title={summary}
        actions={
          onFile &&
          chosen && <Button onPress={() => onFile(tableFileOf(chosen))}>{t('Look for the IMEIs in it')}</Button>
        }
      >
        {reason !== summary && <div>{reason}</div>}
        <div>{detail}</div>
      </Notice>
      {onTable && <WorkbookTables workbook={file.workbook} onTable={onTable} />}
      {errors.length > 0 && isDiagnosed && <DiagnosisReport errors={errors} name={file.name} onFile={onFile} />}
      <InvalidRows errors={errors} isDiagnosed={isDiagnosed} onFile={onFile} />
    </>
  );
}
