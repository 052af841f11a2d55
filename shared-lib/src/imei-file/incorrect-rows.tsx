import type { ReactNode } from 'react';
import { formatCount } from '../console/index.ts';
import { INCORRECT_FORMAT, type ImeiFileTotals, type IncorrectRow, type RowList } from '../csv/index.ts';
import { Notice } from '../ui/index.ts';
import { DiagnosisReport, InvalidRows } from './invalid-rows.tsx';
import { t } from '../i18n/own.ts';

export interface IncorrectRowsProps {
  /** Null when they are not kept any more: then they are counted only. */
  readonly errors: RowList<IncorrectRow> | null;
  readonly totals: ImeiFileTotals;
  /** The IMEIs of the other rows, for a corrected file. */
  readonly validRows?: Float64Array | undefined;
  /** As of {@link RejectedFileReport}; only where another file can be chosen instead. */
  readonly isDiagnosed?: boolean | undefined;
  /** As of {@link RejectedFileReport}. */
  readonly name?: string | undefined;
  readonly onFile?: ((file: File) => void) | undefined;
  /** Default true: they are listed here. */
  readonly isListed?: boolean | undefined;
  /** As of a Notice; default: at once. */
  readonly announce?: 'off' | undefined;
}

/** The rows of a file that cannot be used, under the summary of B3; nothing where there are none. */
export function IncorrectRows(props: IncorrectRowsProps): ReactNode {
  const { errors, totals, validRows, isDiagnosed = false, isListed = true, announce, name, onFile } = props;
  if (totals.invalid === 0) return null;
  const counted = t('{count} of {of, plural, one {{of} row} other {{of} rows}} cannot be used.', {
    count: formatCount(totals.invalid),
    of: formatCount(totals.total),
  });
  return (
    <>
      <Notice tone="danger" title={INCORRECT_FORMAT} announce={announce}>
        {errors
          ? counted
          : `${counted} ${t('They were listed when the file was read, and are not kept when the page is closed.')}`}
      </Notice>
      {errors && isDiagnosed && <DiagnosisReport errors={errors} validRows={validRows} name={name} onFile={onFile} />}
      {errors && isListed && <InvalidRows errors={errors} isDiagnosed={isDiagnosed} onFile={onFile} />}
    </>
  );
}
