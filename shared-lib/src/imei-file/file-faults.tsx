import type { ReactNode } from 'react';
import { formatCount } from '../console/index.ts';
import { type ImeiFile, INCORRECT_FORMAT, type ImeiFileTotals, type IncorrectRow, type RowList } from '../csv/index.ts';
import { Notice } from '../ui/index.ts';
import { t } from '../i18n/own.ts';
import { DiagnosisReport, InvalidRows } from './invalid-rows.tsx';

export interface IncorrectRowsProps {
  /** Null if no longer stored: they are only counted. */
  readonly errors: RowList<IncorrectRow> | null;
  readonly totals: ImeiFileTotals;
  /** The other rows, for a corrected file. */
  readonly validRows?: Float64Array | undefined;
  /** Only if another file can be chosen instead. */
  readonly isDiagnosed?: boolean | undefined;
  readonly name?: string | undefined;
  readonly onFile?: ((file: File) => void) | undefined;
  /** Default true: lists them here. */
  readonly isListed?: boolean | undefined;
  /** As for a Notice; default: at once. */
  readonly announce?: 'off' | undefined;
}

/** The unusable rows of a file, under the summary of B3; nothing if there are none. */
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

export interface FileFaultsProps {
  readonly file: ImeiFile;
  readonly isDiagnosed: boolean;
  readonly onFile?: ((file: File) => void) | undefined;
  /** For the sentence about failed check digits, such as 'sent'. */
  readonly purpose: string;
}

/**
 * The faults of a file that has valid rows too (B3, D10, D13). The rows themselves are for {@link InvalidRows}, below
 * what can be done with the file.
 */
export function FileFaults({ file, isDiagnosed, onFile, purpose }: FileFaultsProps): ReactNode {
  const { errors, duplicates, warnings, totals, rows } = file;
  const [firstWarning] = warnings.lines;
  return (
    <>
      <IncorrectRows
        errors={errors}
        totals={totals}
        validRows={rows}
        isDiagnosed={isDiagnosed}
        isListed={false}
        name={file.name}
        onFile={onFile}
      />
      {duplicates.length > 0 && (
        <Notice tone="warning">
          {t(
            '{count, plural, one {{count} repeated IMEI is left out; its first row counts.} other {{count} repeated ' +
              'IMEIs are left out; the first row of each counts.}}',
            { count: formatCount(duplicates.length) },
          )}
        </Notice>
      )}
      {firstWarning !== undefined && (
        <Notice tone="warning">
          {t(
            '{count, plural, one {{count} IMEI fails its check digit, on line {first}. It is {purpose} anyway; ' +
              'check whether it was mistyped.} other {{count} IMEIs fail their check digit, the first on line ' +
              '{first}. They are {purpose} anyway; check whether they were mistyped.}}',
            { count: formatCount(warnings.count), first: firstWarning, purpose },
          )}
        </Notice>
      )}
    </>
  );
}
