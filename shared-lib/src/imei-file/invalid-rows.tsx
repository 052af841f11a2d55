import { memo, type ReactNode, useCallback, useMemo } from 'react';
import {
  csvBlob,
  diagnoseRow,
  type ImeiFileTotals,
  INCORRECT_DATA_FILE,
  INCORRECT_FORMAT,
  incorrectDataCsv,
  type IncorrectRow,
  type RowList,
} from '../csv/index.ts';
import { Actions, Button, Notice, Section } from '../ui/index.ts';
import { type Column, DataTable } from '../ui/table/index.ts';
import { t } from '../i18n/own.ts';
import { formatCount, saveFile } from '../console/index.ts';
import { faultTexts } from './file-diagnosis.ts';

/** Joins the pieces of a CSV file and lets the browser save it. */
export async function saveCsv(name: string, pieces: Iterable<string>): Promise<void> {
  saveFile(name, await csvBlob(pieces));
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
export function readAs(data: string): string {
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
