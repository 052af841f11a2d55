import type { ReactNode } from 'react';
import { formatCount } from '../console/index.ts';
import type { ImeiFile } from '../csv/index.ts';
import { Notice } from '../ui/index.ts';
import { IncorrectRows } from './incorrect-rows.tsx';
import { t } from '../i18n/own.ts';

export interface FileFaultsProps {
  readonly file: ImeiFile;
  /** As of {@link RejectedFileReport}. */
  readonly isDiagnosed: boolean;
  /** As of {@link RejectedFileReport}. */
  readonly onFile?: ((file: File) => void) | undefined;
  /** What is done with the IMEIs of the file, as it is said of those whose check digit fails, such as 'sent'. */
  readonly purpose: string;
}

/**
 * What is wrong with the rows of a file that has valid ones too, and what should be looked at (B3, D10, D13). The rows
 * themselves are for {@link InvalidRows}, below what can be done with the file.
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
