import type { ReactNode } from 'react';
import { formatCount } from '../console/index.ts';
import type { ImeiFileTotals, WorkbookSource, WorkbookTable } from '../csv/index.ts';
import { type Definition, DefinitionList } from '../ui/chart/index.ts';
import { formatKilobytes } from './file-field.tsx';
import { t } from '../i18n/own.ts';
import { Select } from '../ui/index.ts';

interface ReadFile {
  readonly name: string;
  readonly sizeBytes: number;
  readonly readingTimeMs: number;
  readonly totals?: ImeiFileTotals | undefined;
  readonly workbook?: WorkbookSource | undefined;
}

/** Size and reading time of a file, for a list that has its name already (B4). */
export function sizeAndReadingTime(file: Pick<ReadFile, 'sizeBytes' | 'readingTimeMs'>): readonly Definition[] {
  const { sizeBytes, readingTimeMs } = file;
  return [
    { term: t('Size'), value: `${formatKilobytes(sizeBytes)} KB` },
    { term: t('Reading time'), value: `${Math.round(readingTimeMs)} ms` },
  ];
}

function placeAndRows({ workbook, totals }: ReadFile): readonly Definition[] {
  const table = workbook?.tables[workbook.read];
  if (!table) return [];
  return [
    { term: t('Read from'), value: tableName(table) },
    ...(totals ? [{ term: t('Rows'), value: formatCount(totals.total) }] : []),
  ];
}

/** Name, size and reading time of a file (B4); for a workbook also what was read. */
export function FileDetails({ file }: { readonly file: ReadFile }): ReactNode {
  return (
    <DefinitionList
      items={[{ term: t('File'), value: file.name }, ...sizeAndReadingTime(file), ...placeAndRows(file)]}
    />
  );
}

/** A workbook's table in words: its sheet, column and heading. */
function tableName({ sheet, column, heading, isHidden }: WorkbookTable): string {
  const name =
    heading === ''
      ? t('Sheet “{sheet}”, column {column}', { sheet, column })
      : t('Sheet “{sheet}”, column {column}: {heading}', { sheet, column, heading });
  return isHidden ? t('{table} (hidden sheet)', { table: name }) : name;
}

export interface WorkbookTablesProps {
  readonly workbook: WorkbookSource | undefined;
  readonly onTable: (table: number) => void;
}

/** Chooses among several IMEI columns of a workbook (D10a). */
export function WorkbookTables({ workbook, onTable }: WorkbookTablesProps): ReactNode {
  if (!workbook || workbook.tables.length < 2) return null;
  const { tables, read } = workbook;
  return (
    <Select
      label={t('Sheet and column of the IMEIs')}
      description={t('The workbook has several. Choose another one if these are not the devices that you mean.')}
      options={tables.map((table, index) => ({ value: String(index), title: tableName(table) }))}
      value={String(read)}
      onChange={(value) => onTable(Number(value))}
    />
  );
}
