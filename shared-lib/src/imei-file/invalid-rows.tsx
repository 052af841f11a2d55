import { memo, type ReactNode, useCallback, useEffect, useMemo } from 'react';
import {
  chosenFileOf,
  csvBlob,
  diagnoseRow,
  type ImeiFile,
  type ImeiFileTotals,
  INCORRECT_DATA_FILE,
  INCORRECT_FORMAT,
  incorrectDataCsv,
  type IncorrectRow,
  type RejectedFile,
  repairedFileOf,
  type RowList,
  validRowsFile,
} from '../csv/index.ts';
import { Actions, Button, Notice, Section, Spinner, Stack } from '../ui/index.ts';
import { DefinitionList } from '../ui/chart/index.ts';
import { type Column, DataTable } from '../ui/table/index.ts';
import { t } from '../i18n/own.ts';
import { failureNotice, formatCount, saveFile, useQuery } from '../console/index.ts';
import { pageClock } from '../async/index.ts';
import { correctedImeis, diagnoseRows, faultTexts, type FileDiagnosis } from './file-diagnosis.ts';

/** Joins the pieces of a CSV file and lets the browser save it. */
export async function saveCsv(name: string, pieces: Iterable<string>): Promise<void> {
  saveFile(name, await csvBlob(pieces));
}

const CORRECTED_FILE = 'corrected.csv';

/** Reads a file instead of the last one; of a workbook, this table. */
export type ReadAgain = (file: File, table?: number) => void;

interface DiagnosisReportProps {
  readonly file: ImeiFile | RejectedFile;
  /** Reads the file again, with the repaired rows; without it they can only be saved. */
  readonly onFile?: ReadAgain | undefined;
}

const noRows = new Float64Array();

const diagnose = (errors: RowList<IncorrectRow>, signal: AbortSignal): Promise<FileDiagnosis | null> =>
  diagnoseRows(errors, pageClock, () => signal.aborted);

/** The faults of a file's invalid rows, and what can be done with the readable ones (B3, D10). */
export function DiagnosisReport({ file, onFile }: DiagnosisReportProps): ReactNode {
  const { errors, workbook } = file;
  const chosen = chosenFileOf(file);
  const validRows = file.kind === 'read' ? file.rows : noRows;
  const { state, ask } = useQuery(diagnose);
  useEffect(() => ask(errors), [ask, errors]);
  if (state.status === 'failed') return <Notice tone="danger" {...failureNotice(state.error)} />;
  const diagnosis = state.status === 'ready' ? state.last : null;
  if (diagnosis === null) return <Spinner label={t('Checking the invalid rows')} />;
  if (diagnosis.kind === 'nothing-to-say') return null;
  return (
    <section aria-label={t('What was found in the file')}>
      <Stack gap="small">
        <DefinitionList
          items={diagnosis.findings.map(({ fault, count, firstLine }) => ({
            term: faultTexts[fault],
            value: t('{count}, the first on line {line}', { count: formatCount(count), line: formatCount(firstLine) }),
          }))}
        />
        <Notice
          tone={diagnosis.kind === 'lost' ? 'warning' : 'info'}
          actions={
            <>
              {onFile && chosen && diagnosis.imeis.length > 0 && (
                <Button onPress={() => onFile(repairedFileOf(chosen), workbook?.read)}>
                  {t('{count, plural, one {Use {count} repaired row} other {Use {count} repaired rows}}', {
                    count: formatCount(diagnosis.imeis.length),
                  })}
                </Button>
              )}
              {diagnosis.kind === 'mendable' && (
                <Button
                  onPress={() =>
                    void saveCsv(CORRECTED_FILE, validRowsFile(correctedImeis(validRows, diagnosis.imeis)))
                  }
                >
                  {t('Download corrected.csv')}
                </Button>
              )}
            </>
          }
        >
          {diagnosisText(diagnosis.kind, diagnosis.unclear)}
        </Notice>
      </Stack>
    </section>
  );
}

function diagnosisText(kind: 'mendable' | 'lost' | 'no-device', unclear: number): string {
  if (kind === 'mendable')
    return t('Nothing is lost: every IMEI below can be read. Compare what is read with your list.');
  if (kind === 'no-device') return t('Nothing is lost: these rows hold no device.');
  return t(
    'No corrected file is offered, because it is not certain which device is meant by {count, plural, one {{count} ' +
      'row} other {{count} rows}}. The reasons are above. Correct these rows in the original list.',
    { count: formatCount(unclear) },
  );
}

/** Least characters of an error's line, rows measured, and most lines. */
const LINE_CHARACTERS = 52;
const CHECKED_ROWS = 1_000;
const MOST_LINES = 10;

function linesOf(errors: RowList<IncorrectRow>): number {
  let longest = 0;
  for (let index = 0; index < Math.min(errors.length, CHECKED_ROWS); index += 1)
    longest = Math.max(longest, errors.at(index)?.error.length ?? 0);
  return Math.min(Math.ceil(longest / LINE_CHARACTERS), MOST_LINES);
}

const columns: readonly Column<IncorrectRow>[] = [
  { id: 'line', header: t('Line'), cell: ({ line }) => line, width: 72 },
  { id: 'data', header: t('Data'), cell: ({ data }) => data, width: 180 },
  { id: 'error', header: t('Error'), cell: ({ error }) => error, width: 460 },
];

/** The IMEI of a row, or why there is none. */
function readAs(data: string): string {
  const { imei, fault } = diagnoseRow(data);
  return imei ?? faultTexts[fault];
}

/** With what would be used of each row. */
const columnsWithRepairs: readonly Column<IncorrectRow>[] = [
  ...columns.slice(0, 2),
  { id: 'repaired', header: t('Read as'), cell: ({ data }) => readAs(data), width: 230 },
  ...columns.slice(2),
];

export interface InvalidRowsProps {
  readonly errors: RowList<IncorrectRow>;
  /** Shows what each row could be read as. */
  readonly isRepairable?: boolean | undefined;
}

/**
 * The unusable rows of a file, on the page and as a file (B3, D10); nothing if there are none. Place it below the
 * buttons. Renders only once beside a running batch, which changes with every frame.
 */
export const InvalidRows = memo(function InvalidRows({ errors, isRepairable }: InvalidRowsProps): ReactNode {
  const rowAt = useCallback(
    (index: number): IncorrectRow => {
      const row = errors.at(index);
      if (!row) throw new RangeError(`There is no invalid row ${index}.`);
      return row;
    },
    [errors],
  );
  const shown = useMemo(() => {
    const lines = linesOf(errors);
    const all = isRepairable ? columnsWithRepairs : columns;
    return all.map((column) => (['data', 'repaired', 'error'].includes(column.id) ? { ...column, lines } : column));
  }, [errors, isRepairable]);
  if (errors.length === 0) return null;
  return (
    <Section title={t('Invalid IMEI list')}>
      <DataTable
        label={t('Invalid IMEI list')}
        columns={shown}
        count={errors.length}
        rowAt={rowAt}
        emptyText=""
        isSortable={false}
        minHeight={200}
      />
      <Actions>
        <Button onPress={() => void saveCsv(INCORRECT_DATA_FILE, incorrectDataCsv(errors))}>
          {t('Download incorrect_data.csv')}
        </Button>
      </Actions>
    </Section>
  );
});

export interface IncorrectRowsProps {
  readonly totals: ImeiFileTotals;
  /** False if the rows are no longer stored: they are only counted. */
  readonly areKept: boolean;
  /** As for a Notice; default: at once. */
  readonly announce?: 'off' | undefined;
}

/** Counts the unusable rows of a file, under the summary of B3; nothing if there are none. */
export function IncorrectRows({ totals, areKept, announce }: IncorrectRowsProps): ReactNode {
  if (totals.invalid === 0) return null;
  const counted = t('{count} of {of, plural, one {{of} row} other {{of} rows}} cannot be used.', {
    count: formatCount(totals.invalid),
    of: formatCount(totals.total),
  });
  return (
    <Notice tone="danger" title={INCORRECT_FORMAT} announce={announce}>
      {areKept
        ? counted
        : `${counted} ${t('Their list was kept, encrypted, until the login ended in which the file was read.')}`}
    </Notice>
  );
}

export interface FileFaultsProps {
  readonly file: ImeiFile;
  readonly isDiagnosed: boolean;
  readonly onFile?: ReadAgain | undefined;
  /** For the sentence about failed check digits, such as 'sent'. */
  readonly purpose: string;
}

/**
 * The faults of a file that has valid rows too (B3, D10, D13). The rows themselves are for {@link InvalidRows}, below
 * what can be done with the file.
 */
export function FileFaults({ file, isDiagnosed, onFile, purpose }: FileFaultsProps): ReactNode {
  const { errors, duplicates, warnings, totals, repaired = 0 } = file;
  const [firstWarning] = warnings.lines;
  return (
    <>
      <IncorrectRows totals={totals} areKept />
      {repaired > 0 && (
        <Notice tone="info">
          {t(
            '{count, plural, one {{count} repaired row is used. To leave it out, choose the file again.} other ' +
              '{{count} repaired rows are used. To leave them out, choose the file again.}}',
            { count: formatCount(repaired) },
          )}
        </Notice>
      )}
      {errors.length > 0 && isDiagnosed && <DiagnosisReport file={file} onFile={onFile} />}
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
